#pragma once

#include <QFont>
#include <QPalette>
#include <QPointer>
#include <QRectF>
#include <QString>

#include "loss_chart/chart_axes.h"

class QCategoryAxis;
class QChart;
class QGraphicsScene;

namespace gan {

/// One axis of the frame: what it spans, in whatever unit its ticks are in, and what it says.
struct AxisLook {
  double low = 0;
  double high = 1;
  QVector<Tick> ticks;
  QString title;
};

/// Plot area, grid and axes. The only class that knows Qt Charts, which upstream has deprecated.
class ChartFrame {
 public:
  /// Lives in the scene, which may go first.
  explicit ChartFrame(QGraphicsScene& scene);
  /// What it shows goes with it, if the scene is still there.
  ~ChartFrame();
  ChartFrame(const ChartFrame&) = delete;
  ChartFrame& operator=(const ChartFrame&) = delete;

  void setGeometry(const QSizeF& whole, const QRectF& plot);
  void setLook(const QPalette& palette, const QFont& font);
  void setAxes(const AxisLook& x, const AxisLook& y);
  void setAxesVisible(bool visible);

 private:
  void layOut();

  QPointer<QChart> chart_;
  QCategoryAxis* x_;
  QCategoryAxis* y_;
};

}  // namespace gan
