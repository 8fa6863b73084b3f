#pragma once

#include <QLineEdit>
#include <QWidget>

#include "link/background.h"
#include "link/data_task.h"
#include "run_list/run_place.h"

class QComboBox;
class QLineEdit;
class QPushButton;

namespace gan {

/// Enter in a search means "find", never "start a training"; Escape empties it before it closes a window.
class SearchLine : public QLineEdit {
 public:
  using QLineEdit::QLineEdit;

 protected:
  void keyPressEvent(QKeyEvent* event) override;
};

class NoteLabel;
struct Setting;

/// Where real images come from: a source, and for those that read files a path, with what was found there.
class DataField : public QWidget {
  Q_OBJECT

 public:
  /// source is the setting "data.source".
  explicit DataField(const Setting& source, QWidget* parent = nullptr);
  ~DataField() override;

  /// The computer that has the images, by a place on it; empty: this one. On another one nobody looks before the run
  /// starts. What is displayed is to be displayed anew.
  void setHost(const RunPlace& host);
  void display(const QString& source, const QString& path);
  /// Why no run can read what the path names; empty while it is looked at.
  const QString& problem() const { return problem_; }

 signals:
  /// By the person.
  void sourceChosen(const QString& source);
  void pathChosen(const QString& path);
  /// The files at the path are of this source, whatever was chosen.
  void sourceFound(const QString& source);
  void problemChanged();

 private:
  QLayout* makeLine();
  QString describe(const DataFinding& finding) const;
  void look();
  void lookThere(const QString& path);
  void show(const DataFinding& finding);

  QComboBox* source_;
  QLineEdit* path_;
  QVector<QPushButton*> choosers_;
  NoteLabel* note_;
  RunPlace host_;
  QString looked_at_;
  QString problem_;
  Background task_{QStringLiteral("data field")};
};

class NoteLabel;

/// The folder of a new run: proposes one that is free, until a person writes another.
class OutputField : public QWidget {
  Q_OBJECT

 public:
  explicit OutputField(const QString& runs_folder, QWidget* parent = nullptr);

  /// The folder of runs on another computer; empty: this one's. Another run folder is to be proposed then: there it is
  /// named after the minute, and whether it is free its engine says.
  void setHost(const RunPlace& runs);
  void proposeFor(const QString& preset);
  /// Looks again whether the folder is free.
  void look();
  /// Absolute, of another computer as its host takes it; empty when there is none.
  QString folder() const;
  /// Why no run can be made there; empty while it is looked at.
  const QString& problem() const { return problem_; }

 signals:
  void changed();

 private:
  void setFolder(const QString& folder);
  void setProblem(const QString& problem);

  QString runs_folder_;
  RunPlace host_;
  QLineEdit* line_;
  QPushButton* chooser_;
  NoteLabel* note_;
  bool chosen_ = false;  ///< By a person.
  QString problem_;
  Background task_{QStringLiteral("output field")};
};

}  // namespace gan
