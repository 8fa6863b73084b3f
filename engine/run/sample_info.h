#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "config/truncation.h"

namespace gan {

/// What a picture of samples shows: the .json beside it. Its latents can be drawn again from seed, first and count.
struct SampleInfo {
  std::int64_t step = 0;  ///< Iterations completed.
  std::int32_t segment = 0;
  Truncation truncation = {};
  std::uint64_t latent_seed = 0;
  std::int64_t latent_first = 0;  ///< Number of the first sample of the seed.
  std::int64_t latent_size = 0;
  std::int64_t count = 0;
  std::int64_t columns = 0;
  std::int64_t padding = 0;                         ///< Pixels between and around the images.
  std::string weights;                              ///< "ema" or "generator"; "real": these are images of the data.
  std::string statistics = "running";               ///< Of batch normalisations: "running", "batch" or "standing".
  std::vector<std::int64_t> labels;                 ///< The class of each image; empty without classes.
  std::map<std::int64_t, std::string> class_names;  ///< Of those that have a name.
  double unix_seconds = 0;

  friend bool operator==(const SampleInfo&, const SampleInfo&) = default;
};

std::string toJson(const SampleInfo& info);

/// source names the file in messages. Throws Error(kDataLoss, "sample_bad_info") unless the text is at most 1 MiB of
/// JSON that toJson() could have made: as many labels as images, or none.
SampleInfo sampleInfoFromJson(std::string_view text, std::string_view source);

}  // namespace gan
