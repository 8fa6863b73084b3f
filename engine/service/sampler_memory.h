#pragma once

#include <cstdint>

#include "config/run_config.h"

namespace gan {

/// Before a process that needs so many bytes is started. Throws Error(kResourceExhausted, "sampler_no_memory") where
/// less than that and 20 % more is left.
void requireMemory(std::uint64_t needed_bytes, std::uint64_t left_bytes);

/// What the process that makes pictures needs for weights in a file of this size: LibTorch itself, two generators, and
/// the maps of a pass.
std::uint64_t samplerNeed(std::uint64_t weights_bytes);
/// And besides for standing statistics, whose batches of 64 pictures it draws on up to 4 of its threads at once: the
/// maps of the generator's last block.
std::uint64_t statisticsNeed(const RunConfig& config);
/// And for a sheet: a generator of its own, and the pictures of up to 50 rows.
std::uint64_t sheetNeed(std::uint64_t weights_bytes, const RunConfig& config);
/// And for a classifier that compares images by features, on so many threads as it may have.
std::uint64_t featuresNeed(const RunConfig& config);
/// And for the passes of a search for a photograph's latent.
std::uint64_t projectionNeed(const RunConfig& config);

}  // namespace gan
