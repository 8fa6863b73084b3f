#pragma once

#include <cstdint>

namespace gan {

/// A square convolution: kernel x kernel pixels, every `stride` pixels, on an image widened by `padding` zeros.
struct ConvolutionShape {
  std::int64_t in_channels = 1;
  std::int64_t out_channels = 1;
  std::int64_t kernel = 4;
  std::int64_t stride = 2;
  std::int64_t padding = 1;
};

}  // namespace gan
