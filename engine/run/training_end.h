#pragma once

#include <cstdint>
#include <span>

#include "config/run_config.h"
#include "run/checkpoint_store.h"
#include "run/event.h"

namespace gan {

/// Iterations completed when training.steps or training.epochs ends a training by so many processes that goes on from a
/// checkpoint; 0: neither does. An older checkpoint does not say how long an epoch is: epochs are no limit there.
std::int64_t trainingEnd(RunConfig config, const CheckpointState& from, int processes);

/// Whether nothing is left to be trained from there on, by however many processes.
bool isAtTrainingEnd(const RunConfig& config, const CheckpointState& from);

/// Iterations at which the training that these events tell of last was to end; 0: none has begun, or no end was set.
std::int64_t newestTrainingEnd(std::span<const Event> events);

}  // namespace gan
