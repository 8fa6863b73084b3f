#include "data/speed_plot.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "data/data_tables.h"

namespace gan {
namespace {

constexpr int kLines = 4;  ///< Of the grid, above the ground line.

/// At least value, and four of it are round numbers.
double roundTop(double value) {
  if (!(value > 0)) return 1;
  const double step = std::pow(10.0, std::floor(std::log10(value / kLines)));
  for (const double factor : {1.0, 2.0, 2.5, 5.0, 10.0}) {
    if (kLines * step * factor >= value) return kLines * step * factor;
  }
  return value;
}

}  // namespace

SpeedPlot::SpeedPlot(const SpeedsModel& model, QWidget* parent) : QWidget(parent), model_(model) {
  setObjectName(QStringLiteral("speed_plot"));
  setAccessibleName(tr("Images per second over loading threads"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  connect(&model, &QAbstractItemModel::modelReset, this, &SpeedPlot::describe);
  describe();
}

void SpeedPlot::describe() {
  double most = 0;
  for (const WorkerSpeed& speed : model_.speeds()) most = std::max(most, speed.images_per_second);
  top_ = roundTop(most);
  setAccessibleDescription(markText());
  update();
}

QString SpeedPlot::markText() const {
  if (!model_.best()) return {};
  const QString workers = QLocale().toString(*model_.best());
  return model_.stillRising() ? tr("fastest of these: %1").arg(workers) : tr("enough: %1").arg(workers);
}

QSize SpeedPlot::sizeHint() const { return QSize(40, 16) * fontMetrics().height(); }

QSize SpeedPlot::minimumSizeHint() const { return QSize(14, 8) * fontMetrics().height(); }

QRectF SpeedPlot::plotArea() const {
  const int line = fontMetrics().height();
  const int labels = fontMetrics().horizontalAdvance(QLocale().toString(top_, 'f', 0)) + line / 2;
  return QRectF(rect()).adjusted(labels, 3 * line, -line, -2.8 * line);
}

QPointF SpeedPlot::pointOf(qsizetype index) const {
  const QRectF area = plotArea();
  const auto places = static_cast<double>(model_.speeds().size());
  const double x = area.left() + area.width() * (static_cast<double>(index) + 0.5) / places;
  return {x, area.bottom() - area.height() * model_.speeds()[index].images_per_second / top_};
}

void SpeedPlot::paintAxes(QPainter& painter) const {
  const QRectF area = plotArea();
  const double line = fontMetrics().height();
  for (int i = 0; i <= kLines; ++i) {
    const double y = area.bottom() - area.height() * i / kLines;
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRectF(0, y - line, area.left() - line / 4, 2 * line), Qt::AlignRight | Qt::AlignVCenter,
                     QLocale().toString(top_ * i / kLines, 'f', top_ < kLines ? 2 : 0));
  }
  for (qsizetype i = 0; i < model_.speeds().size(); ++i) {
    const double width = area.width() / static_cast<double>(model_.speeds().size());
    painter.drawText(QRectF(pointOf(i).x() - width / 2, area.bottom(), width, 1.4 * line), Qt::AlignCenter,
                     QLocale().toString(model_.speeds()[i].workers));
  }
  painter.drawText(QRectF(line / 4, 0, width(), 1.4 * line), Qt::AlignLeft | Qt::AlignVCenter, tr("Images per second"));
  painter.drawText(QRectF(area.left(), height() - 1.4 * line, area.width(), 1.2 * line), Qt::AlignCenter,
                   tr("Loading threads"));
}

void SpeedPlot::paintMark(QPainter& painter) const {
  const auto& speeds = model_.speeds();
  const auto best =
      std::ranges::find_if(speeds, [this](const WorkerSpeed& speed) { return speed.workers == model_.best(); });
  if (best == speeds.end()) return;
  const QRectF area = plotArea();
  const double line = fontMetrics().height();
  const QPointF point = pointOf(best - speeds.begin());
  painter.setPen(QPen(palette().color(QPalette::Link), 1.5, Qt::DashLine));
  painter.drawLine(QPointF(point.x(), area.top()), QPointF(point.x(), area.bottom()));
  painter.setPen(QPen(palette().color(QPalette::Link), 2));
  painter.drawEllipse(point, line / 2.5, line / 2.5);
  const QString text = markText();
  const double width = fontMetrics().horizontalAdvance(text) + line / 2;
  const double x = std::clamp(point.x() - width / 2, area.left(), std::max(area.left(), area.right() - width));
  painter.setPen(palette().color(QPalette::Text));
  painter.drawText(QRectF(x, area.top() - 1.4 * line, width, 1.4 * line), Qt::AlignCenter, text);
}

void SpeedPlot::paintSpeeds(QPainter& painter) const {
  QPolygonF curve;
  for (qsizetype i = 0; i < model_.speeds().size(); ++i) curve << pointOf(i);
  painter.setPen(QPen(palette().color(QPalette::Text), 1.5));
  painter.drawPolyline(curve);
  painter.setBrush(palette().color(QPalette::Text));
  const double radius = fontMetrics().height() / 6.0;
  for (const QPointF& point : curve) painter.drawEllipse(point, radius, radius);
}

void SpeedPlot::paintEvent(QPaintEvent*) {
  if (model_.speeds().isEmpty()) return;
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  painter.setRenderHint(QPainter::Antialiasing);
  paintAxes(painter);
  paintMark(painter);
  paintSpeeds(painter);
}

}  // namespace gan
