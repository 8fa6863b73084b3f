#pragma once

#include <utility>

#include "interop/image_file.h"
#include "tensor/image.h"

namespace gan {

/// Hands a decoded picture over as an image of a data set.
inline void assign(Image& image, DecodedImage decoded) {
  image.width = decoded.width;
  image.height = decoded.height;
  image.channels = decoded.channels;
  image.pixels = std::move(decoded.pixels);
  image.reduction = decoded.reduction;
  image.full_width = decoded.full_width;
  image.full_height = decoded.full_height;
  image.composed = decoded.composed;
}

/// What the shorter side of a picture must keep where it is decoded smaller, so that resizing it to `resolution`
/// changes it by no more than about one level on average. Half of it would do for speed, but changes some by more than
/// three.
inline std::int64_t shorterSideToDecode(std::int64_t resolution) { return 2 * resolution; }

}  // namespace gan
