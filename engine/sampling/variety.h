#pragma once

#include <optional>

#include "run/sample_info.h"
#include "tensor/image.h"

namespace gan {

/// How much the pictures of a grid differ from one another, in levels of a byte; of their means over small patches, so
/// that noise alone is no variety.
struct Variety {
  /// Of a pixel over the pictures, of those of one class where classes are known; the mean. Nothing: no two pictures
  /// are to be compared, as where each is of a class of its own.
  std::optional<double> variance = {};
  double equal = 0;  ///< The share of pictures that differ from some other one by kSameLevels at most, as RMS.
};

/// About a hundredth of what a pixel can be.
inline constexpr double kSameLevels = 3;

/// Of a picture that was laid out as info says. Looks at the first 256 of its pictures.
Variety varietyOf(const Image& grid, const SampleInfo& info);

}  // namespace gan
