#pragma once

#include <QIcon>
#include <QLabel>

namespace gan {

/// A line of quiet text that is cut with "…" where there is no room; the tool tip has all of it.
class ElidedLabel : public QLabel {
 public:
  explicit ElidedLabel(QWidget* parent = nullptr);

  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

/// An icon as large as a line of text, in the colours of the theme.
class IconLabel : public QWidget {
 public:
  explicit IconLabel(const QString& icon_name, QWidget* parent = nullptr);

  void setIcon(const QString& icon_name);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QIcon icon_;
};

}  // namespace gan
