#pragma once

#include <optional>

#include "core/device_load.h"
#include "run/phases.h"

namespace gan {

/// What a rank tells the others of one iteration.
struct RankIteration {
  PhaseTimes times{};                     ///< What it did with its time.
  std::optional<DeviceLoad> device = {};  ///< Its GPU's, as measured last; none on CPUs, or where it cannot be asked.

  friend bool operator==(const RankIteration& a, const RankIteration& b) = default;
};

}  // namespace gan
