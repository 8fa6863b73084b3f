#include "loss_chart/curve_item.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace gan {
namespace {

constexpr double kDenseSpacing = 3;
constexpr double kDotSpacing = 9;
constexpr double kMarkSpacing = 9;
constexpr double kFarOutside = 1e5;  // pixels; keeps coordinates finite

void add(Polyline& line, QPointF point) {
  if (line.empty() || line.back() != point) line.push_back(point);
}

/// Columns that touch the plot, and one more at either side.
std::span<const ChartColumn> visibleColumns(const ChartColumns& columns, const XScale& scale,
                                            const PlotMapping& mapping) {
  const double first = scale.stepAt(mapping.x_first);
  const double last = scale.stepAt(mapping.x_last);
  auto from = std::partition_point(columns.begin(), columns.end(), [&](const ChartColumn& column) {
    return static_cast<double>(column.last_step) < first;
  });
  auto to = std::partition_point(
      from, columns.end(), [&](const ChartColumn& column) { return static_cast<double>(column.first_step) <= last; });
  if (from != columns.begin()) --from;
  if (to != columns.end()) ++to;
  return {from, to};
}

void addStroke(Polyline& line, const ChartColumn& column, double left, double right, const PlotMapping& mapping) {
  const double first = mapping.pixelY(column.first);
  const double last = mapping.pixelY(column.last);
  const double middle = (left + right) / 2;
  add(line, {left, first});
  if (column.min < column.max) {
    double near = mapping.pixelY(column.min);
    double far = mapping.pixelY(column.max);
    if (std::abs(first - far) < std::abs(first - near)) std::swap(near, far);
    add(line, {middle, near});
    add(line, {middle, far});
  }
  add(line, {right, last});
}

void addMark(CurveGeometry& geometry, QPointF at) {
  if (!geometry.not_finite.empty() && at.x() - geometry.not_finite.back().x() < kMarkSpacing) return;
  geometry.not_finite.push_back(at);
}

constexpr double kLineWidth = 1.5;
constexpr double kDenseWidth = 1;
constexpr double kPale = 0.34;
constexpr double kSuperseded = 0.35;
constexpr double kDotRadius = 2.2;
constexpr double kTriangle = 5;
constexpr Dashes kSupersededDots{.on = 1.5, .off = 3.5};

std::optional<Dashes> dashesOf(Qt::PenStyle style) {
  if (style == Qt::DashLine) return Dashes{.on = 8, .off = 4};
  if (style == Qt::DotLine) return Dashes{.on = 2, .off = 3};
  return std::nullopt;
}

QColor faded(QColor colour, double opacity) {
  colour.setAlphaF(static_cast<float>(opacity));
  return colour;
}

/// Up and down so much that dashes along its own length would be seen nowhere: they are measured along the axis then.
bool isSteep(const Polyline& line) {
  constexpr double kSteep = 2;
  double length = 0;
  for (std::size_t i = 1; i < line.size(); ++i)
    length += std::hypot(line[i].x() - line[i - 1].x(), line[i].y() - line[i - 1].y());
  return length > kSteep * (line.back().x() - line.front().x());
}

template <typename Stroke>
void drawCurve(const CurveGeometry& geometry, const QColor& colour, std::optional<Dashes> dashes,
               const Stroke& stroke) {
  const double width = geometry.is_dense || geometry.is_sketch ? kDenseWidth : kLineWidth;
  const Detail detail = geometry.is_sketch ? Detail::kSketch : Detail::kFull;
  for (const Polyline& line : geometry.lines) {
    if (line.size() == 1) {  // a value without neighbours is still seen
      const QPointF side(kDotRadius, 0);
      stroke(std::vector{line.front() - side, line.front() + side}, 2 * kDotRadius, colour, Detail::kFull);
    } else if (!dashes) {
      stroke(line, width, colour, detail);
    } else {
      const bool along_x = geometry.is_dense || isSteep(line);
      for (const Polyline& dash : dashed(line, *dashes, along_x)) stroke(dash, width, colour, detail);
    }
  }
}

/// Where the newest value in view lies; nothing: none is.
std::optional<QPointF> newestPoint(const CurveGeometry& geometry, const QRectF& plot) {
  for (auto line = geometry.lines.rbegin(); line != geometry.lines.rend(); ++line) {
    for (auto point = line->rbegin(); point != line->rend(); ++point) {
      if (point->x() < plot.left()) return std::nullopt;
      if (point->x() <= plot.right()) return *point;
    }
  }
  return std::nullopt;
}

}  // namespace

double PlotMapping::pixelX(double x) const {
  return std::clamp(plot.left() + (x - x_first) / (x_last - x_first) * plot.width(), -kFarOutside, kFarOutside);
}

double PlotMapping::pixelY(double value) const {
  const double y = logarithmic ? std::log10(std::max(value, 1e-300)) : value;
  const double pixel = plot.bottom() - (y - y_low) / (y_high - y_low) * plot.height();
  return clamps ? std::clamp(pixel, plot.top(), plot.bottom()) : std::clamp(pixel, -kFarOutside, kFarOutside);
}

double PlotMapping::axisX(double pixel) const {
  return x_first + (pixel - plot.left()) / plot.width() * (x_last - x_first);
}

double PlotMapping::value(double pixel) const {
  const double y = y_low + (plot.bottom() - pixel) / plot.height() * (y_high - y_low);
  return logarithmic ? std::pow(10.0, y) : y;
}

CurveGeometry geometryOf(const ChartColumns& columns, const XScale& scale, const PlotMapping& mapping, Detail detail) {
  CurveGeometry geometry;
  geometry.is_sketch = detail == Detail::kSketch;
  const auto visible = visibleColumns(columns, scale, mapping);
  const double spacing = mapping.plot.width() / static_cast<double>(std::max<std::size_t>(1, visible.size()));
  std::size_t strokes = 0;
  double last_y = mapping.plot.bottom();
  Polyline line;
  line.reserve(visible.size() * 4);
  const auto endLine = [&] {
    if (!line.empty()) geometry.lines.push_back(std::move(line));
    line = {};
  };
  for (const ChartColumn& column : visible) {
    const double left = mapping.pixelX(scale.at(static_cast<double>(column.first_step)));
    const double right = column.first_step == column.last_step
                             ? left
                             : std::max(left, mapping.pixelX(scale.at(static_cast<double>(column.last_step))));
    if (column.not_finite > 0) addMark(geometry, {left, last_y});
    if (column.count == 0) {
      if (column.not_finite > 0) endLine();
      continue;
    }
    if (geometry.is_sketch) {
      add(line, {right, mapping.pixelY(column.last)});
      last_y = line.back().y();
      continue;
    }
    if (column.min < column.max) ++strokes;
    addStroke(line, column, left, right, mapping);
    last_y = line.back().y();
    if (spacing >= kDotSpacing && column.first_step == column.last_step) geometry.points.push_back(line.back());
  }
  endLine();
  geometry.is_dense = spacing < kDenseSpacing && strokes * 2 >= visible.size();
  return geometry;
}

std::vector<BandPiece> bandPieces(const Band& band, const XScale& scale, const PlotMapping& mapping) {
  std::vector<BandPiece> pieces;
  const auto visible = visibleColumns(band.columns, scale, mapping);
  bool breaks = true;
  for (const ChartColumn& column : visible) {
    if (column.count == 0) {
      breaks = true;
      continue;
    }
    const std::size_t at = static_cast<std::size_t>(&column - band.columns.data());
    const bool begins = std::exchange(breaks, false);
    if (begins) pieces.emplace_back();
    BandPiece& piece = pieces.back();
    const auto add = [&](double x) {
      piece.high.emplace_back(x, mapping.pixelY(column.max));
      piece.high_quartile.emplace_back(x, mapping.pixelY(band.quartiles[at].high));
      piece.median.emplace_back(x, mapping.pixelY(column.last));
      piece.low_quartile.emplace_back(x, mapping.pixelY(band.quartiles[at].low));
      piece.low.emplace_back(x, mapping.pixelY(column.min));
    };
    if (begins && column.first_step < column.last_step) {
      add(mapping.pixelX(scale.at(static_cast<double>(column.first_step))));
    }
    add(mapping.pixelX(scale.at(static_cast<double>(column.last_step))));
  }
  for (BandPiece& piece : pieces) {  // what was recorded once is still seen
    if (piece.median.size() > 1) continue;
    for (Polyline* line : {&piece.high, &piece.high_quartile, &piece.median, &piece.low_quartile, &piece.low}) {
      const QPointF side(kDotRadius, 0);
      *line = {line->front() - side, line->front() + side};
    }
  }
  return pieces;
}

std::vector<Polyline> dashed(std::span<const QPointF> line, Dashes dashes, bool along_x) {
  std::vector<Polyline> result;
  if (line.empty()) return result;
  bool is_on = true;
  double rest = dashes.on;
  Polyline piece{line.front()};
  for (std::size_t i = 1; i < line.size(); ++i) {
    const QPointF step = line[i] - line[i - 1];
    const double length = along_x ? step.x() : std::hypot(step.x(), step.y());
    double done = 0;
    while (length - done > rest) {
      done += rest;
      const QPointF at = line[i - 1] + step * (done / length);
      if (is_on) {
        piece.push_back(at);
        result.push_back(std::move(piece));
        piece = {};
      } else {
        piece = {at};
      }
      is_on = !is_on;
      rest = is_on ? dashes.on : dashes.off;
    }
    rest -= length - done;
    if (is_on) piece.push_back(line[i]);
  }
  if (is_on) result.push_back(std::move(piece));
  return result;
}

std::vector<Polyline> clipped(std::span<const QPointF> line, const QRectF& area) {
  std::vector<Polyline> result;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const QPointF from = line[i - 1];
    const QPointF step = line[i] - from;
    double enter = 0;
    double leave = 1;
    // Liang and Barsky, 1984: the part of the segment that is on the inner side of all four edges.
    const auto cut = [&](double along, double room) {
      if (along == 0 && room < 0) leave = -1;
      if (along < 0) enter = std::max(enter, room / along);
      if (along > 0) leave = std::min(leave, room / along);
    };
    cut(-step.x(), from.x() - area.left());
    cut(step.x(), area.right() - from.x());
    cut(-step.y(), from.y() - area.top());
    cut(step.y(), area.bottom() - from.y());
    if (enter > leave) continue;
    const QPointF begin = from + step * enter;
    const QPointF end = from + step * leave;
    if (result.empty() || enter > 0 || result.back().back() != begin) result.push_back({begin});
    result.back().push_back(end);
  }
  return result;
}

void CurveItem::setLook(const QPalette& palette, const QFont& font) {
  palette_ = palette;
  font_ = font;
  update();
}

void CurveItem::setCurves(std::vector<DrawnCurve> curves, std::vector<DrawnBand> bands, const QRectF& plot) {
  if (plot != plot_) prepareGeometryChange();
  curves_ = std::move(curves);
  bands_ = std::move(bands);
  plot_ = plot;
  picture_ = QImage();
  update();
}

template <typename Stroke>
void CurveItem::drawLines(const Stroke& stroke) const {
  for (const DrawnCurve& curve : curves_) {
    for (const CurveGeometry& piece : curve.superseded) {
      drawCurve(piece, faded(curve.style.colour, kSuperseded), kSupersededDots, stroke);
    }
  }
  for (const DrawnCurve& curve : curves_) {
    for (const CurveGeometry& part : curve.before) {
      drawCurve(part, faded(curve.style.colour, kPale), dashesOf(curve.style.dash), stroke);
    }
  }
  for (const DrawnCurve& curve : curves_) {
    const bool is_behind = !curve.smoothed.lines.empty();
    drawCurve(curve.raw, is_behind ? faded(curve.style.colour, kPale) : curve.style.colour,
              is_behind ? std::nullopt : dashesOf(curve.style.dash), stroke);
  }
  for (const DrawnBand& band : bands_) {
    for (const BandPiece& piece : band.pieces) stroke(piece.median, kLineWidth, band.colour, Detail::kFull);
  }
  for (const DrawnCurve& curve : curves_) {
    drawCurve(curve.smoothed, curve.style.colour, dashesOf(curve.style.dash), stroke);
  }
}

void CurveItem::drawSigns(QPainter* painter) const {
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(Qt::NoPen);
  for (const DrawnCurve& curve : curves_) {
    painter->setBrush(faded(curve.style.colour, curve.smoothed.lines.empty() ? 1 : kPale));
    for (const QPointF& point : curve.raw.points) {
      if (plot_.contains(point)) painter->drawEllipse(point, kDotRadius, kDotRadius);
    }
    painter->setBrush(curve.style.colour);
    for (const QPointF& at : curve.raw.not_finite) {
      if (at.x() < plot_.left() || at.x() > plot_.right()) continue;
      const double top = std::clamp(at.y() - kTriangle, plot_.top(), plot_.bottom() - 2 * kTriangle);
      painter->drawPolygon(QPolygonF(
          {{at.x(), top}, {at.x() - kTriangle, top + 2 * kTriangle}, {at.x() + kTriangle, top + 2 * kTriangle}}));
    }
  }
}

/// One below the other where values lie close together.
void CurveItem::drawLabels(QPainter* painter) const {
  struct Label {
    QPointF at;
    QString text;
    QColor colour;
  };
  std::vector<Label> labels;
  const QFontMetricsF metrics(font_);
  const double line = metrics.height();
  for (const DrawnCurve& curve : curves_) {
    if (curve.label.isEmpty()) continue;
    const auto point = newestPoint(curve.smoothed.lines.empty() ? curve.raw : curve.smoothed, plot_);
    if (point) {
      labels.push_back(
          {*point, metrics.elidedText(curve.label, Qt::ElideMiddle, plot_.width() / 2), curve.style.colour});
    }
  }
  std::ranges::stable_sort(labels, [](const Label& a, const Label& b) { return a.at.y() < b.at.y(); });
  painter->setFont(font_);
  double free_from = plot_.top();
  const double whole = line * static_cast<double>(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    // Room is left for those below.
    const double lowest = plot_.bottom() - whole + line * static_cast<double>(i);
    const double top = std::max(free_from, std::min(labels[i].at.y() - line, lowest));
    const double width = metrics.horizontalAdvance(labels[i].text);
    const double left = std::clamp(labels[i].at.x() - width - line / 2, plot_.left(), plot_.right() - width - line / 4);
    const QRectF box(left, top, width, line);
    QColor back = palette_.color(QPalette::Base);
    back.setAlphaF(0.75F);
    painter->fillRect(box.adjusted(-2, 0, 2, 0), back);
    painter->setPen(labels[i].colour);
    painter->drawText(box, Qt::AlignCenter, labels[i].text);
    free_from = top + line;
  }
}

void CurveItem::drawVectors(QPainter* painter) const {
  for (const DrawnBand& band : bands_) {
    const auto area = [&](const Polyline& upper, const Polyline& lower) {
      QPolygonF polygon(QVector<QPointF>(upper.begin(), upper.end()));
      for (auto point = lower.rbegin(); point != lower.rend(); ++point) polygon.append(*point);
      painter->setPen(Qt::NoPen);
      painter->setBrush(faded(band.colour, kBandOpacity));
      painter->drawPolygon(polygon.intersected(QPolygonF(plot_)));
    };
    for (const BandPiece& piece : band.pieces) {
      area(piece.high, piece.low);
      area(piece.high_quartile, piece.low_quartile);
    }
  }
  painter->setBrush(Qt::NoBrush);
  drawLines([&](const Polyline& line, double width, const QColor& colour, Detail) {
    painter->setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    for (const Polyline& part : clipped(line, plot_)) {
      painter->drawPolyline(part.data(), static_cast<int>(part.size()));
    }
  });
}

void CurveItem::render(double scale) {
  const QSize size(static_cast<int>(std::ceil(plot_.width() * scale)),
                   static_cast<int>(std::ceil(plot_.height() * scale)));
  raster_.begin(size);
  Polyline scaled_line;
  const auto toPixels = [&](const Polyline& line, Polyline& pixels) {
    pixels.clear();
    pixels.reserve(line.size());
    for (const QPointF& point : line) pixels.push_back((point - plot_.topLeft()) * scale);
  };
  Polyline lower;
  for (const DrawnBand& band : bands_) {
    const QColor colour = faded(band.colour, kBandOpacity);
    const auto area = [&](const Polyline& from, const Polyline& to) {
      toPixels(from, scaled_line);
      toPixels(to, lower);
      raster_.fill(scaled_line, lower, colour);
    };
    for (const BandPiece& piece : band.pieces) {
      area(piece.high, piece.low);
      area(piece.high_quartile, piece.low_quartile);
    }
  }
  drawLines([&](const Polyline& line, double width, const QColor& colour, Detail detail) {
    toPixels(line, scaled_line);
    if (detail == Detail::kSketch) {
      raster_.sketch(scaled_line, width * scale, colour);
    } else {
      raster_.stroke(scaled_line, width * scale, colour);
    }
  });
  picture_ = raster_.image();
  picture_.setDevicePixelRatio(scale);
  picture_scale_ = scale;
}

void CurveItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  if (plot_.isEmpty()) return;
  painter->save();
  painter->setClipRect(plot_);
  if (painter->paintEngine()->type() == QPaintEngine::SVG) {
    drawVectors(painter);
  } else {
    const double scale = painter->deviceTransform().m11();
    if (picture_.isNull() || scale != picture_scale_) render(scale);
    painter->drawImage(plot_.topLeft(), picture_);
  }
  drawSigns(painter);
  drawLabels(painter);
  painter->restore();
}

}  // namespace gan
