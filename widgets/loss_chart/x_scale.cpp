#include "loss_chart/x_scale.h"

#include <algorithm>
#include <cmath>

namespace gan {
namespace {

constexpr std::size_t kKnotsForSlope = 16;

}  // namespace

XScale::XScale(ChartAxis axis, const ChartColumns& columns, double origin_seconds)
    : is_steps_(axis == ChartAxis::kStep || columns.empty()) {
  if (is_steps_) return;
  knots_.reserve(columns.size());
  for (const ChartColumn& column : columns) {
    addKnot(static_cast<double>(column.first_step),
            axis == ChartAxis::kEpoch ? column.epoch : column.unix_seconds - origin_seconds);
  }
  if (knots_.empty()) is_steps_ = true;
}

void XScale::addKnot(double step, double x) {
  if (!std::isfinite(x)) return;
  if (!knots_.empty() && (step <= knots_.back().step || x <= knots_.back().x)) return;  // a clock set back, for one
  knots_.push_back({step, x});
}

double XScale::slope() const {
  if (knots_.size() < 2) return 1;
  const Knot& from = knots_[knots_.size() - std::min(knots_.size(), kKnotsForSlope)];
  return (knots_.back().x - from.x) / (knots_.back().step - from.step);
}

double XScale::at(double step) const {
  if (is_steps_) return step;
  const auto after = std::upper_bound(knots_.begin(), knots_.end(), step,
                                      [](double each, const Knot& knot) { return each < knot.step; });
  if (after == knots_.end()) return knots_.back().x + (step - knots_.back().step) * slope();
  if (after == knots_.begin()) {
    if (knots_.size() < 2) return after->x + (step - after->step) * slope();
    return after->x + (step - after->step) * (after[1].x - after->x) / (after[1].step - after->step);
  }
  const Knot& before = *(after - 1);
  return before.x + (step - before.step) * (after->x - before.x) / (after->step - before.step);
}

double XScale::stepAt(double x) const {
  if (is_steps_) return x;
  const auto after =
      std::upper_bound(knots_.begin(), knots_.end(), x, [](double each, const Knot& knot) { return each < knot.x; });
  if (after == knots_.end()) return knots_.back().step + (x - knots_.back().x) / slope();
  if (after == knots_.begin()) {
    if (knots_.size() < 2) return after->step + (x - after->x) / slope();
    return after->step + (x - after->x) * (after[1].step - after->step) / (after[1].x - after->x);
  }
  const Knot& before = *(after - 1);
  return before.step + (x - before.x) * (after->step - before.step) / (after->x - before.x);
}

}  // namespace gan
