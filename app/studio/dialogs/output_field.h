#pragma once

#include <QWidget>

#include "dialogs/latest_task.h"

class QLineEdit;

namespace gan {

class NoteLabel;

/// The folder of a new run: proposes one that is free, until a person writes another.
class OutputField : public QWidget {
  Q_OBJECT

 public:
  explicit OutputField(const QString& runs_folder, QWidget* parent = nullptr);

  void proposeFor(const QString& preset);
  /// Looks again whether the folder is free.
  void look();
  /// Absolute; empty when there is none.
  QString folder() const;
  /// Why no run can be made there; empty while it is looked at.
  const QString& problem() const { return problem_; }

 signals:
  void changed();

 private:
  void setFolder(const QString& folder);
  void setProblem(const QString& problem);

  QString runs_folder_;
  QLineEdit* line_;
  NoteLabel* note_;
  bool chosen_ = false;  ///< By a person.
  QString problem_;
  LatestTask task_;
};

}  // namespace gan
