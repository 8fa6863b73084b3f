#pragma once

#include <cstdint>

#include "config/run_config.h"

namespace gan {

/// Real images that one iteration takes, of one process: for each update of the discriminator as many batches as it
/// accumulates; in the alternating schedule those of both networks.
std::int64_t imagesPerIteration(const RunConfig& config);

}  // namespace gan
