#include "loss_chart/curve_item.h"

#include <QPaintEngine>
#include <QPainter>
#include <cmath>

namespace gan {
namespace {

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

template <typename Stroke>
void drawCurve(const CurveGeometry& geometry, const QColor& colour, std::optional<Dashes> dashes,
               const Stroke& stroke) {
  const double width = geometry.is_dense ? kDenseWidth : kLineWidth;
  for (const Polyline& line : geometry.lines) {
    if (line.size() == 1) {  // a value without neighbours is still seen
      const QPointF side(kDotRadius, 0);
      stroke(std::vector{line.front() - side, line.front() + side}, 2 * kDotRadius, colour);
    } else if (!dashes) {
      stroke(line, width, colour);
    } else {
      for (const Polyline& dash : dashed(line, *dashes, geometry.is_dense)) stroke(dash, width, colour);
    }
  }
}

}  // namespace

void CurveItem::setCurves(std::vector<DrawnCurve> curves, const QRectF& plot) {
  if (plot != plot_) prepareGeometryChange();
  curves_ = std::move(curves);
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
    const bool is_behind = !curve.smoothed.lines.empty();
    drawCurve(curve.raw, is_behind ? faded(curve.style.colour, kPale) : curve.style.colour,
              is_behind ? std::nullopt : dashesOf(curve.style.dash), stroke);
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

void CurveItem::render(double scale) {
  const QSize size(static_cast<int>(std::ceil(plot_.width() * scale)),
                   static_cast<int>(std::ceil(plot_.height() * scale)));
  raster_.begin(size);
  Polyline scaled_line;
  drawLines([&](const Polyline& line, double width, const QColor& colour) {
    scaled_line.clear();
    scaled_line.reserve(line.size());
    for (const QPointF& point : line) scaled_line.push_back((point - plot_.topLeft()) * scale);
    raster_.stroke(scaled_line, width * scale, colour);
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
    drawLines([&](const Polyline& line, double width, const QColor& colour) {
      painter->setPen(QPen(colour, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
      for (const Polyline& part : clipped(line, plot_)) {
        painter->drawPolyline(part.data(), static_cast<int>(part.size()));
      }
    });
  } else {
    const double scale = painter->deviceTransform().m11();
    if (picture_.isNull() || scale != picture_scale_) render(scale);
    painter->drawImage(plot_.topLeft(), picture_);
  }
  drawSigns(painter);
  painter->restore();
}

}  // namespace gan
