#pragma once

#include <QGraphicsItem>
#include <QImage>
#include <QPointF>
#include <QRectF>
#include <span>
#include <vector>

#include "loss_chart/chart_axes.h"
#include "loss_chart/chart_data.h"
#include "loss_chart/stroke_raster.h"
#include "style/series_style.h"

namespace gan {

/// From axes to pixels. y_low and y_high are log10 of values on a logarithmic axis.
struct PlotMapping {
  QRectF plot;  ///< Device-independent pixels.
  double x_first = 0;
  double x_last = 1;
  double y_low = 0;
  double y_high = 1;
  bool logarithmic = false;

  double pixelX(double x) const;
  double pixelY(double value) const;
  double axisX(double pixel) const;
  double value(double pixel) const;
};

using Polyline = std::vector<QPointF>;  ///< x never decreases.

/// What to draw for the columns of one curve. A column is a vertical stroke from its minimum to its maximum, joined to
/// its neighbours by its first and last value; a column without values is a break.
struct CurveGeometry {
  std::vector<Polyline> lines;
  std::vector<QPointF> points;      ///< Single values that stand far enough apart to be shown as dots.
  std::vector<QPointF> not_finite;  ///< Where a mark is due: at the value before it, else at the plot's lower edge.
  bool is_dense = false;            ///< Strokes stand so close that they are an area.
};

/// Columns outside the plot are left out, but for one at either side.
CurveGeometry geometryOf(const ChartColumns& columns, const XScale& scale, const PlotMapping& mapping);

/// Lengths in pixels of a dash and of the space after it.
struct Dashes {
  double on = 0;
  double off = 0;
};
/// The dashes of a line; measured along x for an area, whose up and down would make a stipple of them.
std::vector<Polyline> dashed(std::span<const QPointF> line, Dashes dashes, bool along_x);

/// The parts of a line that lie in an area: for painters that do not clip, as that of SVG.
std::vector<Polyline> clipped(std::span<const QPointF> line, const QRectF& area);

/// One series, ready to be drawn.
struct DrawnCurve {
  SeriesStyle style;
  CurveGeometry raw;
  CurveGeometry smoothed;  ///< Empty: the raw curve is drawn in full colour.
  std::vector<CurveGeometry> superseded;
};

/// All curves of a chart. On a screen they are drawn once for each change and kept as a picture, so that a cursor
/// moving over them costs little; into a file of vectors as lines.
class CurveItem : public QGraphicsItem {
 public:
  void setCurves(std::vector<DrawnCurve> curves, const QRectF& plot);

  QRectF boundingRect() const override { return plot_; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  template <typename Stroke>
  void drawLines(const Stroke& stroke) const;
  void drawSigns(QPainter* painter) const;
  void render(double scale);

  std::vector<DrawnCurve> curves_;
  QRectF plot_;
  StrokeRaster raster_;
  QImage picture_;  ///< Null when it is to be drawn anew.
  double picture_scale_ = 0;
};

}  // namespace gan
