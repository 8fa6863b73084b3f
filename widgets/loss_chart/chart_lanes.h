#pragma once

#include <vector>

#include "loss_chart/chart_axes.h"
#include "loss_chart/chart_options.h"
#include "loss_chart/curve_item.h"

namespace gan {

/// What is drawn on one scale: a part of the plot's height with an axis of its own.
struct ChartLane {
  QString scale;  ///< seriesScale() of what is in it, of the first where it holds the rest.
  QString title;  ///< Of all scales that are in it.
  QStringList names;
  QStringList bands;
  PlotMapping mapping;
};

/// A lane for each scale of what is drawn, in the order in which they come, one above the other; where that would be
/// less high than least_height each, the last one has the rest. One at least.
std::vector<ChartLane> lanesOf(const QStringList& names, const std::vector<const Band*>& bands, const QRectF& plot,
                               double least_height, double gap);

/// The lane that a series or a group is drawn in.
const ChartLane& laneOf(const std::vector<ChartLane>& lanes, const QString& name);

}  // namespace gan
