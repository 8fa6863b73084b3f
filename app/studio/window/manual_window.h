#pragma once

#include <QDialog>
#include <QVector>

#include "window/manual.h"

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace gan {

/// The manual beside the window: its pages, and a line that finds words in them. Shows what is part of the program, and
/// nothing from a disk or a network.
class ManualWindow : public QDialog {
  Q_OBJECT

 public:
  explicit ManualWindow(QWidget* parent = nullptr);

  /// All pages are listed again.
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
  QTextBrowser* text_;
};

}  // namespace gan
