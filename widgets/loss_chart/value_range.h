#pragma once

#include <span>

#include "loss_chart/chart_data.h"

namespace gan {

/// What the value axis spans, in log10 of values where is_log.
struct ValueRange {
  double low = 0;
  double high = 1;
  bool is_log = false;
  bool has_values = false;
};

struct ValueRangeOptions {
  bool logarithmic = false;
  bool ignores_outliers = false;  ///< Fits the 1st to 99th percentile of columns' minima and maxima.
};

/// Columns of the shown curves that lie between two steps, with some air above and below. Logarithmic only if all
/// values are positive.
ValueRange valueRangeOf(std::span<const ChartColumns* const> curves, double first_step, double last_step,
                        ValueRangeOptions options);

}  // namespace gan
