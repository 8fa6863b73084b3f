#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "layers/convolution_shape.h"
#include "layers/layers.h"
#include "layers/weight_draw.h"
#include "models/biggan_base.h"

namespace gan {

/// What BigGAN and BigGAN-deep have in common; for their own files.

/// The widths of a generator's first maps and of what comes out of each doubling, in multiples of its width. Empty for
/// a resolution that there is none for.
std::vector<std::int64_t> generatorWidths(std::int64_t resolution);
/// What comes out of each block of BigGAN's discriminator, likewise; BigGAN-deep's first convolution stands for the
/// first one.
std::vector<std::int64_t> discriminatorWidths(std::int64_t resolution);
/// How many of a discriminator's stages, from the first on, halve the image.
std::int64_t discriminatorHalvings(std::int64_t resolution);

[[noreturn]] void throwUnsupported(const BigGanShape& shape, const std::string& why);
/// Throws where there is no such network, whatever its other options.
void checkSizes(const BigGanShape& shape);

ConvolutionShape window3(std::int64_t in, std::int64_t out);  ///< 3 x 3, the image keeps its size
ConvolutionShape window1(std::int64_t in, std::int64_t out);  ///< 1 x 1
/// Of the image with each pixel four times.
std::shared_ptr<Convolution> doublingConvolution(const ConvolutionShape& shape, const WeightOptions& options);

/// What does not depend on which network of the family it is.
BigGanShape commonShape(const NetworkShape& shape);
/// With the weights of a seed.
Networks drawn(Networks networks, Initialisation initialisation, std::uint64_t seed);

}  // namespace gan
