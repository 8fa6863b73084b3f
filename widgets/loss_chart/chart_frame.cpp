#include "loss_chart/chart_frame.h"

#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsLayout>
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

/// True if something changed.
bool apply(QCategoryAxis& axis, const AxisLook& look) {
  const bool new_ticks = !sameTicks(axis, look.ticks);
  const bool new_range = axis.min() != look.low || axis.max() != look.high;
  const bool new_title = axis.titleText() != look.title;
  if (new_ticks) {
    const QStringList labels = axis.categoriesLabels();
    for (const QString& label : labels) axis.remove(label);
    const double span = look.high - look.low;
    // The first category begins out of view, else it would draw a line of its own there.
    axis.setStartValue((look.ticks.isEmpty() ? look.low : look.ticks.first().position) - 10 * span);
    for (const Tick& tick : look.ticks) axis.append(tick.label, tick.position);
  }
  if (new_range) axis.setRange(look.low, look.high);
  if (new_title) axis.setTitleText(look.title);
  return new_ticks || new_range || new_title;
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

ChartFrame::~ChartFrame() { delete chart_.data(); }

void ChartFrame::setGeometry(const QSizeF& whole, const QRectF& plot) {
  chart_->resize(whole);
  chart_->setPlotArea(plot);
  layOut();
}

void ChartFrame::layOut() {
  // Qt Charts places labels and grid when it gets round to it, and not at all when only the plot area changed.
  chart_->layout()->setGeometry(QRectF(QPointF(), chart_->size()));
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
  const bool x_changed = apply(*x_, x);
  const bool y_changed = apply(*y_, y);
  if (x_changed || y_changed) layOut();
}

void ChartFrame::setAxesVisible(bool visible) {
  x_->setVisible(visible);
  y_->setVisible(visible);
  layOut();
}

}  // namespace gan
