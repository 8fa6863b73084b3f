#include "loss_chart/mark_item.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>

#include "loss_chart/readings.h"
#include "style/scale.h"

namespace gan {
namespace {

constexpr std::array kByImportance = {ChartMark::Kind::kAlert, ChartMark::Kind::kCommand, ChartMark::Kind::kSegment,
                                      ChartMark::Kind::kCheckpoint};
constexpr int kMostLines = 6;

QString translated(const char* text, int count = -1) {
  return QCoreApplication::translate("Marks", text, nullptr, count);
}

constexpr double kSupersededOpacity = 0.45;
constexpr double kTickSpacing = 4;
constexpr double kTickWidth = 1.5;

QPolygonF signOf(ChartMark::Kind kind, QPointF centre, double r) {
  switch (kind) {
    case ChartMark::Kind::kCommand:  // diamond
      return QPolygonF(
          {centre + QPointF(0, -r), centre + QPointF(r, 0), centre + QPointF(0, r), centre + QPointF(-r, 0)});
    case ChartMark::Kind::kAlert:  // triangle
      return QPolygonF(
          {centre + QPointF(0, -r), centre + QPointF(r * 1.05, r * 0.85), centre + QPointF(-r * 1.05, r * 0.85)});
    case ChartMark::Kind::kSegment:  // flag
      return QPolygonF({centre + QPointF(-r * 0.7, r), centre + QPointF(-r * 0.7, -r),
                        centre + QPointF(r * 0.8, -r * 0.45), centre + QPointF(-r * 0.4, r * 0.1),
                        centre + QPointF(-r * 0.4, r)});
    case ChartMark::Kind::kCheckpoint:  // a tick
      break;
  }
  return {};
}

bool isTick(const MarkCluster& cluster) { return cluster.kind() == ChartMark::Kind::kCheckpoint; }

bool isOld(const MarkCluster& cluster) {
  return std::all_of(cluster.marks.begin(), cluster.marks.end(), [](const ChartMark& mark) { return mark.superseded; });
}

}  // namespace

QString markCountText(ChartMark::Kind kind, int count) {
  const bool one = count == 1;
  switch (kind) {
    case ChartMark::Kind::kCommand:
      return one ? translated(QT_TRANSLATE_NOOP("Marks", "1 command"))
                 : translated(QT_TRANSLATE_N_NOOP("Marks", "%n commands"), count);
    case ChartMark::Kind::kCheckpoint:
      return one ? translated(QT_TRANSLATE_NOOP("Marks", "1 checkpoint"))
                 : translated(QT_TRANSLATE_N_NOOP("Marks", "%n checkpoints"), count);
    case ChartMark::Kind::kAlert:
      return one ? translated(QT_TRANSLATE_NOOP("Marks", "1 alert"))
                 : translated(QT_TRANSLATE_N_NOOP("Marks", "%n alerts"), count);
    case ChartMark::Kind::kSegment:
      return one ? translated(QT_TRANSLATE_NOOP("Marks", "1 start or continuation"))
                 : translated(QT_TRANSLATE_N_NOOP("Marks", "%n starts or continuations"), count);
  }
  return {};
}

ChartMark::Kind MarkCluster::kind() const {
  for (const ChartMark::Kind kind : kByImportance) {
    if (std::any_of(marks.begin(), marks.end(), [&](const ChartMark& mark) { return mark.kind == kind; })) return kind;
  }
  return ChartMark::Kind::kCheckpoint;
}

QString MarkCluster::text() const {
  QStringList lines;
  if (marks.size() <= kMostLines) {
    for (const ChartMark& mark : marks) {
      lines.append(translated(QT_TRANSLATE_NOOP("Marks", "Step %1: %2")).arg(stepText(double(mark.step)), mark.text));
    }
    return lines.join(QLatin1Char('\n'));
  }
  lines.append(translated(QT_TRANSLATE_NOOP("Marks", "Steps %1 to %2"))
                   .arg(stepText(double(marks.first().step)), stepText(double(marks.last().step))));
  for (const ChartMark::Kind kind : kByImportance) {
    const auto count =
        std::count_if(marks.begin(), marks.end(), [&](const ChartMark& mark) { return mark.kind == kind; });
    if (count > 0) lines.append(markCountText(kind, static_cast<int>(count)));
  }
  return lines.join(QLatin1Char('\n'));
}

QVector<MarkCluster> clustered(QVector<ChartMark> marks, const std::function<double(double step)>& pixel_of,
                               double left, double right, double spacing) {
  std::stable_sort(marks.begin(), marks.end(), [](const ChartMark& a, const ChartMark& b) { return a.step < b.step; });
  QVector<MarkCluster> signs;
  QVector<MarkCluster> ticks;
  for (ChartMark& mark : marks) {
    const double x = pixel_of(static_cast<double>(mark.step));
    if (x < left || x > right) continue;
    const bool is_tick = mark.kind == ChartMark::Kind::kCheckpoint;
    QVector<MarkCluster>& clusters = is_tick ? ticks : signs;
    const double apart = is_tick ? kTickSpacing : spacing;
    if (clusters.isEmpty() || x - clusters.last().x >= apart) clusters.append(MarkCluster{x, {}});
    clusters.last().marks.append(std::move(mark));
  }
  signs += ticks;
  std::stable_sort(signs.begin(), signs.end(), [](const MarkCluster& a, const MarkCluster& b) { return a.x < b.x; });
  return signs;
}

void MarkItem::setLook(const QPalette& palette, const QFont& font) {
  palette_ = palette;
  font_ = font;
  update();
}

void MarkItem::setClusters(QVector<MarkCluster> clusters, const QRectF& plot) {
  if (plot != plot_) prepareGeometryChange();
  clusters_ = std::move(clusters);
  plot_ = plot;
  update();
}

double MarkItem::signSize() const { return std::ceil(QFontMetricsF(font_).height() * 0.8); }

const MarkCluster* MarkItem::at(QPointF point) const {
  const double size = signSize();
  if (point.y() < plot_.bottom() - 1.5 * size || point.y() > plot_.bottom() + size / 2) return nullptr;
  const MarkCluster* best = nullptr;
  for (const MarkCluster& cluster : clusters_) {
    const double away = std::abs(cluster.x - point.x());
    if (away > (isTick(cluster) ? size / 2 : size)) continue;
    const bool is_nearer = best == nullptr || away < std::abs(best->x - point.x());
    // A sign lies over the ticks beside it.
    const bool is_over = best != nullptr && isTick(*best) && !isTick(cluster);
    const bool is_under = best != nullptr && !isTick(*best) && isTick(cluster);
    if (is_over || (is_nearer && !is_under)) best = &cluster;
  }
  return best;
}

void MarkItem::setHovered(const MarkCluster* cluster) {
  const double x = cluster == nullptr ? -1 : cluster->x;
  if (x == hovered_x_) return;
  hovered_x_ = x;
  update();
}

void MarkItem::drawTick(QPainter* painter, const MarkCluster& cluster) const {
  painter->setOpacity(isOld(cluster) ? kSupersededOpacity : 1);
  painter->setPen(QPen(palette_.color(QPalette::PlaceholderText), kTickWidth, Qt::SolidLine, Qt::FlatCap));
  painter->drawLine(QPointF(cluster.x, plot_.bottom()), QPointF(cluster.x, plot_.bottom() - signSize() / 2));
}

void MarkItem::drawSign(QPainter* painter, const MarkCluster& cluster) const {
  const double size = signSize();
  const QPointF centre(cluster.x, plot_.bottom() - size / 2 - 2);
  const ChartMark::Kind kind = cluster.kind();
  const bool speaks = kind == ChartMark::Kind::kCommand || kind == ChartMark::Kind::kAlert;
  const QColor colour = kind == ChartMark::Kind::kCommand ? palette_.color(QPalette::Highlight)
                        : speaks                          ? palette_.color(QPalette::Text)
                                                          : palette_.color(QPalette::PlaceholderText);
  painter->setOpacity(isOld(cluster) ? kSupersededOpacity : 1);
  painter->setPen(QPen(palette_.color(QPalette::Base), 3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  const QPolygonF shape = signOf(kind, centre, size / 2);
  painter->drawPolygon(shape);  // a rim, so that the sign stands out from the curves
  painter->setPen(Qt::NoPen);
  painter->setBrush(colour);
  painter->drawPolygon(shape);
  if (cluster.marks.size() > 1) {
    const QFont small = sized(font_, TextSize::kSmall);
    const QString count = QString::number(cluster.marks.size());
    const QFontMetricsF metrics(small);
    const QPointF at(cluster.x - metrics.horizontalAdvance(count) / 2, centre.y() - size / 2 - 3);
    const QRectF back = metrics.tightBoundingRect(count).translated(at).adjusted(-2, -2, 2, 2);
    painter->setBrush(palette_.color(QPalette::Base));
    painter->setOpacity(0.8);
    painter->drawRoundedRect(back, 2, 2);
    painter->setOpacity(1);
    painter->setFont(small);
    painter->setPen(palette_.color(QPalette::Text));
    painter->drawText(at, count);
  }
}

void MarkItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  painter->save();
  painter->setClipRect(plot_.adjusted(-signSize(), 0, signSize(), 1));
  painter->setRenderHint(QPainter::Antialiasing);
  if (hovered_x_ >= 0) {
    painter->setPen(QPen(palette_.color(QPalette::Text), 1, Qt::DotLine));
    painter->drawLine(QPointF(hovered_x_, plot_.top()), QPointF(hovered_x_, plot_.bottom()));
  }
  for (const MarkCluster& cluster : clusters_) {
    if (isTick(cluster)) drawTick(painter, cluster);
  }
  for (const MarkCluster& cluster : clusters_) {
    painter->setBrush(Qt::NoBrush);
    if (!isTick(cluster)) drawSign(painter, cluster);
  }
  painter->restore();
}

}  // namespace gan
