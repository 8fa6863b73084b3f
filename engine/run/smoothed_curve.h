#pragma once

#include <cstddef>
#include <vector>

#include "run/min_max_pyramid.h"

namespace gan {

/// The debiased exponential moving average of a growing curve, see Smoothing: every value is smoothed once, however
/// often it is looked at. Values that are not finite go through as they are and leave the average alone.
/// Not thread-safe.
class SmoothedCurve {
 public:
  /// weight in (0, 1).
  explicit SmoothedCurve(double weight) : weight_(weight) {}

  double weight() const { return weight_; }
  /// Smooths what raw has beyond the values smoothed so far; those must be unchanged.
  void extend(const MinMaxPyramid& raw);
  /// Forgets everything from index `size` on, perhaps a little more.
  void truncate(std::size_t size);
  const MinMaxPyramid& curve() const { return curve_; }

 private:
  struct Average {
    double last = 0;
    double decay = 1;  ///< weight^n.
  };

  double weight_;
  MinMaxPyramid curve_;
  Average average_;                      ///< After the newest value.
  std::vector<Average> before_stretch_;  ///< Before each stretch of values, to go on from there after truncate().
};

}  // namespace gan
