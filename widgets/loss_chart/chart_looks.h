#pragma once

#include <vector>

#include "loss_chart/chart_axes.h"
#include "loss_chart/chart_options.h"
#include "loss_chart/plot_view.h"

namespace gan {

/// What a chart is drawn from: data, view and choices, and where they lie in the plot.
struct ChartSubject {
  const ChartReply& reply;
  const QStringList& names;  ///< Shown.
  const ChartOptions& options;
  const XScale& scale;
  const PlotMapping& mapping;
  double origin_seconds = 0;
  bool is_dark = false;
};

AxisLook xAxisLook(ChartAxis axis, const PlotMapping& mapping, const PlotView& plot);
AxisLook yAxisLook(const PlotMapping& mapping, const PlotView& plot);
std::vector<DrawnCurve> drawnCurves(const ChartSubject& subject);
/// What all shown series say at the recorded point nearest to the step.
CursorBox cursorBox(const ChartSubject& subject, double step);
/// For a screen reader: which curves, from where to where, and what they say at the step.
QString description(const ChartSubject& subject, double first_step, double last_step, double step);

}  // namespace gan
