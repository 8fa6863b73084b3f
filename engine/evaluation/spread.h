#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace gan {

/// A score that was measured several times.
struct Spread {
  double mean = 0;
  double deviation = 0;  ///< Standard deviation; 0 where it was measured once.
  std::size_t measured = 0;

  std::optional<double> deviationIfAny() const { return measured > 1 ? std::optional(deviation) : std::nullopt; }
};

/// freedom_lost: 1 divides the squares by one less than there are values, 0 by all.
inline Spread spreadOf(const std::vector<double>& values, std::size_t freedom_lost = 1) {
  Spread spread{.measured = values.size()};
  for (const double value : values) spread.mean += value / static_cast<double>(values.size());
  if (values.size() < 2) return spread;
  double squares = 0;
  for (const double value : values) squares += (value - spread.mean) * (value - spread.mean);
  spread.deviation = std::sqrt(squares / static_cast<double>(values.size() - freedom_lost));
  return spread;
}

}  // namespace gan
