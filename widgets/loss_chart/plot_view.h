#pragma once

#include <QGraphicsView>
#include <memory>
#include <optional>
#include <vector>

#include "loss_chart/chart_frame.h"
#include "loss_chart/cursor_item.h"
#include "loss_chart/curve_item.h"
#include "loss_chart/mark_item.h"

namespace gan {

/// The plot itself: frame, curves, marks and cursor, and what mouse, touchpad and keys wish. Knows pixels only; what
/// they mean is its owner's.
class PlotView : public QGraphicsView {
  Q_OBJECT

 public:
  explicit PlotView(QWidget* parent = nullptr);
  ~PlotView() override;

  /// The plot's place, in whole device-independent pixels; its margins do not depend on the axes' labels.
  QRectF plot() const { return plot_; }
  /// How many labels fit along each axis.
  int mostTicksX(const QString& widest_label) const;
  int mostTicksY(double height) const;

  /// Axes and grid of one part of the plot; the lowest has what x says.
  struct Lane {
    QRectF plot;
    AxisLook y;
    QString title;  ///< Above it; empty: none.
  };
  void setAxes(const AxisLook& x, const QVector<Lane>& lanes);
  const QVector<Lane>& lanes() const { return lanes_; }
  CurveItem& curves() { return *curves_; }
  MarkItem& marks() { return *marks_; }
  CursorItem& cursor() { return *cursor_; }

  /// In place of the plot; empty: the plot.
  void setSentence(const QString& sentence);
  /// A remark in the plot's upper corner.
  void setRemark(const QString& remark);
  /// The plot as it is, without focus frame and pointer, into any painter.
  void drawTo(QPainter* painter, const QRectF& target);

 signals:
  void geometryChanged();
  /// By a fraction of the plot's width to the right, and of its height upwards.
  void panned(double right, double up);
  /// By keys: values only, by a fraction of the plot's height.
  void valuesPanned(double up);
  /// By keys: factor > 1 shows less of all values, about the middle of what is shown.
  void valuesScaled(double factor);
  /// factor > 1 shows less; about a place in the plot, fractions of its width and height from the left and below.
  void zoomed(double factor, double at);
  void valuesZoomed(double factor, double at);
  void rectangleChosen(const QRectF& pixels);
  void fitAsked();
  void clicked(double pixel);
  void doubleClicked();
  void pointerMoved(const std::optional<QPointF>& at);
  void homeAsked();
  void endAsked();
  void cursorStepped(int points);
  void markStepped(int direction);
  void cursorCleared();
  void lookChanged();

 protected:
  bool viewportEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void drawBackground(QPainter* painter, const QRectF& rect) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  enum class Drag { kNone, kPress, kPan, kRectangle };
  void layOut();
  void applyLook();
  void hover(const std::optional<QPointF>& at);
  void valueKey(int up, Qt::KeyboardModifiers modifiers);
  bool controlKey(QKeyEvent* event);
  double fractionX(double pixel) const;
  double fractionY(double pixel) const;

  std::vector<std::unique_ptr<ChartFrame>> frames_;  ///< One at least, from above to below.
  QVector<Lane> lanes_;
  CurveItem* curves_;
  MarkItem* marks_;
  CursorItem* cursor_;
  QRectF plot_;
  QString sentence_;
  QString remark_;
  Drag drag_ = Drag::kNone;
  QPointF pressed_;
  QPointF dragged_;
};

}  // namespace gan
