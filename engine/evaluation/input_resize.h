#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>
#include <string_view>

#include "tensor/image.h"

namespace gan {

/// How pictures become what a feature network takes. Programs that compute the same score differ in this, and with it
/// their scores by several points (Parmar et al., "On aliased resizing and surprising subtleties in GAN evaluation",
/// 2022): each way bears its program's name.
enum class InputResize {
  kPytorchFid,  ///< Bilinear between pixels' centres, without antialiasing; 2x - 1 of x in [0, 1].
  kStyleGan,    ///< Bilinear as TensorFlow 1 did it: new pixel i looks at i * old / new; (x - 128) / 128.
  kCleanFid,    ///< Pillow's bicubic filter on numbers that are not rounded, cut to 0 .. 255; (x - 128) / 128.
  kBigGan,      ///< Bilinear between corners; ImageNet's mean and deviation (BigGAN-PyTorch).
};

/// "pytorch-fid", "stylegan", "clean-fid", "biggan".
std::string_view nameOf(InputResize way);

/// Brings an image of any size to size x size: three planes of float32 numbers, 0 .. 255; grey gives three equal ones.
/// Throws Error(kInvalidArgument, "image_cannot_be_resized") as resample().
void resizeInput(const Image& image, InputResize way, std::int64_t size, std::span<float> planes);

/// What Inception takes for numbers in 0 .. 255 [N, 3, H, W], as that program maps them.
at::Tensor normaliseInput(const at::Tensor& images, InputResize way);

}  // namespace gan
