#pragma once

#include <QGraphicsItem>
#include <QImage>
#include <vector>

#include "loss_chart/curve_geometry.h"
#include "loss_chart/stroke_raster.h"
#include "style/series_style.h"

namespace gan {

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
