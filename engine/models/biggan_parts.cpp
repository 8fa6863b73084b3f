#include "models/biggan_parts.h"

#include <algorithm>

#include "core/error.h"

namespace gan {

std::vector<std::int64_t> generatorWidths(std::int64_t resolution) {
  switch (resolution) {
    case 32:
      return {4, 4, 4, 4};
    case 64:
      return {16, 16, 8, 4, 2};
    case 128:
      return {16, 16, 8, 4, 2, 1};
    case 256:
      return {16, 16, 8, 8, 4, 2, 1};
    case 512:
      return {16, 16, 8, 8, 4, 2, 1, 1};
    default:
      return {};
  }
}

std::vector<std::int64_t> discriminatorWidths(std::int64_t resolution) {
  switch (resolution) {
    case 32:
      return {4, 4, 4, 4};
    case 64:
      return {1, 2, 4, 8, 16};
    case 128:
      return {1, 2, 4, 8, 16, 16};
    case 256:
      return {1, 2, 4, 8, 8, 16, 16};
    case 512:
      return {1, 1, 2, 4, 8, 8, 16, 16};
    default:
      return {};
  }
}

std::int64_t discriminatorHalvings(std::int64_t resolution) {
  const auto blocks = static_cast<std::int64_t>(discriminatorWidths(resolution).size());
  return resolution == 32 ? 2 : blocks - 1;
}

void throwUnsupported(const BigGanShape& shape, const std::string& why) {
  throw Error(ErrorCode::kInvalidArgument, "model_unsupported_shape",
              "The networks sngan, sagan, biggan and biggan-deep cannot be built so: {why}. They were asked for "
              "{resolution} pixels, "
              "{channels} channels, {classes} classes, latent size {latent_size}, widths {generator_width} and "
              "{discriminator_width}. Change data.resolution, data.channels or model.*.",
              {{"why", why},
               {"resolution", std::to_string(shape.resolution)},
               {"channels", std::to_string(shape.channels)},
               {"classes", std::to_string(shape.classes)},
               {"latent_size", std::to_string(shape.latent_size)},
               {"generator_width", std::to_string(shape.generator_width)},
               {"discriminator_width", std::to_string(shape.discriminator_width)}});
}

void checkSizes(const BigGanShape& shape) {
  if (generatorWidths(shape.resolution).empty()) {
    throwUnsupported(shape, "images have 32, 64, 128, 256 or 512 pixels");
  }
  if (shape.latent_size < 1 || shape.channels < 1 || shape.classes < 0 || shape.generator_width < 1 ||
      shape.discriminator_width < 1 || shape.shared_size < 0 || shape.generator_depth < 1 ||
      shape.discriminator_depth < 1) {
    throwUnsupported(shape, "sizes and widths are at least 1");
  }
}

ConvolutionShape window3(std::int64_t in, std::int64_t out) {
  return {.in_channels = in, .out_channels = out, .kernel = 3, .stride = 1, .padding = 1};
}
ConvolutionShape window1(std::int64_t in, std::int64_t out) {
  return {.in_channels = in, .out_channels = out, .kernel = 1, .stride = 1, .padding = 0};
}

std::shared_ptr<Convolution> doublingConvolution(const ConvolutionShape& shape, const WeightOptions& options) {
  return std::make_shared<ResamplingConvolution>(ResamplingConvolution::Way::kDoublesBefore, shape, options);
}

BigGanShape commonShape(const NetworkShape& shape) {
  return {.latent_size = shape.latent_size,
          .channels = shape.channels,
          .resolution = shape.resolution,
          .classes = shape.classes,
          .generator_width = shape.generator_width,
          .discriminator_width = shape.discriminator_width,
          .generator_attention = {},
          .discriminator_attention = {},
          .norm = shape.norm,
          .norm_epsilon = shape.norm_epsilon,
          .generator_spectral_norm = shape.spectral_norm,
          .discriminator_spectral_norm = shape.spectral_norm};
}

Networks drawn(Networks networks, Initialisation initialisation, std::uint64_t seed) {
  drawWeights(*networks.generator, initialisation, seed, NetworkRole::kGenerator);
  drawWeights(*networks.discriminator, initialisation, seed, NetworkRole::kDiscriminator);
  return networks;
}

}  // namespace gan
