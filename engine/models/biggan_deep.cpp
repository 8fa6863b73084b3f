#include "models/biggan_deep.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/relu.h>

#include <string>

#include "layers/resampling.h"
#include "models/biggan_parts.h"

namespace gan {

namespace {

constexpr std::int64_t kSqueeze = 4;  // a block convolves with this share of its channels

/// Channels that a block convolves with.
std::int64_t squeezed(const BigGanShape& shape, std::int64_t channels) {
  if (channels < kSqueeze) {
    throwUnsupported(shape, "blocks of biggan-deep convolve with a quarter of their channels, and one has " +
                                std::to_string(channels) + "; use a width of at least 4");
  }
  return channels / kSqueeze;
}

/// Of the shared embedding.
std::int64_t sharedSize(const BigGanShape& shape) {
  if (shape.classes == 0) return 0;
  return shape.shared_size > 0 ? shape.shared_size : shape.latent_size;
}

/// Normalises, activates and squeezes; normalises, activates, doubles the image where it is told to and convolves;
/// convolves; widens. Beside the first channels of the input, doubled likewise.
class GeneratorBlock : public BigGanBlock {
 public:
  GeneratorBlock(const BigGanShape& shape, const BigGanPlace& place) : place_(place) {
    const WeightOptions weights{.bias = true, .spectral_norm = shape.generator_spectral_norm};
    const std::int64_t hidden = squeezed(shape, place.in);
    conv1_ = register_module("conv1", std::make_shared<Convolution>(window1(place.in, hidden), weights));
    conv2_ = register_module("conv2", place.resizes ? doublingConvolution(window3(hidden, hidden), weights)
                                                    : std::make_shared<Convolution>(window3(hidden, hidden), weights));
    conv3_ = register_module("conv3", std::make_shared<Convolution>(window3(hidden, hidden), weights));
    conv4_ = register_module("conv4", std::make_shared<Convolution>(window1(hidden, place.out), weights));
    bn1_ = norm("bn1", shape, place.in);
    bn2_ = norm("bn2", shape, hidden);
    bn3_ = norm("bn3", shape, hidden);
    bn4_ = norm("bn4", shape, hidden);
  }

  at::Tensor forward(const at::Tensor& x, const at::Tensor& entry) const override {
    at::Tensor h = conv1_->forward(at::relu(bn1_->forward(x, entry)));
    h = at::relu(bn2_->forward(h, entry));
    at::Tensor kept = place_.in == place_.out ? x : x.slice(1, 0, place_.out);
    if (place_.resizes) kept = doubled(kept);
    h = conv2_->forward(h);
    h = conv3_->forward(at::relu(bn3_->forward(h, entry)));
    return conv4_->forward(at::relu(bn4_->forward(h, entry))) + kept;
  }

 private:
  std::shared_ptr<ConditionalNorm> norm(const char* name, const BigGanShape& shape, std::int64_t channels) {
    return register_module(
        name, ConditionalNorm::ofVector(shape.norm, channels, shape.norm_epsilon, sharedSize(shape) + shape.latent_size,
                                        {.bias = false, .spectral_norm = shape.generator_spectral_norm}));
  }

  BigGanPlace place_;
  std::shared_ptr<Convolution> conv1_, conv2_, conv3_, conv4_;
  std::shared_ptr<ConditionalNorm> bn1_, bn2_, bn3_, bn4_;
};

/// Activates and squeezes, convolves twice, halves the image where it is told to, widens. Beside the input, halved
/// likewise, and as many channels of a 1 x 1 convolution of it as it lacks.
class DiscriminatorBlock : public BigGanBlock {
 public:
  DiscriminatorBlock(const BigGanShape& shape, const BigGanPlace& place) : place_(place) {
    const WeightOptions weights{.bias = true, .spectral_norm = shape.discriminator_spectral_norm};
    const std::int64_t hidden = squeezed(shape, place.out);
    conv1_ = register_module("conv1", std::make_shared<Convolution>(window1(place.in, hidden), weights));
    conv2_ = register_module("conv2", std::make_shared<Convolution>(window3(hidden, hidden), weights));
    conv3_ = register_module("conv3", std::make_shared<Convolution>(window3(hidden, hidden), weights));
    conv4_ = register_module("conv4", std::make_shared<Convolution>(window1(hidden, place.out), weights));
    if (place.out > place.in) {
      conv_sc_ =
          register_module("conv_sc", std::make_shared<Convolution>(window1(place.in, place.out - place.in), weights));
    }
  }

  at::Tensor forward(const at::Tensor& x, const at::Tensor& /*entry*/) const override {
    at::Tensor h = conv1_->forward(at::relu(x));
    h = conv2_->forward(at::relu(h));
    h = at::relu(conv3_->forward(at::relu(h)));
    const at::Tensor kept = place_.resizes ? halved(x) : x;
    h = conv4_->forward(place_.resizes ? halved(h) : h);
    return h + (conv_sc_ ? at::cat({kept, conv_sc_->forward(kept)}, 1) : kept);
  }

 private:
  BigGanPlace place_;
  std::shared_ptr<Convolution> conv1_, conv2_, conv3_, conv4_;
  std::shared_ptr<Convolution> conv_sc_;  // null where the input has channels enough
};

}  // namespace

BigGanDeepGenerator::BigGanDeepGenerator(const BigGanShape& shape)
    : BigGanBaseGenerator(
          shape,
          {.shared = sharedSize(shape),
           .bottom = sharedSize(shape) + shape.latent_size,
           .depth = shape.generator_depth},
          [&shape](const BigGanPlace& place) { return std::make_shared<GeneratorBlock>(shape, place); }) {}

std::vector<at::Tensor> BigGanDeepGenerator::told(const at::Tensor& latents, const at::Tensor& condition) const {
  return {condition.defined() ? at::cat({condition, latents}, 1) : latents};
}

at::Tensor BigGanDeepGenerator::entry(const std::vector<at::Tensor>& told, std::size_t /*place*/) const {
  return told.front();
}

std::shared_ptr<Generator> BigGanDeepGenerator::blank() const { return std::make_shared<BigGanDeepGenerator>(shape_); }

BigGanDeepDiscriminator::BigGanDeepDiscriminator(const BigGanShape& shape)
    : BigGanBaseDiscriminator(
          shape, Beginning::kConvolution, shape.discriminator_depth,
          [&shape](const BigGanPlace& place) { return std::make_shared<DiscriminatorBlock>(shape, place); }) {}

namespace {

BigGanShape deepShape(const NetworkShape& shape) {
  BigGanShape own = commonShape(shape);
  own.generator_attention = own.discriminator_attention = shape.attention;
  own.shared_size = shape.shared_size;
  own.generator_depth = shape.generator_depth;
  own.discriminator_depth = shape.discriminator_depth;
  return own;
}

}  // namespace

Networks makeBigGanDeep(const NetworkShape& shape, std::uint64_t seed) {
  const BigGanShape own = deepShape(shape);
  return drawn({std::make_shared<BigGanDeepGenerator>(own), std::make_shared<BigGanDeepDiscriminator>(own)},
               shape.initialisation.value_or(Initialisation::kOrthogonal), seed);
}

std::shared_ptr<Generator> blankBigGanDeep(const NetworkShape& shape) {
  return std::make_shared<BigGanDeepGenerator>(deepShape(shape));
}

std::shared_ptr<Discriminator> blankBigGanDeepDiscriminator(const NetworkShape& shape) {
  return std::make_shared<BigGanDeepDiscriminator>(deepShape(shape));
}

}  // namespace gan
