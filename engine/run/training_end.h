#pragma once

#include <cstdint>

#include "config/run_config.h"
#include "run/checkpoint_store.h"

namespace gan {

/// Iterations completed when training.steps or training.epochs ends a training by so many processes that goes on from a
/// checkpoint; 0: neither does. An older checkpoint does not say how long an epoch is: epochs are no limit there.
std::int64_t trainingEnd(RunConfig config, const CheckpointState& from, int processes);

/// Whether nothing is left to be trained from there on, by however many processes.
bool isAtTrainingEnd(const RunConfig& config, const CheckpointState& from);

}  // namespace gan
