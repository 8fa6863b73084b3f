#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

namespace gan {

/// A duration as people say it, in one language or another: at most two units, each below the next larger one's size.
struct DurationParts {
  enum class Unit { kSeconds, kMinutes, kHours, kDays };
  Unit unit = Unit::kSeconds;
  std::int64_t count = 0;  ///< Of the unit.
  std::int64_t rest = 0;   ///< Of the next smaller unit; always 0 for seconds.

  friend bool operator==(const DurationParts& a, const DurationParts& b) = default;
};

/// Rounded to the smaller of the two units, so that 59.6 s are 1 min 00 s. Nothing for what is negative, not finite or
/// longer than anything can last.
inline std::optional<DurationParts> durationParts(double seconds) {
  using Unit = DurationParts::Unit;
  constexpr double kTooLong = 1e15;
  if (!(seconds >= 0 && seconds <= kTooLong)) return std::nullopt;
  const std::int64_t whole = std::llround(seconds);
  if (whole < 60) return DurationParts{Unit::kSeconds, whole, 0};
  if (whole < 3600) return DurationParts{Unit::kMinutes, whole / 60, whole % 60};
  const std::int64_t minutes = (whole + 30) / 60;
  if (minutes < 24 * 60) return DurationParts{Unit::kHours, minutes / 60, minutes % 60};
  const std::int64_t hours = (whole + 1800) / 3600;
  return DurationParts{Unit::kDays, hours / 24, hours % 24};
}

}  // namespace gan
