#pragma once

#include <QPointF>
#include <QWidget>
#include <optional>

namespace gan {

/// A square on which a point is moved with the mouse, or with the arrow keys: from (0, 0) at the top left to (1, 1).
class LatentPlane : public QWidget {
  Q_OBJECT

 public:
  explicit LatentPlane(QWidget* parent = nullptr);

  /// Nothing: what is shown does not lie on it.
  void setPlace(std::optional<QPointF> place);
  /// Where the square lies in the widget.
  QRectF square() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void moved(QPointF place);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void moveUnder(QPointF pointer);

  std::optional<QPointF> place_;
};

}  // namespace gan
