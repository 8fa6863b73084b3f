#pragma once

#include <vector>

#include "loss_chart/chart_axes.h"
#include "loss_chart/chart_lanes.h"
#include "loss_chart/chart_options.h"
#include "loss_chart/plot_view.h"

namespace gan {

/// Of more curves than these nobody sees dots, what a column holds, or raw values behind smoothed ones.
constexpr qsizetype kMostDetailed = 24;

/// What a chart is drawn from: data, view and choices, and where they lie in the plot.
struct ChartSubject {
  const ChartReply& reply;
  const QStringList& names;               ///< Of the curves that are drawn.
  const std::vector<const Band*>& bands;  ///< That are drawn.
  const ChartOptions& options;
  const XScale& scale;
  const std::vector<ChartLane>& lanes;
  double origin_seconds = 0;
  bool is_dark = false;
};

AxisLook xAxisLook(ChartAxis axis, const PlotMapping& mapping, const PlotView& plot);
AxisLook yAxisLook(const PlotMapping& mapping, const PlotView& plot);
std::vector<DrawnCurve> drawnCurves(const ChartSubject& subject);
std::vector<DrawnBand> drawnBands(const ChartSubject& subject);
/// What all drawn curves and bands say at the recorded point nearest to the step.
CursorBox cursorBox(const ChartSubject& subject, double step);
/// "Gradient norms · G, median of 48"
QString bandTitle(const Band& band);
/// For a screen reader: which curves, from where to where, and what they say at the step.
QString description(const ChartSubject& subject, double first_step, double last_step, double step);

}  // namespace gan
