#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "config/run_config.h"
#include "models/snapshot.h"
#include "run/sample_info.h"
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
/// one class a row. class_names: of the data; may be empty. Runs on the calling thread.
SampleGrid drawGrid(const GeneratorSnapshot& snapshot, const RunConfig& config, std::int32_t segment,
                    std::span<const std::string> class_names);

}  // namespace gan
