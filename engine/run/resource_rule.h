#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "run/event.h"

namespace gan {

/// So much of something was free at that moment.
struct FreeAmount {
  double unix_seconds = 0;
  double bytes = 0;
};

/// When it is used up, as it went over these, which come in order: nothing where they say too little, or where it did
/// not become less all the time. Six parts of the time must each have less than the one before on average, and the last
/// not much slower than all, so that neither a start nor a neighbour's short visit counts; and nobody sees farther than
/// ten times as long as he has looked.
std::optional<double> usedUpAt(const std::deque<FreeAmount>& amounts);

/// Tells, with the hour, that disk or memory runs out: each once, and again when it had recovered. And when none of
/// what was told runs out any more. Not thread-safe.
class ResourceRule {
 public:
  /// Those that count: an hour of them.
  static constexpr double kWindowSeconds = 3600;

  /// Measurements come in order. within_hours: what is farther away is not told; 0: nothing is.
  std::vector<Alert> check(const LoadMeasured& load, double unix_seconds, double within_hours);

 private:
  struct Resource {
    const char* id;        ///< Of the message.
    const char* sentence;  ///< Its text.
    std::deque<FreeAmount> amounts = {};
    bool told = false;
  };
  static std::optional<Alert> check(Resource& resource, FreeAmount now, double within_hours);
  bool hasTold() const { return disk_.told || memory_.told || device_.told; }

  Resource disk_{"disk_runs_out",
                 "The disk of the run is full at {hour}, as it went in the last {minutes} min: {free} are left."};
  Resource memory_{"memory_runs_out",
                   "The memory that the run may take is used up at {hour}, as it went in the last {minutes} min: "
                   "{free} are left."};
  Resource device_{"device_memory_runs_out",
                   "The memory of the GPU is used up at {hour}, as it went in the last {minutes} min: {free} are "
                   "left."};
};

}  // namespace gan
