#pragma once

#include <QDialog>
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
  /// The known runs, and those that are checked at first. No more than `most` can be compared.
  CompareDialog(const QVector<RunPlace>& runs, const QVector<RunPlace>& checked, int most, QWidget* parent = nullptr);

  QVector<RunPlace> checked() const;

 signals:
  /// In the order of the list.
  void chosen(const QVector<gan::RunPlace>& runs);

 private:
  void refresh();
  void finish();

  const QVector<RunPlace> runs_;
  const int most_;
  QListWidget* list_;
  QLabel* complaint_;
  QPushButton* go_;
};

}  // namespace gan
