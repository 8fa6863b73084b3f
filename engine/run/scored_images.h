#pragma once

#include <cstdint>
#include <string>

#include "config/run_config.h"

namespace gan {

/// What scores of a run are measured against: by other images, the same features give other scores.
struct ScoredImages {
  std::string fingerprint;  ///< Of the data.
  std::int64_t resolution = 0;
  std::int64_t channels = 0;
  std::string fit;  ///< How they are brought to that size: "centre, bilinear", without what chance does in training.

  friend bool operator==(const ScoredImages& a, const ScoredImages& b) = default;
};

/// data_fingerprint: as the run's manifest has it.
ScoredImages scoredImages(const RunConfig& config, const std::string& data_fingerprint);

}  // namespace gan
