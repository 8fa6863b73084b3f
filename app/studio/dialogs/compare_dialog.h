#pragma once

#include <QDialog>
#include <QStringList>
#include <QVector>

#include "comparison/alignment.h"

class QLabel;
class QListWidget;
class QPushButton;

namespace gan {

/// Which runs are to be compared: two or more of those that are known.
class CompareDialog : public QDialog {
  Q_OBJECT

 public:
  /// The known runs, and the folders of those that are checked at first. No more than `most` can be compared.
  CompareDialog(const QVector<NamedRun>& runs, const QStringList& checked, int most, QWidget* parent = nullptr);

  QVector<NamedRun> checked() const;

 signals:
  /// In the order of the list.
  void chosen(const QVector<gan::NamedRun>& runs);

 private:
  void refresh();
  void finish();

  const QVector<NamedRun> runs_;
  const int most_;
  QListWidget* list_;
  QLabel* complaint_;
  QPushButton* go_;
};

}  // namespace gan
