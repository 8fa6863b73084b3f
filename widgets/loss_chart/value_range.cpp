#include "loss_chart/value_range.h"

#include <algorithm>
#include <cmath>

namespace gan {
namespace {

constexpr double kAir = 0.05;
constexpr double kOutliers = 0.01;  // at either end

double percentile(std::vector<float>& values, double part) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace

ValueRange valueRangeOf(std::span<const ChartColumns* const> curves, double first_step, double last_step,
                        ValueRangeOptions options) {
  std::vector<float> lows;
  std::vector<float> highs;
  for (const ChartColumns* columns : curves) {
    for (const ChartColumn& column : *columns) {
      if (!column.has_values || static_cast<double>(column.last_step) < first_step) continue;
      if (static_cast<double>(column.first_step) > last_step) break;
      lows.push_back(column.min);
      highs.push_back(column.max);
    }
  }
  ValueRange range;
  if (lows.empty()) return range;
  range.has_values = true;
  const float lowest = *std::min_element(lows.begin(), lows.end());
  range.is_log = options.logarithmic && lowest > 0;
  range.low = options.ignores_outliers ? percentile(lows, kOutliers) : lowest;
  range.high =
      options.ignores_outliers ? percentile(highs, 1 - kOutliers) : *std::max_element(highs.begin(), highs.end());
  if (range.is_log) {
    range.low = std::log10(range.low);
    range.high = std::log10(range.high);
  }
  const double span = range.high - range.low;
  // A constant curve lies in the middle.
  const double air = span > 0 ? span * kAir : std::max(std::abs(range.high) * 0.1, range.is_log ? 0.1 : 1e-6);
  range.low -= air;
  range.high += air;
  return range;
}

}  // namespace gan
