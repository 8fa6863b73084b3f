#include "evaluation/score_plot.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluation/plot_ticks.h"
#include "style/plain_text.h"
#include "style/theme.h"

namespace gan {
namespace {

constexpr double kPadding = 0.08;  ///< Of a range, on either side.

/// Orange and blue stay apart for people who see no red, no green or no blue.
QColor colourOf(const ScoreCurve& curve, bool dark) {
  if (curve.other) return QColor(QLatin1String(dark ? "#56b4e9" : "#0072b2"));
  return QColor(QLatin1String(dark ? "#fb923c" : "#c2570c"));
}

}  // namespace

ScorePlot::ScorePlot(Axis axis, const QString& x_title, QWidget* parent)
    : QWidget(parent), axis_(axis), x_title_(x_title) {
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ScorePlot::setLanes(const QVector<ScoreLane>& lanes) {
  lanes_ = lanes;
  describe();
}

void ScorePlot::setEmptyText(const QString& text) {
  empty_text_ = text;
  describe();
}

void ScorePlot::setCurrent(int row) {
  current_ = row;
  describe();
}

QSize ScorePlot::sizeHint() const { return QSize(36, 18) * fontMetrics().height(); }
QSize ScorePlot::minimumSizeHint() const { return QSize(16, 8) * fontMetrics().height(); }

void ScorePlot::describe() {
  QString said = lanes_.isEmpty() ? empty_text_ : QString();
  for (const ScoreLane& lane : lanes_) {
    for (const ScoreCurve& curve : lane.curves) {
      for (const ScorePoint& point : curve.points) {
        if (point.row >= 0 && point.row == current_)
          said += (said.isEmpty() ? QString() : QStringLiteral("; ")) + point.text;
      }
    }
  }
  if (said != accessibleDescription()) {
    setAccessibleDescription(said);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
  }
  update();
}

ScorePlot::Range ScorePlot::rangeOfX() const {
  double low = std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::lowest();
  for (const ScoreLane& lane : lanes_) {
    for (const ScoreCurve& curve : lane.curves) {
      for (const ScorePoint& point : curve.points) {
        low = std::min(low, point.x);
        high = std::max(high, point.x);
      }
    }
  }
  if (low > high) return {};
  const double padding = high > low ? kPadding / 2 * (high - low) : std::max(1.0, std::abs(low) * kPadding);
  return {low - padding, high + padding};
}

ScorePlot::Range ScorePlot::rangeOfY(const ScoreLane& lane) {
  double low = std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::lowest();
  for (const ScoreCurve& curve : lane.curves) {
    for (const ScorePoint& point : curve.points) {
      const double deviation = point.deviation.value_or(0);
      low = std::min(low, point.y - deviation);
      high = std::max(high, point.y + deviation);
    }
  }
  if (low > high) return {};
  const double padding = high > low ? kPadding * (high - low) : std::max(1e-6, std::abs(low) * kPadding);
  return {low - padding, high + padding};
}

int ScorePlot::labelWidth() const {
  int width = 0;
  for (const ScoreLane& lane : lanes_) {
    const Range ys = rangeOfY(lane);
    const PlotTicks ticks = plotTicks(ys.low, ys.high, 4, false);
    for (const double value : ticks.values) {
      width = std::max(width, fontMetrics().horizontalAdvance(tickText(value, ticks.spacing)));
    }
  }
  return width;
}

/// Each has a line of its title above it; below the last one stand numbers and the title of x.
QRectF ScorePlot::areaOf(int lane) const {
  const double line = fontMetrics().height();
  const double left = labelWidth() + line;
  const double top = (comparesRuns() ? 1.6 : 0.2) * line;
  const double bottom = height() - 2.9 * line;
  const double each = (bottom - top) / static_cast<double>(std::max<qsizetype>(1, lanes_.size()));
  return QRectF(left, top + lane * each + 1.5 * line, width() - left - line, each - 1.9 * line);
}

QPointF ScorePlot::placeOf(int lane, const Range& xs, const Range& ys, const ScorePoint& point) const {
  const QRectF area = areaOf(lane);
  return {area.left() + area.width() * (point.x - xs.low) / (xs.high - xs.low),
          area.bottom() - area.height() * (point.y - ys.low) / (ys.high - ys.low)};
}

bool ScorePlot::comparesRuns() const {
  return std::ranges::any_of(lanes_, [](const ScoreLane& lane) {
    return std::ranges::any_of(lane.curves, [](const ScoreCurve& curve) { return curve.other; });
  });
}

QString ScorePlot::xText(double value, double spacing) const { return tickText(value, spacing); }

void ScorePlot::paintAxes(QPainter& painter, int lane, const Range& xs, const Range& ys) const {
  const QRectF area = areaOf(lane);
  const double line = fontMetrics().height();
  painter.setPen(palette().color(QPalette::Text));
  painter.drawText(QRectF(area.left() - line / 2, area.top() - 1.5 * line, area.width() + line, 1.3 * line),
                   Qt::AlignLeft | Qt::AlignVCenter,
                   fontMetrics().elidedText(lanes_[lane].title, Qt::ElideRight, static_cast<int>(area.width())));
  const PlotTicks rows =
      plotTicks(ys.low, ys.high, std::clamp(static_cast<int>(area.height() / (2 * line)), 1, 6), false);
  for (const double value : rows.values) {
    const double y = area.bottom() - area.height() * (value - ys.low) / (ys.high - ys.low);
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QRectF(0, y - line, area.left() - line / 3, 2 * line), Qt::AlignRight | Qt::AlignVCenter,
                     tickText(value, rows.spacing));
  }
  if (lane + 1 < lanes_.size()) return;
  const std::optional<double> named = lanes_[lane].named_x;
  const PlotTicks columns =
      plotTicks(xs.low, xs.high, std::clamp(static_cast<int>(area.width() / (7 * line)), 1, 8), axis_ == Axis::kSteps);
  const auto label = [&](double value, const QString& text) {
    const double x = area.left() + area.width() * (value - xs.low) / (xs.high - xs.low);
    painter.drawText(QRectF(x - 6 * line, area.bottom() + line / 4, 12 * line, 1.3 * line), Qt::AlignCenter, text);
  };
  for (const double value : columns.values) {
    const bool beside = named && std::abs(value - *named) < columns.spacing / 2;
    if (!beside && (!named || value < *named)) label(value, xText(value, columns.spacing));
  }
  if (named) label(*named, lanes_[lane].x_name);
  painter.drawText(QRectF(area.left(), height() - 1.3 * line, area.width(), 1.2 * line), Qt::AlignCenter, x_title_);
}

void ScorePlot::paintCurve(QPainter& painter, int lane, const ScoreCurve& curve, const Range& xs,
                           const Range& ys) const {
  const QColor colour = colourOf(curve, isDark(palette()));
  const double radius = fontMetrics().height() / 4.0;
  const double scale = areaOf(lane).height() / (ys.high - ys.low);
  QPolygonF joined;
  for (const ScorePoint& point : curve.points) joined << placeOf(lane, xs, ys, point);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(colour, 1.5, curve.other ? Qt::DashLine : Qt::SolidLine));
  if (curve.joined) painter.drawPolyline(joined);
  for (qsizetype i = 0; i < curve.points.size(); ++i) {
    const ScorePoint& point = curve.points[i];
    const QPointF at = joined[i];
    painter.setPen(QPen(colour, 1.5));
    if (point.deviation) {
      const QPointF reach(0, *point.deviation * scale);
      painter.drawLine(at - reach, at + reach);
      for (const QPointF& end : {at - reach, at + reach}) {
        painter.drawLine(end - QPointF(radius, 0), end + QPointF(radius, 0));
      }
    }
    painter.setBrush(point.stands ? colour : palette().color(QPalette::Base));
    if (curve.other) {
      painter.drawRect(QRectF(at - QPointF(radius, radius) * 0.8, QSizeF(1.6 * radius, 1.6 * radius)));
    } else {
      painter.drawEllipse(at, radius * 0.8, radius * 0.8);
    }
    if (point.row < 0 || point.row != current_) continue;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(palette().color(QPalette::Text), hasFocus() ? 2.0 : 1.2));
    painter.drawEllipse(at, radius * 1.7, radius * 1.7);
  }
}

void ScorePlot::paintLegend(QPainter& painter) const {
  const double line = fontMetrics().height();
  double x = labelWidth() + line;
  QStringList said;
  for (const ScoreLane& lane : lanes_) {
    for (const ScoreCurve& curve : lane.curves) {
      const QString key = curve.name + QLatin1Char(curve.other ? '1' : '0');
      if (said.contains(key)) continue;
      said << key;
      painter.setPen(QPen(colourOf(curve, isDark(palette())), 2, curve.other ? Qt::DashLine : Qt::SolidLine));
      painter.drawLine(QPointF(x, 0.8 * line), QPointF(x + 2 * line, 0.8 * line));
      painter.setPen(palette().color(QPalette::Text));
      const double width = fontMetrics().horizontalAdvance(curve.name);
      painter.drawText(QRectF(x + 2.4 * line, 0, width + line, 1.6 * line), Qt::AlignLeft | Qt::AlignVCenter,
                       curve.name);
      x += width + 4 * line;
    }
  }
}

void ScorePlot::paintLane(QPainter& painter, int lane) const {
  const Range xs = rangeOfX();
  const Range ys = rangeOfY(lanes_[lane]);
  paintAxes(painter, lane, xs, ys);
  for (const ScoreCurve& curve : lanes_[lane].curves) paintCurve(painter, lane, curve, xs, ys);
}

void ScorePlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Base));
  painter.setRenderHint(QPainter::Antialiasing);
  if (lanes_.isEmpty()) {
    const int margin = 2 * fontMetrics().height();
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(rect().adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap,
                     empty_text_);
    return;
  }
  if (comparesRuns()) paintLegend(painter);
  for (int lane = 0; lane < lanes_.size(); ++lane) paintLane(painter, lane);
}

std::optional<ScorePlot::Placed> ScorePlot::pointAt(const QPointF& position) const {
  const double reach = fontMetrics().height();
  double nearest = reach * reach;
  std::optional<Placed> found;
  const Range xs = rangeOfX();
  for (int lane = 0; lane < lanes_.size(); ++lane) {
    const Range ys = rangeOfY(lanes_[lane]);
    for (const ScoreCurve& curve : lanes_[lane].curves) {
      for (const ScorePoint& point : curve.points) {
        const QPointF at = placeOf(lane, xs, ys, point);
        const double distance = QPointF::dotProduct(at - position, at - position);
        if (distance >= nearest) continue;
        nearest = distance;
        found = {&curve, &point, at};
      }
    }
  }
  return found;
}

bool ScorePlot::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto found = pointAt(help->pos());
  found ? QToolTip::showText(help->globalPos(), plainToolTip(found->point->text), this) : QToolTip::hideText();
  return true;
}

void ScorePlot::mousePressEvent(QMouseEvent* event) {
  const auto found = event->button() == Qt::LeftButton ? pointAt(event->position()) : std::nullopt;
  if (found && found->point->row >= 0) emit chosen(found->point->row);
}

void ScorePlot::mouseDoubleClickEvent(QMouseEvent* event) {
  const auto found = event->button() == Qt::LeftButton ? pointAt(event->position()) : std::nullopt;
  if (found && found->point->row >= 0 && found->point->stands) emit activated(found->point->row);
}

/// Along the first curve of this run.
void ScorePlot::move(int by) {
  QVector<int> rows;
  for (const ScoreLane& lane : lanes_) {
    for (const ScoreCurve& curve : lane.curves) {
      for (const ScorePoint& point : curve.points) {
        if (point.row >= 0 && !rows.contains(point.row)) rows << point.row;
      }
    }
    if (!rows.isEmpty()) break;
  }
  if (rows.isEmpty()) return;
  const qsizetype at = rows.indexOf(current_);
  const qsizetype next = at < 0 ? rows.size() - 1 : std::clamp<qsizetype>(at + by, 0, rows.size() - 1);
  if (rows[next] != current_) emit chosen(rows[next]);
}

void ScorePlot::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
      return move(-1);
    case Qt::Key_Right:
      return move(1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (current_ >= 0) emit activated(current_);
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

void ScorePlot::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void ScorePlot::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

}  // namespace gan
