#pragma once

#include <QDialog>
#include <QVector>

#include "window/manual.h"

class QLineEdit;
class QListWidget;

namespace gan {

class PageView;

/// The manual beside the window: its pages, and a line that finds words in them. Shows what is part of the program, and
/// nothing from a disk or a network.
class ManualWindow : public QDialog {
  Q_OBJECT

 public:
  explicit ManualWindow(QWidget* parent = nullptr);

  /// All pages are listed again. An id of no page is a defect.
  void showPage(const QString& id);
  QString shownPage() const;

 private:
  void find(const QString& typed);
  void showCurrent();
  void markFound();
  int rowOf(const QString& id) const;

  const QVector<ManualPage> pages_ = manualPages();
  QLineEdit* search_;
  QListWidget* list_;
  PageView* text_;
};

/// F1 in a dialog, which keeps the window and what else is beside it from being used, opens a page over it.
void offerManual(QDialog& dialog, const QString& page);

}  // namespace gan
