#pragma once

#include <cstdint>

#include "config/run_config.h"

namespace gan {

/// What a training has behind it.
struct TrainedSoFar {
  std::int64_t steps = 0;
  double epochs = 0;
};

/// Iterations completed when training.steps or training.epochs, whichever comes first, ends a training by so many
/// processes; 0: neither does. images_per_epoch: those that all processes take together.
std::int64_t totalSteps(const RunConfig& config, std::int64_t images_per_epoch, int processes,
                        const TrainedSoFar& so_far = {});

}  // namespace gan
