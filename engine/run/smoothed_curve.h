#pragma once

#include <cstddef>
#include <span>

#include "run/chunked_array.h"
#include "run/min_max_pyramid.h"

namespace gan {

/// The debiased exponential moving average of a growing curve, see Smoothing. Values that are not finite go through as
/// they are and leave the average alone. With a file for sums, old values are smoothed again from the raw curve.
/// Not thread-safe, and not to be moved.
class SmoothedCurve {
 public:
  /// weight in (0, 1). raw must outlive it, and values that were smoothed must not change unless truncate() is called.
  /// sums, which must outlive it too, is where sums lie; null: all is kept in memory.
  SmoothedCurve(double weight, const MinMaxPyramid& raw, SumsFile* sums);
  SmoothedCurve(const SmoothedCurve&) = delete;
  SmoothedCurve& operator=(const SmoothedCurve&) = delete;

  double weight() const { return weight_; }
  /// Smooths what raw has beyond the values smoothed so far, up to `size` values in all.
  void extend(std::size_t size);
  /// Forgets everything from index `size` on, perhaps a little more.
  void truncate(std::size_t size);
  const MinMaxPyramid& curve() const { return curve_; }

 private:
  struct Average {
    double last = 0;
    double decay = 1;  ///< weight^n.
  };

  /// Smooths in place; returns the average after them.
  Average smooth(Average before, std::span<float> values) const;
  void smoothAgain(std::size_t begin, std::span<float> values) const;

  double weight_;
  const MinMaxPyramid& raw_;
  MinMaxPyramid curve_;
  Average average_;                            ///< After the newest value.
  ChunkedArray<Average, 256> before_stretch_;  ///< Before each stretch of values, to go on from there.
};

}  // namespace gan
