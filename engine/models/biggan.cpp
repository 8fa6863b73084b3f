#include "models/biggan.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/relu.h>

#include <string>

#include "layers/resampling.h"
#include "models/biggan_parts.h"

namespace gan {

namespace {

/// Parts that a hierarchical latent is cut into: one enters at the bottom and one at each block.
std::int64_t slots(const BigGanShape& shape) {
  return static_cast<std::int64_t>(generatorWidths(shape.resolution).size());
}

std::int64_t slotSize(const BigGanShape& shape) {
  return shape.hierarchical ? shape.latent_size / slots(shape) : shape.latent_size;
}

/// The shape itself, where there are such networks.
const BigGanShape& checked(const BigGanShape& shape) {
  checkSizes(shape);
  if (shape.hierarchical && shape.latent_size % slots(shape) != 0) {
    throwUnsupported(shape, "a hierarchical latent is cut into " + std::to_string(slots(shape)) +
                                " equal parts, of which model.latent_size must be a multiple");
  }
  if (shape.hierarchical && shape.classes > 0 && shape.shared_size == 0) {
    throwUnsupported(shape,
                     "a hierarchical latent of networks with classes needs a shared embedding (model.shared_size)");
  }
  return shape;
}

/// Normalises and activates, doubles the image, convolves; twice; beside a 1 x 1 convolution of the doubled input.
class GeneratorBlock : public BigGanBlock {
 public:
  GeneratorBlock(const BigGanShape& shape, const BigGanPlace& place) {
    const WeightOptions options{.bias = true, .spectral_norm = shape.generator_spectral_norm};
    conv1_ = register_module("conv1", doublingConvolution(window3(place.in, place.out), options));
    conv2_ = register_module("conv2", std::make_shared<Convolution>(window3(place.out, place.out), options));
    conv_sc_ = register_module("conv_sc", doublingConvolution(window1(place.in, place.out), options));
    bn1_ = norm("bn1", shape, place.in);
    bn2_ = norm("bn2", shape, place.out);
  }

  at::Tensor forward(const at::Tensor& x, const at::Tensor& entry) const override {
    const at::Tensor first = conv1_->forward(at::relu(bn1_.forward(x, entry)));
    return conv2_->forward(at::relu(bn2_.forward(first, entry))) + conv_sc_->forward(x);
  }

 private:
  struct Norm {  // one of the two
    std::shared_ptr<PlainNorm> plain;
    std::shared_ptr<ConditionalNorm> conditional;
    at::Tensor forward(const at::Tensor& x, const at::Tensor& y) const {
      return plain ? plain->forward(x) : conditional->forward(x, y);
    }
  };

  Norm norm(const char* name, const BigGanShape& shape, std::int64_t channels) {
    const std::int64_t chunk = shape.hierarchical ? slotSize(shape) : 0;
    const std::int64_t size = (shape.classes > 0 ? shape.shared_size : 0) + chunk;
    Norm norm;
    if (size > 0) {
      norm.conditional = register_module(
          name, ConditionalNorm::ofVector(shape.norm, channels, shape.norm_epsilon, size,
                                          {.bias = false, .spectral_norm = shape.generator_spectral_norm}));
    } else if (shape.classes > 0) {
      norm.conditional =
          register_module(name, ConditionalNorm::ofClasses(shape.norm, channels, shape.norm_epsilon, shape.classes));
    } else {
      norm.plain = register_module(name, std::make_shared<PlainNorm>(shape.norm, channels, shape.norm_epsilon));
    }
    return norm;
  }

  std::shared_ptr<Convolution> conv1_, conv2_, conv_sc_;
  Norm bn1_, bn2_;
};

/// Two convolutions, each after a ReLU, then halving; beside a 1 x 1 convolution of the input. The first block of a
/// network activates nothing before the first one.
class DiscriminatorBlock : public BigGanBlock {
 public:
  DiscriminatorBlock(const BigGanShape& shape, const BigGanPlace& place) : place_(place) {
    const WeightOptions weights{.bias = true, .spectral_norm = shape.discriminator_spectral_norm};
    const std::int64_t hidden = shape.discriminator_thin ? place.in : place.out;
    conv1_ = register_module("conv1", std::make_shared<Convolution>(window3(place.in, hidden), weights));
    conv2_ = register_module("conv2", last(window3(hidden, place.out), weights));
    if (place.in != place.out || place.resizes) {
      conv_sc_ = register_module("conv_sc", last(window1(place.in, place.out), weights));
    }
  }

  at::Tensor forward(const at::Tensor& x, const at::Tensor& /*entry*/) const override {
    const at::Tensor first = conv1_->forward(place_.sees_images ? x : at::relu(x));
    return conv2_->forward(at::relu(first)) + (conv_sc_ ? conv_sc_->forward(x) : x);
  }

 private:
  /// One that comes before the image is halved where it is.
  std::shared_ptr<Convolution> last(const ConvolutionShape& shape, const WeightOptions& weights) const {
    using Resampling = ResamplingConvolution;
    if (!place_.resizes) return std::make_shared<Convolution>(shape, weights);
    return std::make_shared<Resampling>(Resampling::Way::kHalvesAfter, shape, weights);
  }

  BigGanPlace place_;
  std::shared_ptr<Convolution> conv1_, conv2_, conv_sc_;
};

}  // namespace

BigGanGenerator::BigGanGenerator(const BigGanShape& shape)
    : BigGanBaseGenerator(
          shape, {.shared = shape.shared_size, .bottom = slotSize(checked(shape))},
          [&shape](const BigGanPlace& place) { return std::make_shared<GeneratorBlock>(shape, place); }) {}

/// The condition, then the latent or its parts.
std::vector<at::Tensor> BigGanGenerator::told(const at::Tensor& latents, const at::Tensor& condition) const {
  if (!shape_.hierarchical) return {condition, latents};
  std::vector<at::Tensor> told = latents.split(slotSize(shape_), 1);
  told.insert(told.begin(), condition);
  return told;
}

at::Tensor BigGanGenerator::entry(const std::vector<at::Tensor>& told, std::size_t place) const {
  const at::Tensor& condition = told.front();
  if (!shape_.hierarchical) return place == 0 ? told[1] : condition;
  const at::Tensor& part = told[place + 1];
  return place > 0 && condition.defined() ? at::cat({condition, part}, 1) : part;
}

std::shared_ptr<Generator> BigGanGenerator::blank() const { return std::make_shared<BigGanGenerator>(shape_); }

BigGanDiscriminator::BigGanDiscriminator(const BigGanShape& shape)
    : BigGanBaseDiscriminator(checked(shape), Beginning::kBlock, /*depth=*/1, [&shape](const BigGanPlace& place) {
        return std::make_shared<DiscriminatorBlock>(shape, place);
      }) {}

namespace {

BigGanShape snganShape(const NetworkShape& shape) {
  BigGanShape own = commonShape(shape);
  own.discriminator_thin = true;
  return own;
}

BigGanShape saganShape(const NetworkShape& shape) {
  BigGanShape own = commonShape(shape);
  own.generator_attention = own.discriminator_attention = shape.attention;
  return own;
}

BigGanShape bigGanShape(const NetworkShape& shape) {
  BigGanShape own = saganShape(shape);
  own.shared_size = shape.shared_size;
  own.hierarchical = shape.hierarchical;
  return own;
}

Networks make(const BigGanShape& shape, Initialisation initialisation, std::uint64_t seed) {
  return drawn({std::make_shared<BigGanGenerator>(shape), std::make_shared<BigGanDiscriminator>(shape)}, initialisation,
               seed);
}

}  // namespace

Networks makeSngan(const NetworkShape& shape, std::uint64_t seed) {
  return make(snganShape(shape), shape.initialisation.value_or(Initialisation::kXavier), seed);
}

Networks makeSagan(const NetworkShape& shape, std::uint64_t seed) {
  return make(saganShape(shape), shape.initialisation.value_or(Initialisation::kXavier), seed);
}

Networks makeBigGan(const NetworkShape& shape, std::uint64_t seed) {
  return make(bigGanShape(shape), shape.initialisation.value_or(Initialisation::kOrthogonal), seed);
}

std::shared_ptr<Generator> blankSngan(const NetworkShape& shape) {
  return std::make_shared<BigGanGenerator>(snganShape(shape));
}

std::shared_ptr<Generator> blankSagan(const NetworkShape& shape) {
  return std::make_shared<BigGanGenerator>(saganShape(shape));
}

std::shared_ptr<Generator> blankBigGan(const NetworkShape& shape) {
  return std::make_shared<BigGanGenerator>(bigGanShape(shape));
}

std::shared_ptr<Discriminator> blankSnganDiscriminator(const NetworkShape& shape) {
  return std::make_shared<BigGanDiscriminator>(snganShape(shape));
}

std::shared_ptr<Discriminator> blankSaganDiscriminator(const NetworkShape& shape) {
  return std::make_shared<BigGanDiscriminator>(saganShape(shape));
}

std::shared_ptr<Discriminator> blankBigGanDiscriminator(const NetworkShape& shape) {
  return std::make_shared<BigGanDiscriminator>(bigGanShape(shape));
}

}  // namespace gan
