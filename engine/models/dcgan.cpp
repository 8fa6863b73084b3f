#include "models/dcgan.h"

#include <ATen/ops/leaky_relu.h>
#include <ATen/ops/one_hot.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/tanh.h>

#include "core/error.h"
#include "layers/weight_draw.h"

namespace gan {

namespace {

constexpr double kSlope = 0.2;
constexpr double kEpsilon = 1e-5;  // of batch normalisations

/// How an image size is reached: a start of `base` pixels, doubled `doublings` times.
struct Ladder {
  std::int64_t base = 4;
  std::int64_t doublings = 4;
};

Ladder ladder(const NetworkShape& shape) {
  const bool sizes_are_positive =
      shape.latent_size >= 1 && shape.generator_width >= 1 && shape.discriminator_width >= 1;
  const bool channels_are_known = (shape.channels == 1 || shape.channels == 3) && shape.classes >= 0;
  if (sizes_are_positive && channels_are_known) {
    switch (shape.resolution) {
      case 28:
        return {7, 2};
      case 32:
        return {4, 3};
      case 64:
        return {4, 4};
      case 128:
        return {4, 5};
      default:
        break;
    }
  }
  throw Error(
      ErrorCode::kInvalidArgument, "model_unsupported_shape",
      "The model dcgan makes images of 28, 32, 64 or 128 pixels with 1 or 3 channels and widths of at least 1; it "
      "was asked for {resolution} pixels, {channels} channels, latent size {latent_size}, widths {generator_width} "
      "and {discriminator_width}. Change data.resolution, data.channels or model.*.",
      {{"resolution", std::to_string(shape.resolution)},
       {"channels", std::to_string(shape.channels)},
       {"latent_size", std::to_string(shape.latent_size)},
       {"generator_width", std::to_string(shape.generator_width)},
       {"discriminator_width", std::to_string(shape.discriminator_width)}});
}

/// The layers of a network, numbered as torch.nn.Sequential numbers them; activations take a number and hold nothing.
class Numbering {
 public:
  explicit Numbering(torch::nn::Module& parent)
      : main_(parent.register_module("main", std::make_shared<torch::nn::Module>())) {}

  template <class Layer>
  std::shared_ptr<Layer> add(std::shared_ptr<Layer> layer) {
    return main_->register_module(std::to_string(next_++), std::move(layer));
  }
  void addActivation() { ++next_; }
  /// Of the layer that is added next.
  std::string nextName() const { return "main." + std::to_string(next_); }

 private:
  std::shared_ptr<torch::nn::Module> main_;
  int next_ = 0;
};

}  // namespace

DcganGenerator::DcganGenerator(const NetworkShape& shape) : shape_(shape) {
  const Ladder steps = ladder(shape);
  Numbering main(*this);
  std::int64_t in = shape.latent_size;
  for (std::int64_t stage = 0; stage <= steps.doublings; ++stage) {
    const bool first = stage == 0;
    const bool last = stage == steps.doublings;
    const std::int64_t out = last ? shape.channels : shape.generator_width << (steps.doublings - 1 - stage);
    Stage built;
    const std::string name = main.nextName();
    built.convolution = main.add(std::make_shared<TransposedConvolution>(
        first ? ConvolutionShape{in, out, steps.base, 1, 0} : ConvolutionShape{in, out, 4, 2, 1}));
    if (!last && shape.classes > 0) {
      built.conditional_norm = main.add(ConditionalNorm::ofClasses(NormKind::kBatch, out, kEpsilon, shape.classes));
    } else if (!last) {
      built.norm = main.add(std::make_shared<BatchNorm>(out, kEpsilon));
    }
    main.addActivation();
    if (first) first_ = built.convolution;
    addStage(name, std::move(built), last);
    in = out;
  }
}

void DcganGenerator::addStage(const std::string& name, Stage stage, bool last) {
  const bool first = stage.convolution == first_;
  addBlock(name, {stage.convolution, stage.norm, stage.conditional_norm}, [this, stage, first, last](BlockTensors& at) {
    if (first) at.x = at.x.view({at.x.size(0), shape_.latent_size, 1, 1});
    at.x = stage.convolution->forward(at.x);
    if (stage.norm) at.x = stage.norm->forward(at.x);
    if (stage.conditional_norm) at.x = stage.conditional_norm->forward(at.x, at.beside.front());
    at.x = last ? at.x.tanh_() : at.x.relu_();
  });
}

GeneratorFacts DcganGenerator::facts() const {
  return {.latent_size = shape_.latent_size,
          .classes = shape_.classes,
          .channels = shape_.channels,
          .resolution = shape_.resolution};
}

at::Tensor DcganGenerator::condition(const at::Tensor& classes) {
  if (shape_.classes == 0) return {};
  return at::one_hot(classes, shape_.classes).to(first_->weight.scalar_type());
}

at::Tensor DcganGenerator::forward(const at::Tensor& latents, const at::Tensor& condition) {
  return chain({latents, {condition}});
}

at::Tensor DcganGenerator::entrance() const { return first_->weight.flatten(1).t(); }

std::shared_ptr<Generator> DcganGenerator::blank() const { return std::make_shared<DcganGenerator>(shape_); }

DcganDiscriminator::DcganDiscriminator(const NetworkShape& shape) {
  const Ladder steps = ladder(shape);
  WeightOptions options;
  if (shape.discriminator_spectral_norm) options = {.bias = true, .spectral_norm = SpectralNormOptions{}};
  Numbering main(*this);
  std::int64_t in = shape.channels;
  for (std::int64_t stage = 0; stage <= steps.doublings; ++stage) {
    const bool last = stage == steps.doublings;
    const std::int64_t out = last ? 1 : shape.discriminator_width << stage;
    Stage built;
    const std::string name = main.nextName();
    built.convolution = main.add(std::make_shared<Convolution>(
        last ? ConvolutionShape{in, out, steps.base, 1, 0} : ConvolutionShape{in, out, 4, 2, 1}, options));
    if (stage != 0 && !last && !shape.discriminator_spectral_norm) {
      built.norm = main.add(std::make_shared<BatchNorm>(out, kEpsilon));
    }
    if (last && shape.classes > 0) {
      embed_ = register_module("embed", std::make_shared<Embedding>(
                                            shape.classes, in, WeightOptions{.spectral_norm = options.spectral_norm}));
    }
    main.addActivation();
    addStage(name, std::move(built), last);
    in = out;
  }
}

void DcganDiscriminator::addStage(const std::string& name, Stage stage, bool last) {
  if (last) {
    addBlock(name, {stage.convolution, embed_}, [this, stage](BlockTensors& at) {
      const at::Tensor logits = stage.convolution->forward(at.x).view({-1});
      at.x = embed_ ? logits + (embed_->forward(at.beside.front()) * at.x.sum({2, 3})).sum(1) : logits;
    });
    return;
  }
  addBlock(name, {stage.convolution, stage.norm}, [stage](BlockTensors& at) {
    at.x = stage.convolution->forward(at.x);
    if (stage.norm) at.x = stage.norm->forward(at.x);
    at.x = at::leaky_relu_(at.x, kSlope);
  });
}

at::Tensor DcganDiscriminator::features(const at::Tensor& images) {
  return chain({images, {at::Tensor()}}, /*omitted=*/1);
}

at::Tensor DcganDiscriminator::forward(const at::Tensor& images, const at::Tensor& classes) {
  return chain({images, {classes}});
}

Networks makeDcgan(const NetworkShape& shape, std::uint64_t seed) {
  Networks networks{std::make_shared<DcganGenerator>(shape), std::make_shared<DcganDiscriminator>(shape)};
  drawNormalWeights(*networks.generator, seed, NetworkRole::kGenerator);
  drawNormalWeights(*networks.discriminator, seed, NetworkRole::kDiscriminator);
  return networks;
}

std::shared_ptr<Generator> blankDcgan(const NetworkShape& shape) { return std::make_shared<DcganGenerator>(shape); }

std::shared_ptr<Discriminator> blankDcganDiscriminator(const NetworkShape& shape) {
  return std::make_shared<DcganDiscriminator>(shape);
}

}  // namespace gan
