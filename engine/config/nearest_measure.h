#pragma once

#include <cstdint>
#include <string_view>

namespace gan {

/// By what training images are near to a picture.
enum class NearestMeasure : std::uint8_t {
  kPixels,
  kFeatures,  ///< Of the in-domain classifier of the run's images.
};

/// "pixels", "features".
std::string_view nameOf(NearestMeasure measure);
/// The reverse. Throws Error(kInvalidArgument, "nearest_measure_unknown").
NearestMeasure nearestMeasure(std::string_view name);

}  // namespace gan
