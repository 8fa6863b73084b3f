#include "models/dcgan_32.h"

#include <ATen/ops/one_hot.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/zeros.h>

#include <array>

#include "core/error.h"
#include "layers/weight_draw.h"

namespace gan {

namespace {

constexpr std::int64_t kResolution = 32;
constexpr std::int64_t kBottomPixels = 4;
constexpr int kStages = 3;
constexpr double kNormEpsilon = 1e-4;
constexpr double kSpectralNormEpsilon = 1e-6;

void check(const NetworkShape& shape) {
  if (shape.resolution == kResolution && shape.latent_size >= 1 && shape.channels >= 1 && shape.classes >= 0 &&
      shape.generator_width >= 1 && shape.discriminator_width >= 1) {
    return;
  }
  throw Error(ErrorCode::kInvalidArgument, "model_unsupported_shape",
              "The model dcgan-32 makes images of 32 pixels, with widths of at least 1; it was asked for {resolution} "
              "pixels, {channels} channels, latent size {latent_size}, widths {generator_width} and "
              "{discriminator_width}. Change data.resolution, data.channels or model.*.",
              {{"resolution", std::to_string(shape.resolution)},
               {"channels", std::to_string(shape.channels)},
               {"latent_size", std::to_string(shape.latent_size)},
               {"generator_width", std::to_string(shape.generator_width)},
               {"discriminator_width", std::to_string(shape.discriminator_width)}});
}

/// Channels of the maps before stage 0, 1, 2 and after the last.
std::int64_t generatorChannels(const NetworkShape& shape, int stage) {
  return shape.generator_width << (kStages - stage);
}

/// Normalises by the batch without a gain and bias of its own; tensors are called as torch.nn.BatchNorm2d's.
class BareNorm : public torch::nn::Module, public NormalisesBatches {
 public:
  explicit BareNorm(std::int64_t channels) {
    running_mean_ = register_buffer("running_mean", at::zeros({channels}, at::kFloat));
    running_var_ = register_buffer("running_var", at::ones({channels}, at::kFloat));
    num_batches_tracked_ = register_buffer("num_batches_tracked", at::zeros({}, at::kLong));
  }
  at::Tensor forward(const at::Tensor& x) {
    if (is_training()) num_batches_tracked_.add_(1);
    return byBatch(x, {.weight = {}, .bias = {}, .running_mean = running_mean_, .running_var = running_var_},
                   kNormEpsilon, is_training());
  }

 private:
  at::Tensor running_mean_, running_var_, num_batches_tracked_;
};

/// With a gain 1 + gain(y) and a bias bias(y) of the class.
class ClassNorm : public torch::nn::Module {
 public:
  ClassNorm(std::int64_t channels, std::int64_t classes) {
    bn_ = register_module("bn", std::make_shared<BareNorm>(channels));
    gain_ = register_module("gain", std::make_shared<Linear>(classes, channels, WeightOptions{.bias = false}));
    bias_ = register_module("bias", std::make_shared<Linear>(classes, channels, WeightOptions{.bias = false}));
  }
  at::Tensor forward(const at::Tensor& x, const at::Tensor& y) const {
    const auto along_channels = [&](const at::Tensor& values) { return values.view({x.size(0), -1, 1, 1}); };
    return bn_->forward(x) * along_channels(1 + gain_->forward(y)) + along_channels(bias_->forward(y));
  }

 private:
  std::shared_ptr<BareNorm> bn_;
  std::shared_ptr<Linear> gain_, bias_;
};

}  // namespace

/// Doubles the image by a transposed convolution, normalises, activates.
class Dcgan32Generator::Block : public torch::nn::Module {
 public:
  Block(std::int64_t in, std::int64_t out, std::int64_t classes) {
    const ConvolutionShape twice{.in_channels = in, .out_channels = out, .kernel = 4, .stride = 2, .padding = 1};
    deconv0_ = register_module("deconv0", std::make_shared<TransposedConvolution>(twice, WeightOptions{.bias = true}));
    if (classes > 0) {
      of_class_ = register_module("bn0", std::make_shared<ClassNorm>(out, classes));
    } else {
      plain_ = register_module("bn0", std::make_shared<BatchNorm>(out, kNormEpsilon));
    }
  }
  at::Tensor forward(const at::Tensor& x, const at::Tensor& y) const {
    const at::Tensor larger = deconv0_->forward(x);
    return at::relu(of_class_ ? of_class_->forward(larger, y) : plain_->forward(larger));
  }

 private:
  std::shared_ptr<TransposedConvolution> deconv0_;
  std::shared_ptr<BatchNorm> plain_;     // one of the two
  std::shared_ptr<ClassNorm> of_class_;  // the other one
};

Dcgan32Generator::Dcgan32Generator(const NetworkShape& shape) : shape_(shape) {
  check(shape);
  linear0_ = register_module("linear0", std::make_shared<Linear>(shape.latent_size, generatorChannels(shape, 0) *
                                                                                        kBottomPixels * kBottomPixels));
  addBlock("linear0", {linear0_}, [this](BlockTensors& at) {
    at.x = linear0_->forward(at.x).view({at.x.size(0), -1, kBottomPixels, kBottomPixels});
  });
  const auto blocks = register_module("blocks", std::make_shared<torch::nn::Module>());
  for (int stage = 0; stage < kStages; ++stage) {
    const auto list = blocks->register_module(std::to_string(stage), std::make_shared<torch::nn::Module>());
    const auto block = list->register_module(
        "0",
        std::make_shared<Block>(generatorChannels(shape, stage), generatorChannels(shape, stage + 1), shape.classes));
    addBlock("blocks." + std::to_string(stage), {block},
             [block](BlockTensors& at) { at.x = block->forward(at.x, at.beside.front()); });
  }
  const ConvolutionShape last{.in_channels = generatorChannels(shape, kStages),
                              .out_channels = shape.channels,
                              .kernel = 3,
                              .stride = 1,
                              .padding = 1};
  conv4_ = register_module("conv4", std::make_shared<Convolution>(last, WeightOptions{.bias = true}));
  addBlock("conv4", {conv4_}, [this](BlockTensors& at) { at.x = conv4_->forward(at.x).tanh(); });
}

GeneratorFacts Dcgan32Generator::facts() const {
  return {.latent_size = shape_.latent_size,
          .classes = shape_.classes,
          .channels = shape_.channels,
          .resolution = shape_.resolution};
}

at::Tensor Dcgan32Generator::condition(const at::Tensor& classes) {
  if (shape_.classes == 0) return {};
  return at::one_hot(classes, shape_.classes).to(linear0_->weight.scalar_type());
}

at::Tensor Dcgan32Generator::forward(const at::Tensor& latents, const at::Tensor& condition) {
  return chain({latents, {condition}});
}

at::Tensor Dcgan32Generator::entrance() const { return linear0_->weight; }

std::shared_ptr<Generator> Dcgan32Generator::blank() const { return std::make_shared<Dcgan32Generator>(shape_); }

Dcgan32Discriminator::Dcgan32Discriminator(const NetworkShape& shape) {
  check(shape);
  WeightOptions options{.bias = true};
  if (shape.discriminator_spectral_norm) options.spectral_norm = SpectralNormOptions{.epsilon = kSpectralNormEpsilon};
  const auto add = [&](torch::nn::Module& parent, const std::string& number, const ConvolutionShape& convolution) {
    Stage stage;
    stage.convolution = parent.register_module("conv" + number, std::make_shared<Convolution>(convolution, options));
    if (!options.spectral_norm) {
      stage.norm =
          parent.register_module("bn" + number, std::make_shared<BatchNorm>(convolution.out_channels, kNormEpsilon));
    }
    return stage;
  };
  const auto pass = [](const Stage& stage, const at::Tensor& x) {
    const at::Tensor seen = stage.convolution->forward(x);
    return at::relu(stage.norm ? stage.norm->forward(seen) : seen);
  };
  const auto blocks = register_module("blocks", std::make_shared<torch::nn::Module>());
  std::int64_t in = shape.channels;
  for (int stage = 0; stage < kStages; ++stage) {
    const std::int64_t out = shape.discriminator_width << stage;
    const auto list = blocks->register_module(std::to_string(stage), std::make_shared<torch::nn::Module>());
    const auto block = list->register_module("0", std::make_shared<torch::nn::Module>());
    const Stage same =
        add(*block, "0", {.in_channels = in, .out_channels = out, .kernel = 3, .stride = 1, .padding = 1});
    const Stage half =
        add(*block, "1", {.in_channels = out, .out_channels = out, .kernel = 4, .stride = 2, .padding = 1});
    addBlock("blocks." + std::to_string(stage), {same.convolution, same.norm, half.convolution, half.norm},
             [pass, same, half](BlockTensors& at) { at.x = pass(half, pass(same, at.x)); });
    in = out;
  }
  const Stage last =
      add(*this, "1", {.in_channels = in, .out_channels = 2 * in, .kernel = 3, .stride = 1, .padding = 1});
  addBlock("conv1", {last.convolution, last.norm}, [pass, last](BlockTensors& at) {
    at.x = pass(last, at.x).sum({2, 3});
  });
  linear1_ = register_module("linear1", std::make_shared<Linear>(2 * in, 1, options));
  if (shape.classes > 0) {
    embedding_ = register_module(
        "embedding",
        std::make_shared<Embedding>(shape.classes, 2 * in, WeightOptions{.spectral_norm = options.spectral_norm}));
  }
  addBlock("linear1", {linear1_, embedding_}, [this](BlockTensors& at) {
    const at::Tensor logits = linear1_->forward(at.x).view({-1});
    at.x = embedding_ ? logits + (embedding_->forward(at.beside.front()) * at.x).sum(1) : logits;
  });
}

at::Tensor Dcgan32Discriminator::features(const at::Tensor& images) {
  return chain({images, {at::Tensor()}}, /*omitted=*/1);
}

at::Tensor Dcgan32Discriminator::forward(const at::Tensor& images, const at::Tensor& classes) {
  return chain({images, {classes}});
}

Networks makeDcgan32(const NetworkShape& shape, std::uint64_t seed) {
  Networks networks{std::make_shared<Dcgan32Generator>(shape), std::make_shared<Dcgan32Discriminator>(shape)};
  drawWeights(*networks.generator, Initialisation::kOrthogonal, seed, NetworkRole::kGenerator);
  drawWeights(*networks.discriminator, Initialisation::kOrthogonal, seed, NetworkRole::kDiscriminator);
  const at::NoGradGuard no_grad;
  const std::array<torch::nn::Module*, 2> both = {networks.generator.get(), networks.discriminator.get()};
  for (torch::nn::Module* const network : both) {
    for (const auto& module : network->modules(/*include_self=*/false)) {
      auto* const layer = module->as<WeightLayer>();
      if (layer != nullptr && layer->bias.defined()) layer->bias.zero_();
    }
  }
  return networks;
}

std::shared_ptr<Generator> blankDcgan32(const NetworkShape& shape) { return std::make_shared<Dcgan32Generator>(shape); }

std::shared_ptr<Discriminator> blankDcgan32Discriminator(const NetworkShape& shape) {
  return std::make_shared<Dcgan32Discriminator>(shape);
}

}  // namespace gan
