#pragma once

#include <cstdint>
#include <span>

#include "tensor/image.h"

namespace gan {

/// Brings an image to size x size and to 1 or 3 channels and writes it as planes of float32 in [-1, 1], each byte as
/// toUnitRange() maps it. Grey becomes three equal planes; colour becomes grey by ITU-R 601-2 with Pillow's rounding,
/// before it is resized (bilinear, see resample()). `image` is used as working memory.
/// Throws Error(kInvalidArgument) when the image has other than 1 or 3 channels or planes has another size.
void writePlanes(Image& image, std::int64_t size, std::int64_t channels, std::span<float> planes);

}  // namespace gan
