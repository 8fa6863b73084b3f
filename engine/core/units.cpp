#include "core/units.h"

#include <array>
#include <charconv>
#include <ctime>
#include <string_view>

#include "core/duration_parts.h"

namespace gan {
namespace {

/// Not printf: the decimal point must not depend on the locale, which a window program sets.
std::string withOneDecimal(double value) {
  std::array<char, 64> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, 1);
  return {buffer.data(), result.ptr};
}

std::string twoDigits(std::int64_t value) { return (value < 10 ? "0" : "") + std::to_string(value); }

std::string twoParts(std::int64_t large, std::string_view large_unit, std::int64_t small, std::string_view small_unit) {
  return std::to_string(large) + " " + std::string(large_unit) + " " + twoDigits(small) + " " + std::string(small_unit);
}

}  // namespace

std::string formatBytes(std::uint64_t bytes) {
  if (bytes < 1024) return std::to_string(bytes) + " B";
  constexpr std::array<std::string_view, 6> kUnits = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes) / 1024.0;
  std::size_t unit = 0;
  // 1023.95 and more would be printed as 1024.0.
  while (value >= 1023.95 && unit + 1 < kUnits.size()) {
    value /= 1024.0;
    ++unit;
  }
  return withOneDecimal(value) + " " + std::string(kUnits[unit]);
}

std::string formatDuration(std::chrono::duration<double> duration) {
  const double seconds = duration.count();
  if (seconds < 0 && durationParts(-seconds)) return "-" + formatDuration(-duration);
  const std::optional<DurationParts> parts = durationParts(seconds);
  if (!parts) return "unknown";
  if (seconds < 9.95) return withOneDecimal(seconds) + " s";
  if (parts->unit == DurationParts::Unit::kSeconds) return std::to_string(parts->count) + " s";
  constexpr std::array<std::string_view, 4> kUnits = {"s", "min", "h", "d"};
  const auto unit = static_cast<std::size_t>(parts->unit);
  return twoParts(parts->count, kUnits.at(unit), parts->rest, kUnits.at(unit - 1));
}

std::string formatCount(std::int64_t count) {
  std::string digits = std::to_string(count);
  const std::size_t first = count < 0 ? 1 : 0;
  for (std::size_t position = digits.size(); position > first + 3;) {
    position -= 3;
    digits.insert(position, 1, ',');
  }
  return digits;
}

double unixSeconds() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string formatUtc(double unix_seconds) {
  constexpr double kEndOfYear9999 = 253402300800.0;
  if (!(unix_seconds >= 0 && unix_seconds < kEndOfYear9999)) return "unknown";
  const auto whole = static_cast<std::time_t>(unix_seconds);
  std::tm parts{};
  gmtime_r(&whole, &parts);
  return std::to_string(1900 + parts.tm_year) + "-" + twoDigits(1 + parts.tm_mon) + "-" + twoDigits(parts.tm_mday) +
         "T" + twoDigits(parts.tm_hour) + ":" + twoDigits(parts.tm_min) + ":" + twoDigits(parts.tm_sec) + "Z";
}

}  // namespace gan
