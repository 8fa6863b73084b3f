#pragma once

#include <cstdint>
#include <vector>

#include "data/dataset.h"
#include "data/image_fit.h"

namespace gan {

struct SheetOptions {
  std::int64_t rows = 8;
  std::int64_t columns = 8;
  std::int64_t padding = 2;  ///< Black pixels between and around the images.
  std::uint64_t seed = 0;    ///< Chooses the images.
};

struct Sheet {
  Image picture;
  std::vector<std::int64_t> labels;  ///< Of each image: its class, or kNoLabel.
};

/// Images of a data set side by side, cropped, resized and mirrored as the networks see them. Those that cannot be read
/// are left out; the sheet has fewer rows where there are not enough. Throws what the data set throws when none can be
/// read, or when an error is not about one image.
Sheet drawSheet(const Dataset& dataset, const FitOptions& fit, const SheetOptions& options);

}  // namespace gan
