#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "comparison/compared_curves.h"
#include "loss_chart/curve_item.h"

namespace gan {

/// A series' part of the plot.
struct ComparisonLane {
  QString name;
  PlotMapping mapping;
};

/// How curves are drawn, whatever runs they are of.
struct ComparisonLook {
  bool smooths = true;
  bool logarithmic = false;
  bool is_dark = false;
};

/// A part of the plot for each series, one above the other, each with the values that are in view of all runs.
std::vector<ComparisonLane> comparisonLanes(const ComparedCurves& curves, const QStringList& names, const QRectF& plot,
                                            double gap, const ComparisonLook& look);

/// Of all runs in all lanes. Where values are averaged, the averages alone: those that were recorded of several runs
/// would hide one another.
std::vector<DrawnCurve> comparedCurves(const ComparedCurves& curves, const std::vector<ComparisonLane>& lanes,
                                       const ComparisonLook& look);

/// What one run says of a series near a place on the axis.
struct ComparedValue {
  int run = 0;
  double value = 0;
  double x = 0;  ///< Of the recorded point.
};
/// Of the runs that were recorded there, in their order.
std::vector<ComparedValue> valuesAt(const ComparedCurves& curves, const QString& name, double x);

}  // namespace gan
