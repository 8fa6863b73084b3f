#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "config/run_config.h"
#include "run/sample_info.h"
#include "sampling/sampled_generator.h"
#include "tensor/image.h"

namespace gan {

/// Black pixels between and around the images of a grid.
inline constexpr std::int64_t kGridPadding = 2;

/// A picture of samples and what it shows.
struct SampleGrid {
  Image image;
  SampleInfo info;
  bool finite = true;  ///< Every pixel was, before it became a byte.
  bool blank = false;  ///< Every sample is of one colour.
};

/// Draws the grid of fixed latents that config's sampling.* fields describe, for a generator that knows classes with
/// one class a row. generator: of the weights after `step` iterations; what it keeps of one grid serves the next.
/// class_names: of the data; may be empty. Runs on the calling thread.
SampleGrid drawGrid(SampledGenerator& generator, std::int64_t step, const RunConfig& config, std::int32_t segment,
                    std::span<const std::string> class_names);

}  // namespace gan
