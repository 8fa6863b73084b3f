#pragma once

#include <QWidget>

namespace gan {

/// Divides its parent's width between two pictures. Dragged with the mouse; moved by the arrow keys, with Shift in
/// large steps, Home and End.
class SnapshotDivider : public QWidget {
  Q_OBJECT

 public:
  explicit SnapshotDivider(QWidget* parent);

  /// From 0, at the left edge of `area`, to 1, at its right one.
  double share() const { return share_; }
  /// Where the pictures are, in the parent.
  void setArea(const QRectF& area);

 signals:
  void moved();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void setShare(double share);
  void place();

  QRectF area_;
  double share_ = 0.5;
  double grip_ = 0;  ///< From the divider's middle to where the mouse took it.
};

}  // namespace gan
