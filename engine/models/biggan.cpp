#include "models/biggan.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/one_hot.h>
#include <ATen/ops/relu.h>

#include <utility>

#include "layers/weight_draw.h"
#include "models/biggan_parts.h"

namespace gan {

namespace {

/// The widths that blocks put out; all but the last `kept` halve the image.
struct Descent {
  std::vector<std::int64_t> out;
  std::size_t kept = 1;
};

Descent discriminatorDescent(std::int64_t resolution) {
  switch (resolution) {
    case 32:
      return {{4, 4, 4, 4}, 2};
    case 64:
      return {{1, 2, 4, 8, 16}};
    case 128:
      return {{1, 2, 4, 8, 16, 16}};
    case 256:
      return {{1, 2, 4, 8, 8, 16, 16}};
    case 512:
      return {{1, 1, 2, 4, 8, 8, 16, 16}};
    default:
      return {};
  }
}

/// Parts that a hierarchical latent is cut into.
std::int64_t slots(const BigGanShape& shape) {
  return static_cast<std::int64_t>(generatorWidths(shape.resolution).out.size()) + 1;
}

void check(const BigGanShape& shape) {
  checkSizes(shape);
  if (shape.hierarchical && shape.latent_size % slots(shape) != 0) {
    throwUnsupported(shape, "a hierarchical latent is cut into " + std::to_string(slots(shape)) +
                                " equal parts, of which model.latent_size must be a multiple");
  }
  if (shape.hierarchical && shape.classes > 0 && shape.shared_size == 0) {
    throwUnsupported(shape,
                     "a hierarchical latent of networks with classes needs a shared embedding (model.shared_size)");
  }
}

}  // namespace

/// Normalises and activates, doubles the image, convolves; twice; beside a 1 x 1 convolution of the doubled input.
class BigGanGenerator::Block : public torch::nn::Module {
 public:
  Block(const BigGanShape& shape, std::int64_t in, std::int64_t out) {
    const WeightOptions options{.bias = true, .spectral_norm = shape.generator_spectral_norm};
    conv1_ = register_module("conv1", doublingConvolution(window3(in, out), options));
    conv2_ = register_module("conv2", std::make_shared<Convolution>(window3(out, out), options));
    conv_sc_ = register_module("conv_sc", doublingConvolution(window1(in, out), options));
    bn1_ = norm("bn1", shape, in);
    bn2_ = norm("bn2", shape, out);
  }

  at::Tensor forward(const at::Tensor& x, const at::Tensor& y) const {
    const at::Tensor first = conv1_->forward(at::relu(bn1_.forward(x, y)));
    return conv2_->forward(at::relu(bn2_.forward(first, y))) + conv_sc_->forward(x);
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
    const std::int64_t chunk = shape.hierarchical ? shape.latent_size / slots(shape) : 0;
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

BigGanGenerator::BigGanGenerator(const BigGanShape& shape) : shape_(shape) {
  check(shape);
  const WidthLadder ladder = generatorWidths(shape.resolution);
  const WeightOptions options{.bias = true, .spectral_norm = shape.generator_spectral_norm};
  if (shape.classes > 0 && shape.shared_size > 0) {
    // Without spectral norm, which "randomly cripples" the generator there.
    shared_ = register_module("shared", std::make_shared<Embedding>(shape.classes, shape.shared_size));
  }
  const std::int64_t bottom_latent = shape.hierarchical ? shape.latent_size / slots(shape) : shape.latent_size;
  linear_ = register_module(
      "linear", std::make_shared<Linear>(
                    bottom_latent, ladder.in[0] * shape.generator_width * kBottomPixels * kBottomPixels, options));
  const auto blocks = register_module("blocks", std::make_shared<torch::nn::Module>());
  std::int64_t resolution = kBottomPixels;
  for (std::size_t i = 0; i < ladder.out.size(); ++i) {
    resolution *= 2;
    const std::int64_t out = ladder.out[i] * shape.generator_width;
    const auto pair = blocks->register_module(std::to_string(i), std::make_shared<torch::nn::Module>());
    Stage stage;
    stage.block = pair->register_module("0", std::make_shared<Block>(shape, ladder.in[i] * shape.generator_width, out));
    if (attends(shape.generator_attention, resolution)) {
      checkAttention(shape, out);
      stage.attention = pair->register_module("1", std::make_shared<SelfAttention>(out, options));
    }
    stages_.push_back(std::move(stage));
  }
  const std::int64_t last = ladder.out.back() * shape.generator_width;
  const auto output = register_module("output_layer", std::make_shared<torch::nn::Module>());
  output_norm_ = output->register_module("0", std::make_shared<PlainNorm>(NormKind::kBatch, last, kOutputNormEpsilon));
  output_convolution_ =
      output->register_module("2", std::make_shared<Convolution>(window3(last, shape.channels), options));
}

GeneratorFacts BigGanGenerator::facts() const {
  return {.latent_size = shape_.latent_size,
          .classes = shape_.classes,
          .channels = shape_.channels,
          .resolution = shape_.resolution};
}

at::Tensor BigGanGenerator::condition(const at::Tensor& classes) {
  if (shape_.classes == 0) return {};
  if (shared_) return shared_->forward(classes);
  return at::one_hot(classes, shape_.classes).to(linear_->weight.scalar_type());
}

at::Tensor BigGanGenerator::look(const std::string& name, at::Tensor activation) const {
  if (probe_) probe_(name, activation);
  return activation;
}

at::Tensor BigGanGenerator::forward(const at::Tensor& latents, const at::Tensor& condition) {
  std::vector<at::Tensor> parts;
  if (shape_.hierarchical) parts = latents.split(latents.size(1) / slots(shape_), 1);
  at::Tensor x = look("linear", linear_->forward(shape_.hierarchical ? parts[0] : latents));
  x = bottomMaps(x, output_convolution_->weight.suggest_memory_format());
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    at::Tensor y = condition;
    if (shape_.hierarchical) y = condition.defined() ? at::cat({condition, parts[i + 1]}, 1) : parts[i + 1];
    const std::string name = "blocks." + std::to_string(i);
    const Stage& stage = stages_[i];
    x = look(name + ".0", through(*stage.block, {x, y}, [block = stage.block](const std::vector<at::Tensor>& in) {
               return block->forward(in[0], in[1]);
             }));
    if (stage.attention)
      x = look(name + ".1",
               through(*stage.attention, {x},
                       [block = stage.attention](const std::vector<at::Tensor>& in) { return block->forward(in[0]); }));
  }
  x = look("output_layer", output_convolution_->forward(at::relu(output_norm_->forward(x))));
  return x.tanh();
}

std::shared_ptr<Generator> BigGanGenerator::blank() const { return std::make_shared<BigGanGenerator>(shape_); }

/// Two convolutions, each after a ReLU, then halving; beside a 1 x 1 convolution of the input. The first block of a
/// network activates nothing before the first one.
class BigGanDiscriminator::Block : public torch::nn::Module {
 public:
  struct Options {
    std::int64_t in, out;
    bool first, halves;
  };
  Block(const BigGanShape& shape, const Options& options) : options_(options) {
    const WeightOptions weights{.bias = true, .spectral_norm = shape.discriminator_spectral_norm};
    const std::int64_t hidden = shape.discriminator_thin ? options.in : options.out;
    conv1_ = register_module("conv1", std::make_shared<Convolution>(window3(options.in, hidden), weights));
    conv2_ = register_module("conv2", last(window3(hidden, options.out), weights));
    if (options.in != options.out || options.halves) {
      conv_sc_ = register_module("conv_sc", last(window1(options.in, options.out), weights));
    }
  }

  at::Tensor forward(const at::Tensor& x) const {
    const at::Tensor first = conv1_->forward(options_.first ? x : at::relu(x));
    return conv2_->forward(at::relu(first)) + (conv_sc_ ? conv_sc_->forward(x) : x);
  }

 private:
  /// One that comes before the image is halved where it is.
  std::shared_ptr<Convolution> last(const ConvolutionShape& shape, const WeightOptions& weights) const {
    using Resampling = ResamplingConvolution;
    if (!options_.halves) return std::make_shared<Convolution>(shape, weights);
    return std::make_shared<Resampling>(Resampling::Way::kHalvesAfter, shape, weights);
  }

  Options options_;
  std::shared_ptr<Convolution> conv1_, conv2_, conv_sc_;
};

BigGanDiscriminator::BigGanDiscriminator(const BigGanShape& shape) {
  check(shape);
  const Descent descent = discriminatorDescent(shape.resolution);
  const WeightOptions options{.bias = true, .spectral_norm = shape.discriminator_spectral_norm};
  const auto blocks = register_module("blocks", std::make_shared<torch::nn::Module>());
  std::int64_t in = shape.channels;
  std::int64_t resolution = shape.resolution;
  for (std::size_t i = 0; i < descent.out.size(); ++i) {
    const bool halves = i + descent.kept < descent.out.size();
    if (halves) resolution /= 2;
    const std::int64_t out = descent.out[i] * shape.discriminator_width;
    const auto pair = blocks->register_module(std::to_string(i), std::make_shared<torch::nn::Module>());
    Stage stage;
    stage.block = pair->register_module(
        "0", std::make_shared<Block>(shape, Block::Options{.in = in, .out = out, .first = i == 0, .halves = halves}));
    // BigGAN-PyTorch says of all four blocks at 32 pixels that their maps have 16.
    if (attends(shape.discriminator_attention, shape.resolution == 32 ? 16 : resolution)) {
      checkAttention(shape, out);
      stage.attention = pair->register_module("1", std::make_shared<SelfAttention>(out, options));
    }
    stages_.push_back(std::move(stage));
    in = out;
  }
  linear_ = register_module("linear", std::make_shared<Linear>(in, 1, options));
  if (shape.classes > 0) {
    embed_ = register_module(
        "embed", std::make_shared<Embedding>(shape.classes, in,
                                             WeightOptions{.spectral_norm = shape.discriminator_spectral_norm}));
  }
}

at::Tensor BigGanDiscriminator::look(const std::string& name, at::Tensor activation) const {
  if (probe_) probe_(name, activation);
  return activation;
}

at::Tensor BigGanDiscriminator::forward(const at::Tensor& images, const at::Tensor& classes) {
  at::Tensor x = images;
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    const std::string name = "blocks." + std::to_string(i);
    const Stage& stage = stages_[i];
    x = look(name + ".0", through(*stage.block, {x}, [block = stage.block](const std::vector<at::Tensor>& in) {
               return block->forward(in[0]);
             }));
    if (stage.attention)
      x = look(name + ".1",
               through(*stage.attention, {x},
                       [block = stage.attention](const std::vector<at::Tensor>& in) { return block->forward(in[0]); }));
  }
  const at::Tensor seen = at::relu(x).sum({2, 3});
  const at::Tensor logits = look("linear", linear_->forward(seen)).view({-1});
  return embed_ ? logits + (embed_->forward(classes) * seen).sum(1) : logits;
}

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

}  // namespace gan
