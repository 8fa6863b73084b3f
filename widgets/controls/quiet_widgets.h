#pragma once

#include <QLabel>
#include <QWidget>

namespace gan {

/// Keeps the wheel from changing a value that happens to lie under the mouse while somebody scrolls past it.
class WheelGuard : public QObject {
 public:
  static void protect(QWidget* widget);

  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  using QObject::QObject;
};

/// A line of text, quiet unless another role says otherwise, that is cut with "…" where there is no room; the tool tip
/// has all of it.
class ElidedLabel : public QLabel {
 public:
  explicit ElidedLabel(QWidget* parent = nullptr, QPalette::ColorRole role = QPalette::PlaceholderText);

  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QPalette::ColorRole role_;
};

/// A sentence beside what it is about, with an icon as large as its letters; takes no room while it is empty.
class NoteLabel : public QWidget {
 public:
  explicit NoteLabel(QWidget* parent = nullptr);

  /// Plain text, whatever it holds; the icon is one of resources/icons, or none.
  void setNote(const QString& icon_name, const QString& text);
  QString text() const { return text_->text(); }

 private:
  class Icon;
  Icon* icon_;
  QLabel* text_;
};

}  // namespace gan
