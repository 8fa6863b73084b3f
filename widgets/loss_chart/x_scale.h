#pragma once

#include <vector>

#include "loss_chart/chart_data.h"

namespace gan {

/// Where a step lies on the x axis: at itself, at its epoch, or at its time in seconds since an origin. Epoch and time
/// are interpolated between the columns that it was made from, and extended beyond them; strictly increasing, so that
/// a place on the axis has a step.
class XScale {
 public:
  /// Steps.
  XScale() = default;
  XScale(ChartAxis axis, const ChartColumns& columns, double origin_seconds);

  double at(double step) const;
  double stepAt(double x) const;

 private:
  struct Knot {
    double step;
    double x;
  };
  void addKnot(double step, double x);
  double slope() const;  // x a step, at the right end

  bool is_steps_ = true;
  std::vector<Knot> knots_;
};

}  // namespace gan
