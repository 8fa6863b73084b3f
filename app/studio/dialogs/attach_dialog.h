#pragma once

#include <QDialog>
#include <QVector>

#include "run_list/run_place.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace gan {

/// Where a run of another computer is, and what it is to be called here.
class AttachDialog : public QDialog {
  Q_OBJECT

 public:
  /// known: places that were reached before; they are offered while one types.
  explicit AttachDialog(const QVector<RunPlace>& known, QWidget* parent = nullptr);

 signals:
  void chosen(const gan::RunPlace& place);

 private:
  QString address() const;
  void refresh();
  void finish();

  QLineEdit* address_;
  QLineEdit* name_;
  QLabel* complaint_;
  QPushButton* go_;
};

}  // namespace gan
