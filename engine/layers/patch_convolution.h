#pragma once

#include <ATen/core/Tensor.h>

#include "layers/convolution_shape.h"

namespace gan {

/// Convolutions as one matrix product over the windows of an image ("im2col"; Chellapilla et al., 2006), float32 on the
/// CPU in channels-last memory. Equal to at::conv2d and at::conv_transpose2d up to rounding, differentiable any number
/// of times. Measured with oneDNN 3.7 as reference on 64 images and an Intel Xeon: it takes 45 to 58 ms for either pass
/// between 4 x 4 and 8 x 8 pixels where the product takes 31 ms and the copies 5 ms, and three times as long where one
/// side has 3 channels. On an AMD EPYC (Zen 5) MKL multiplies by AVX2 only, and the product takes 1.6 times as long as
/// oneDNN's convolution.

/// Whether MKL has kernels of its own for this processor.
bool productsAreFast();

/// Whether that is the faster way for this layer: few windows, or few channels on the image's side.
bool patchesPay(const at::Tensor& x, const at::Tensor& weight, const ConvolutionShape& shape);
/// The same for the transposed convolution.
bool transposedPatchesPay(const at::Tensor& x, const at::Tensor& weight, const ConvolutionShape& shape);

/// weight: [out, in, k, k].
at::Tensor patchConvolution(const at::Tensor& x, const at::Tensor& weight, const ConvolutionShape& shape);
/// weight: [in, out, k, k].
at::Tensor patchTransposedConvolution(const at::Tensor& x, const at::Tensor& weight, const ConvolutionShape& shape);

}  // namespace gan
