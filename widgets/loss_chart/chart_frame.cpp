#include "loss_chart/chart_frame.h"

#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsScene>
#include <QLegend>
#include <QPen>

namespace gan {
namespace {

bool sameTicks(QCategoryAxis& axis, const QVector<Tick>& ticks) {
  const QStringList labels = axis.categoriesLabels();
  if (labels.size() != ticks.size()) return false;
  for (qsizetype i = 0; i < ticks.size(); ++i) {
    if (labels[i] != ticks[i].label || axis.endValue(labels[i]) != ticks[i].position) return false;
  }
  return true;
}

void apply(QCategoryAxis& axis, const AxisLook& look) {
  if (!sameTicks(axis, look.ticks)) {
    const QStringList labels = axis.categoriesLabels();
    for (const QString& label : labels) axis.remove(label);
    const double span = look.high - look.low;
    // The first category begins out of view, else it would draw a line of its own there.
    axis.setStartValue((look.ticks.isEmpty() ? look.low : look.ticks.first().position) - 10 * span);
    for (const Tick& tick : look.ticks) axis.append(tick.label, tick.position);
  }
  if (axis.min() != look.low || axis.max() != look.high) axis.setRange(look.low, look.high);
  if (axis.titleText() != look.title) axis.setTitleText(look.title);
}

}  // namespace

ChartFrame::ChartFrame(QGraphicsScene& scene) : chart_(new QChart), x_(new QCategoryAxis), y_(new QCategoryAxis) {
  chart_->legend()->hide();
  chart_->setBackgroundVisible(false);
  chart_->setMargins(QMargins());
  chart_->setAnimationOptions(QChart::NoAnimation);
  for (QCategoryAxis* axis : {x_, y_}) axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
  chart_->addAxis(x_, Qt::AlignBottom);
  chart_->addAxis(y_, Qt::AlignLeft);
  chart_->setAcceptHoverEvents(false);
  chart_->setZValue(0);
  scene.addItem(chart_);
}

void ChartFrame::setGeometry(const QSizeF& whole, const QRectF& plot) {
  chart_->resize(whole);
  chart_->setPlotArea(plot);
}

void ChartFrame::setLook(const QPalette& palette, const QFont& font) {
  QColor grid = palette.color(QPalette::Mid);
  grid.setAlphaF(0.45F);
  for (QCategoryAxis* axis : {x_, y_}) {
    axis->setGridLinePen(QPen(grid));
    axis->setLinePen(QPen(palette.color(QPalette::Mid)));
    axis->setLabelsBrush(palette.windowText());
    axis->setTitleBrush(palette.windowText());
    axis->setLabelsFont(font);
    axis->setTitleFont(font);
  }
}

void ChartFrame::setAxes(const AxisLook& x, const AxisLook& y) {
  apply(*x_, x);
  apply(*y_, y);
}

void ChartFrame::setAxesVisible(bool visible) {
  x_->setVisible(visible);
  y_->setVisible(visible);
}

}  // namespace gan
