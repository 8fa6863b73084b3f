#pragma once

#include <filesystem>
#include <optional>

#include "config/run_config.h"
#include "data/dataset.h"
#include "sampling/variety.h"

namespace gan {

/// Name of the picture of real images in a run's samples folder, without ".png".
inline constexpr const char* kRealGridName = "real";

/// Writes samples/real.png: as many real images as a sample grid has, as the networks see them, chosen by
/// sampling.seed, laid out alike, so that the two can be held side by side; and samples/real.json, which says of what
/// class each is. Does nothing when the picture exists.
void writeRealGrid(const Dataset& dataset, const RunConfig& config, const std::filesystem::path& samples_folder);

/// What the picture of real images is like; nothing where there is none that can be read.
std::optional<Variety> realVariety(const std::filesystem::path& samples_folder);

}  // namespace gan
