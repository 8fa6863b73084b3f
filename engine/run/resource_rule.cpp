#include "run/resource_rule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "core/units.h"

namespace gan {
namespace {

constexpr const char* kRule = "resources";
constexpr std::size_t kParts = 6;
constexpr std::size_t kLeastInPart = 4;
constexpr double kLeastSeconds = 4 * 60;
constexpr double kSight = 10;

/// What of the decrease the last part must go on with.
constexpr double kGoesOn = 0.5;

FreeAmount meanOf(std::deque<FreeAmount>::const_iterator first, std::deque<FreeAmount>::const_iterator last) {
  const auto count = static_cast<double>(last - first);
  FreeAmount mean;
  for (auto one = first; one != last; ++one) {
    mean.unix_seconds += one->unix_seconds / count;
    mean.bytes += one->bytes / count;
  }
  return mean;
}

/// "2026-11-20 14:03 UTC".
std::string hourText(double unix_seconds) {
  std::string text = formatUtc(unix_seconds);
  const std::size_t day = text.find('T');
  return text.substr(0, day) + " " + text.substr(day + 1, 5) + " UTC";
}

}  // namespace

std::optional<double> usedUpAt(const std::deque<FreeAmount>& amounts) {
  if (amounts.size() < kParts * kLeastInPart) return std::nullopt;
  const double seen = amounts.back().unix_seconds - amounts.front().unix_seconds;
  if (seen < kLeastSeconds) return std::nullopt;
  std::array<FreeAmount, kParts> parts;
  for (std::size_t i = 0; i < kParts; ++i) {
    const auto at = [&](std::size_t part) {
      return amounts.begin() + static_cast<std::ptrdiff_t>(part * amounts.size() / kParts);
    };
    parts[i] = meanOf(at(i), at(i + 1));
  }
  const auto grows = [](const FreeAmount& a, const FreeAmount& b) { return b.bytes >= a.bytes; };
  if (std::ranges::adjacent_find(parts, grows) != parts.end()) return std::nullopt;
  const auto rate = [](const FreeAmount& a, const FreeAmount& b) {
    return (a.bytes - b.bytes) / (b.unix_seconds - a.unix_seconds);
  };
  const double over_all = rate(parts.front(), parts.back());
  const double last = rate(parts[kParts - 2], parts.back());
  if (!(over_all > 0) || last < kGoesOn * over_all) return std::nullopt;
  const double left = amounts.back().bytes / over_all;
  return left <= kSight * seen ? std::optional(amounts.back().unix_seconds + left) : std::nullopt;
}

std::vector<Alert> ResourceRule::check(const LoadMeasured& load, double unix_seconds, double within_hours) {
  const bool had_told = hasTold();
  std::vector<Alert> alerts;
  const auto look = [&](Resource& resource, std::uint64_t total, std::uint64_t used) {
    if (total == 0) return;  // nobody could say
    const FreeAmount now{unix_seconds, static_cast<double>(total - std::min(used, total))};
    if (auto alert = check(resource, now, within_hours)) alerts.push_back(std::move(*alert));
  };
  look(disk_, load.disk_free_bytes, 0);
  look(memory_, load.host_memory_bytes, load.host_memory_used_bytes);
  if (load.device) look(device_, load.device->memory_total_bytes, load.device->memory_used_bytes);
  if (had_told && !hasTold()) {
    const Message over{"resources_last", "Disk and memory are not seen to run out any more.", {}};
    alerts.push_back(Alert{Severity::kInfo, kRule, over, {}});
  }
  return alerts;
}

std::optional<Alert> ResourceRule::check(Resource& resource, FreeAmount now, double within_hours) {
  std::deque<FreeAmount>& amounts = resource.amounts;
  amounts.push_back(now);
  while (amounts.front().unix_seconds < now.unix_seconds - kWindowSeconds) amounts.pop_front();
  const std::optional<double> end = usedUpAt(amounts);
  if (!end) {
    resource.told = false;
    return std::nullopt;
  }
  if (*end - now.unix_seconds > within_hours * 3600 || resource.told) return std::nullopt;
  resource.told = true;
  const double minutes = (now.unix_seconds - amounts.front().unix_seconds) / 60;
  return Alert{Severity::kWarning,
               kRule,
               {resource.id,
                resource.sentence,
                {{"hour", hourText(*end)},
                 {"minutes", std::to_string(std::lround(minutes))},
                 {"free", formatBytes(static_cast<std::uint64_t>(now.bytes))}}},
               {"stop"}};
}

}  // namespace gan
