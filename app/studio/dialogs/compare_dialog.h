#pragma once

#include <QDialog>
#include <QStringList>

class QLabel;
class QListWidget;
class QPushButton;

namespace gan {

/// Which runs are to be compared: two or more of those that are known.
class CompareDialog : public QDialog {
  Q_OBJECT

 public:
  /// Folders of the known runs, and those that are checked at first. No more than `most` can be compared.
  CompareDialog(const QStringList& runs, const QStringList& checked, int most, QWidget* parent = nullptr);

  QStringList checked() const;

 signals:
  /// In the order of the list.
  void chosen(const QStringList& runs);

 private:
  void refresh();
  void finish();

  const int most_;
  QListWidget* list_;
  QLabel* complaint_;
  QPushButton* go_;
};

}  // namespace gan
