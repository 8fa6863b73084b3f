#pragma once

#include <QWidget>

#include "dialogs/latest_task.h"
#include "link/data_finding.h"

class QComboBox;
class QLineEdit;

namespace gan {

class NoteLabel;
struct Setting;

/// Where real images come from: a source, and for those that read files a path, with what was found there.
class DataField : public QWidget {
  Q_OBJECT

 public:
  /// source is the setting "data.source".
  explicit DataField(const Setting& source, QWidget* parent = nullptr);
  ~DataField() override;

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
  void show(const DataFinding& finding);

  QComboBox* source_;
  QLineEdit* path_;
  NoteLabel* note_;
  QString looked_at_;
  QString problem_;
  LatestTask task_;
};

}  // namespace gan
