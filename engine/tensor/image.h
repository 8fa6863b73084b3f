#pragma once

#include <cstdint>
#include <vector>

namespace at {
class Tensor;
}

namespace gan {

/// An image in memory: interleaved bytes, rows top to bottom.
struct Image {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::int64_t channels = 0;         ///< 1 grey or 3 RGB
  std::vector<std::uint8_t> pixels;  ///< height * width * channels
  /// Pixels of the picture, along each side, that stand in one of these where it was decoded smaller; then width is
  /// full_width / reduction, rounded up.
  std::int64_t reduction = 1;
  std::int64_t full_width = 0;  ///< Of the whole picture; counts where reduction is not 1, as does full_height.
  std::int64_t full_height = 0;
  /// Transparency was laid over a background, or it was turned as EXIF data says: what looks at neither sees another
  /// one.
  bool composed = false;
};

/// float32 [N, C, H, W] in [-1, 1] -> uint8 [N, C, H, W]: round((x + 1) * 127.5), clamped; NaN becomes 0.
at::Tensor toBytes(const at::Tensor& images);
/// uint8 -> float32: x / 127.5 - 1.
at::Tensor toUnitRange(const at::Tensor& bytes);

/// Lays N images out in rows of `columns`, `padding` black pixels between and around them.
/// images: uint8 [N, C, H, W], C is 1 or 3. Throws Error(kInvalidArgument).
Image makeGrid(const at::Tensor& images, std::int64_t columns, std::int64_t padding);

}  // namespace gan
