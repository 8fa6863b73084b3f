#pragma once

#include <ATen/core/Tensor.h>

namespace gan {

at::Tensor doubled(const at::Tensor& x);  ///< [N, C, H, W] to [N, C, 2 H, 2 W], each pixel four times
at::Tensor halved(const at::Tensor& x);   ///< [N, C, 2 H, 2 W] to [N, C, H, W], means of 2 x 2 pixels

/// A 3 x 3 convolution of a doubled image meets every pixel four times, and of what it gives before the image is halved
/// nothing is wanted but means. Both are one convolution by 4 x 4 at every second pixel, padding 1, with sums of the
/// weights that meet the same pixel: 16 products in place of 36. Equal up to rounding; differentiable any number of
/// times.

/// [out, in, 3, 3] to the weight [in, out, 4, 4] of a transposed convolution that takes the image before it is doubled.
at::Tensor doublingKernel(const at::Tensor& weight);
/// [out, in, 3, 3] to the weight [out, in, 4, 4] of a convolution that gives the halved image.
at::Tensor halvingKernel(const at::Tensor& weight);

}  // namespace gan
