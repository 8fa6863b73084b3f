#pragma once

#include <cstdint>

#include "tensor/image.h"

namespace gan {

/// How pixels are weighted when an image changes its size, each widened by the factor of a reduction, so that nothing
/// aliases.
enum class ResizeFilter { kBox, kBilinear, kBicubic, kLanczos };

/// Resizes to width x height as Pillow's Image.resize() does with the filter of that name: first rows, then columns,
/// in fixed point with 22 bits, rounded to bytes in between. Throws Error(kInvalidArgument, "image_cannot_be_resized")
/// for an image without pixels or with other than 1 or 3 channels.
void resample(Image& image, std::int64_t width, std::int64_t height, ResizeFilter filter);

}  // namespace gan
