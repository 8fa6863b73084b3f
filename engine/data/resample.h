#pragma once

#include <cstdint>
#include <span>

#include "tensor/image.h"

namespace gan {

/// How pixels are weighted when an image changes its size, each widened by the factor of a reduction, so that nothing
/// aliases.
enum class ResizeFilter { kBox, kBilinear, kBicubic, kLanczos };

/// Resizes to width x height as Pillow's Image.resize() does with the filter of that name: first rows, then columns,
/// in fixed point with 22 bits, rounded to bytes in between. Throws Error(kInvalidArgument, "image_cannot_be_resized")
/// for an image without pixels or with other than 1 or 3 channels.
void resample(Image& image, std::int64_t width, std::int64_t height, ResizeFilter filter);

/// The same without rounding, as Pillow resizes each channel as an image of mode "F": planes of width x height float32
/// numbers, which may lie beyond 0 and 255. Throws likewise.
void resampleToFloats(const Image& image, std::int64_t width, std::int64_t height, ResizeFilter filter,
                      std::span<float> planes);

/// A part of an image becomes width x height, of which a part is kept.
struct Resizing {
  struct Span {
    double begin = 0;
    double length = 0;
  };
  Span across;  ///< In pixels of the image, as is `down`; where it ends inside, pixels beyond still weigh in.
  Span down;
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t left = 0;  ///< Of what is kept.
  std::int64_t top = 0;
  std::int64_t kept_width = 0;
  std::int64_t kept_height = 0;
  ResizeFilter filter = ResizeFilter::kBilinear;
};

/// All of a part becomes width x height, and all of that is kept.
Resizing resizingOf(const Resizing::Span& across, const Resizing::Span& down, std::int64_t width, std::int64_t height,
                    ResizeFilter filter);

/// The same as Pillow's resize() with a `box` and then crop(), without the work for what is not kept. Throws as
/// resample() above. The image counts as whole afterwards.
void resample(Image& image, const Resizing& wanted);

/// Keeps a rectangle, which lies in the image.
void cut(Image& image, std::int64_t left, std::int64_t top, std::int64_t width, std::int64_t height);

}  // namespace gan
