#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace gan {

/// "1.5 GiB".
std::string formatBytes(std::uint64_t bytes);
/// "2 h 05 min", "41 s", "0.8 s".
std::string formatDuration(std::chrono::duration<double> duration);
/// Thousands separated by commas: "12,480".
std::string formatCount(std::int64_t count);
/// Seconds since 1970-01-01 UTC, with fraction.
double unixSeconds();
/// "2026-11-20T14:03:59Z".
std::string formatUtc(double unix_seconds);

}  // namespace gan
