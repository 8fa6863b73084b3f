#pragma once

#include <cstdint>

#include "config/run_config.h"

namespace gan {

/// Real images that one iteration takes, of one process: a batch for each update of the discriminator; in the
/// alternating schedule a batch for each network.
std::int64_t imagesPerIteration(const RunConfig& config);

}  // namespace gan
