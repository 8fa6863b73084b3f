#pragma once

#include <QFont>
#include <QGraphicsItem>
#include <QImage>
#include <QPalette>
#include <QPointF>
#include <QRectF>
#include <QString>
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
  bool clamps = false;  ///< What lies above or below the plot is drawn at its edge: beyond it is another's place.

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
  bool is_sketch = false;           ///< A line through the columns' last values, to be drawn quickly.
};

/// kSketch: for one of so many curves that nobody sees what a single one does within a column.
enum class Detail { kFull, kSketch };

/// Columns outside the plot are left out, but for one at either side.
CurveGeometry geometryOf(const ChartColumns& columns, const XScale& scale, const PlotMapping& mapping,
                         Detail detail = Detail::kFull);

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
  std::vector<CurveGeometry> before{};  ///< Of the runs that the run descends from.
  QString label{};                      ///< Beside its newest value in view; empty: none.
};

/// A band without a break: five lines over the same x, from above to below.
struct BandPiece {
  Polyline high;
  Polyline high_quartile;
  Polyline median;
  Polyline low_quartile;
  Polyline low;
};

/// Columns without values are breaks; those outside the plot are left out, but for one at either side.
std::vector<BandPiece> bandPieces(const Band& band, const XScale& scale, const PlotMapping& mapping);

/// One band, ready to be drawn.
struct DrawnBand {
  QColor colour;
  std::vector<BandPiece> pieces;
};

/// How strongly a band is filled, from its outermost quantiles and once more between its quartiles.
constexpr double kBandOpacity = 0.22;

/// All bands and curves of a chart. On a screen they are drawn once for each change and kept as a picture, so that a
/// cursor moving over them costs little; into a file of vectors as lines.
class CurveItem : public QGraphicsItem {
 public:
  /// Of labels.
  void setLook(const QPalette& palette, const QFont& font);
  void setCurves(std::vector<DrawnCurve> curves, std::vector<DrawnBand> bands, const QRectF& plot);

  QRectF boundingRect() const override { return plot_; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  template <typename Stroke>
  void drawLines(const Stroke& stroke) const;
  void drawVectors(QPainter* painter) const;
  void drawSigns(QPainter* painter) const;
  void drawLabels(QPainter* painter) const;
  void render(double scale);

  std::vector<DrawnCurve> curves_;
  std::vector<DrawnBand> bands_;
  QRectF plot_;
  QPalette palette_;
  QFont font_;
  StrokeRaster raster_;
  QImage picture_;  ///< Null when it is to be drawn anew.
  double picture_scale_ = 0;
};

}  // namespace gan
