#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "layers/convolution_shape.h"
#include "layers/layers.h"
#include "layers/weight_draw.h"
#include "models/biggan.h"

namespace gan {

/// What BigGAN and BigGAN-deep have in common; for their own files.

inline constexpr std::int64_t kBottomPixels = 4;    ///< Height and width of a generator's first maps.
inline constexpr double kOutputNormEpsilon = 1e-5;  ///< BigGAN-PyTorch passes its BN_eps to all but the last one.

/// What goes into and comes out of each doubling of a generator, in multiples of its width.
struct WidthLadder {
  std::vector<std::int64_t> in, out;
};
/// Empty for a resolution that there is none for.
WidthLadder generatorWidths(std::int64_t resolution);

[[noreturn]] void throwUnsupported(const BigGanShape& shape, const std::string& why);
/// Throws where there is no such network, whatever its other options.
void checkSizes(const BigGanShape& shape);

/// Whether maps of this size are among those that attend.
bool attends(const std::vector<std::int64_t>& resolutions, std::int64_t resolution);
/// Throws where maps of so few channels are to attend.
void checkAttention(const BigGanShape& shape, std::int64_t channels);

/// [N, C * 16] to the first maps [N, C, 4, 4], in memory as that of the weights that they meet.
at::Tensor bottomMaps(const at::Tensor& rows, at::MemoryFormat format);

ConvolutionShape window3(std::int64_t in, std::int64_t out);  ///< 3 x 3, the image keeps its size
ConvolutionShape window1(std::int64_t in, std::int64_t out);  ///< 1 x 1
/// Of the image with each pixel four times.
std::shared_ptr<Convolution> doublingConvolution(const ConvolutionShape& shape, const WeightOptions& options);

/// What does not depend on which network of the family it is.
BigGanShape commonShape(const NetworkShape& shape);
/// With the weights of a seed.
Networks drawn(Networks networks, Initialisation initialisation, std::uint64_t seed);

}  // namespace gan
