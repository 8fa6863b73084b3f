#include "comparison/comparison_lanes.h"

#include <algorithm>
#include <cmath>

#include "loss_chart/chart_looks.h"
#include "loss_chart/readings.h"
#include "style/run_style.h"

namespace gan {
namespace {

const ChartColumns& shownOf(const Curve& curve, const ComparisonLook& look) {
  return look.smooths && !curve.smoothed.empty() ? curve.smoothed : curve.raw;
}

/// Of all runs, each in its own steps that are in view.
ValueRange valuesOf(const ComparedCurves& curves, const QString& name, const ComparisonLook& look, bool logarithmic) {
  ValueRange all;
  all.is_log = logarithmic;
  for (int run = 0; run < curves.count(); ++run) {
    const Curve* curve = CurveIndex(curves.reply(run)).find(name);
    if (curve == nullptr) continue;
    const ChartColumns* columns = &shownOf(*curve, look);
    const auto [first, last] = curves.stepsInView(run);
    const ValueRange one = valueRangeOf({&columns, 1}, first, last, {.logarithmic = logarithmic});
    if (!one.has_values) continue;
    if (logarithmic && !one.is_log) return valuesOf(curves, name, look, false);
    all.low = all.has_values ? std::min(all.low, one.low) : one.low;
    all.high = all.has_values ? std::max(all.high, one.high) : one.high;
    all.has_values = true;
  }
  return all;
}

DrawnCurve drawn(const ComparedCurves& curves, int run, const Curve& curve, const PlotMapping& mapping,
                 const ComparisonLook& look, Detail detail) {
  DrawnCurve each{.style = runStyle(run, look.is_dark), .raw = {}, .smoothed = {}, .superseded = {}};
  each.raw = geometryOf(shownOf(curve, look), curves.scale(run), mapping, detail);
  // What it descends from ran long before it.
  if (curves.alignment() == Alignment::kTime) return each;
  for (const ChartColumns& part : curve.before) {
    each.before.push_back(geometryOf(part, curves.scale(run, part), mapping, detail));
  }
  return each;
}

}  // namespace

std::vector<ComparisonLane> comparisonLanes(const ComparedCurves& curves, const QStringList& names, const QRectF& plot,
                                            double gap, const ComparisonLook& look) {
  std::vector<ComparisonLane> lanes;
  const auto count = static_cast<double>(names.size());
  const double height = std::floor((plot.height() - gap * (count - 1)) / count);
  double top = plot.top();
  for (const QString& name : names) {
    const ValueRange values = valuesOf(curves, name, look, look.logarithmic);
    ComparisonLane lane{.name = name, .mapping = {}};
    lane.mapping.plot = QRectF(plot.left(), top, plot.width(), height);
    lane.mapping.x_first = curves.first();
    lane.mapping.x_last = curves.last();
    lane.mapping.y_low = values.low;
    lane.mapping.y_high = values.high;
    lane.mapping.logarithmic = values.is_log;
    lane.mapping.clamps = names.size() > 1;
    lanes.push_back(lane);
    top += height + gap;
  }
  return lanes;
}

std::vector<DrawnCurve> comparedCurves(const ComparedCurves& curves, const std::vector<ComparisonLane>& lanes,
                                       const ComparisonLook& look) {
  std::vector<DrawnCurve> all;
  const auto count = static_cast<qsizetype>(lanes.size()) * curves.count();
  const Detail detail = count > kMostDetailed ? Detail::kSketch : Detail::kFull;
  for (int run = 0; run < curves.count(); ++run) {
    const CurveIndex known(curves.reply(run));
    for (const ComparisonLane& lane : lanes) {
      const Curve* curve = known.find(lane.name);
      if (curve != nullptr) all.push_back(drawn(curves, run, *curve, lane.mapping, look, detail));
    }
  }
  return all;
}

std::vector<ComparedValue> valuesAt(const ComparedCurves& curves, const QString& name, double x) {
  std::vector<ComparedValue> values;
  for (int run = 0; run < curves.count(); ++run) {
    const qint64 step = curves.stepAt(run, x);
    const ChartReply& reply = curves.reply(run);
    const Curve* curve = CurveIndex(reply).find(name);
    if (curve == nullptr || curve->raw.empty()) continue;
    // A cursor may be beside what is in view, and a run not trained so far.
    const bool is_known = curve->at_cursor && curve->at_cursor->first_step == step;
    if (!is_known && (step < curve->raw.front().first_step || step > curve->raw.back().last_step)) continue;
    for (const Reading& reading : readingsAt(reply, {name}, static_cast<double>(step))) {
      values.push_back({run, reading.value, curves.scale(run).at(static_cast<double>(reading.step))});
    }
  }
  return values;
}

}  // namespace gan
