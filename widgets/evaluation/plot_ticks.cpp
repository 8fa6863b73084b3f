#include "evaluation/plot_ticks.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

namespace gan {

PlotTicks plotTicks(double low, double high, int most, bool whole_numbers) {
  PlotTicks ticks;
  if (!(high > low) || !std::isfinite(high - low) || most < 1) return ticks;
  const double least = (high - low) / most;
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    ticks.spacing = factor * power;
    if (ticks.spacing >= least) break;
  }
  if (whole_numbers) ticks.spacing = std::max(1.0, ticks.spacing);
  constexpr double kRounding = 1e-9;
  constexpr double kMostWhole = 9007199254740992;  // from which on doubles cannot be counted by ones
  const double last = high / ticks.spacing + kRounding;
  double next = std::ceil(low / ticks.spacing - kRounding);
  if (std::max(std::abs(next), std::abs(last)) >= kMostWhole) return ticks;
  for (; next <= last; ++next) ticks.values << next * ticks.spacing + 0.0;  // no -0
  return ticks;
}

QString tickText(double value, double spacing) {
  const double shown = std::abs(value) < spacing / 2 ? 0 : value;  // no "-0"
  constexpr double kLarge = 1e7;
  constexpr double kSmall = 1e-4;
  if (std::abs(shown) >= kLarge || (shown != 0 && spacing < kSmall)) return QLocale().toString(shown, 'g', 3);
  const int digits = std::max(0, static_cast<int>(-std::floor(std::log10(spacing) + 1e-9)));
  return QLocale().toString(shown, 'f', digits);
}

}  // namespace gan
