#include "models/biggan_deep.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/relu.h>

#include <utility>

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

/// What goes into and comes out of each size of a discriminator's maps, in multiples of its width; all but the last
/// `kept` halve the image.
struct Descent {
  WidthLadder widths;
  std::size_t kept = 0;
};

Descent discriminatorDescent(std::int64_t resolution) {
  switch (resolution) {
    case 32:
      return {{{4, 4, 4}, {4, 4, 4}}, 1};
    case 64:
      return {{{1, 2, 4, 8}, {2, 4, 8, 16}}};
    case 128:
      return {{{1, 2, 4, 8, 16}, {2, 4, 8, 16, 16}}};
    case 256:
      return {{{1, 2, 4, 8, 8, 16}, {2, 4, 8, 8, 16, 16}}};
    case 512:
      return {{{1, 1, 2, 4, 8, 8, 16}, {1, 2, 4, 8, 8, 16, 16}}};
    default:
      return {};
  }
}

/// Of the shared embedding.
std::int64_t sharedSize(const BigGanShape& shape) {
  if (shape.classes == 0) return 0;
  return shape.shared_size > 0 ? shape.shared_size : shape.latent_size;
}

}  // namespace

/// Normalises, activates and squeezes; normalises, activates, doubles the image where it is told to and convolves;
/// convolves; widens. Beside the first channels of the input, doubled likewise.
class BigGanDeepGenerator::Block : public torch::nn::Module {
 public:
  struct Options {
    std::int64_t in = 1, out = 1;
    bool doubles = false;
  };

  Block(const BigGanShape& shape, const Options& options) : options_(options) {
    const WeightOptions weights{.bias = true, .spectral_norm = shape.generator_spectral_norm};
    const std::int64_t hidden = squeezed(shape, options.in);
    conv1_ = register_module("conv1", std::make_shared<Convolution>(window1(options.in, hidden), weights));
    conv2_ =
        register_module("conv2", options.doubles ? doublingConvolution(window3(hidden, hidden), weights)
                                                 : std::make_shared<Convolution>(window3(hidden, hidden), weights));
    conv3_ = register_module("conv3", std::make_shared<Convolution>(window3(hidden, hidden), weights));
    conv4_ = register_module("conv4", std::make_shared<Convolution>(window1(hidden, options.out), weights));
    bn1_ = norm("bn1", shape, options.in);
    bn2_ = norm("bn2", shape, hidden);
    bn3_ = norm("bn3", shape, hidden);
    bn4_ = norm("bn4", shape, hidden);
  }

  at::Tensor forward(const at::Tensor& x, const at::Tensor& y) const {
    at::Tensor h = conv1_->forward(at::relu(bn1_->forward(x, y)));
    h = at::relu(bn2_->forward(h, y));
    at::Tensor kept = options_.in == options_.out ? x : x.slice(1, 0, options_.out);
    if (options_.doubles) kept = doubled(kept);
    h = conv2_->forward(h);
    h = conv3_->forward(at::relu(bn3_->forward(h, y)));
    return conv4_->forward(at::relu(bn4_->forward(h, y))) + kept;
  }

 private:
  std::shared_ptr<ConditionalNorm> norm(const char* name, const BigGanShape& shape, std::int64_t channels) {
    return register_module(
        name, ConditionalNorm::ofVector(shape.norm, channels, shape.norm_epsilon, sharedSize(shape) + shape.latent_size,
                                        {.bias = false, .spectral_norm = shape.generator_spectral_norm}));
  }

  Options options_;
  std::shared_ptr<Convolution> conv1_, conv2_, conv3_, conv4_;
  std::shared_ptr<ConditionalNorm> bn1_, bn2_, bn3_, bn4_;
};

BigGanDeepGenerator::BigGanDeepGenerator(const BigGanShape& shape) : shape_(shape) {
  checkSizes(shape);
  const WidthLadder ladder = generatorWidths(shape.resolution);
  const WeightOptions options{.bias = true, .spectral_norm = shape.generator_spectral_norm};
  if (shape.classes > 0) {
    // Without spectral norm, as in BigGAN.
    shared_ = register_module("shared", std::make_shared<Embedding>(shape.classes, sharedSize(shape)));
  }
  linear_ = register_module(
      "linear",
      std::make_shared<Linear>(sharedSize(shape) + shape.latent_size,
                               ladder.in[0] * shape.generator_width * kBottomPixels * kBottomPixels, options));
  const auto blocks = register_module("blocks", std::make_shared<torch::nn::Module>());
  std::int64_t resolution = kBottomPixels;
  for (std::size_t i = 0; i < ladder.out.size(); ++i) {
    resolution *= 2;
    const std::int64_t in = ladder.in[i] * shape.generator_width;
    for (std::int64_t depth = 0; depth < shape.generator_depth; ++depth) {
      const bool last = depth + 1 == shape.generator_depth;
      const auto pair = blocks->register_module(std::to_string(stages_.size()), std::make_shared<torch::nn::Module>());
      const std::int64_t out = last ? ladder.out[i] * shape.generator_width : in;
      Stage stage;
      stage.block = pair->register_module(
          "0", std::make_shared<Block>(shape, Block::Options{.in = in, .out = out, .doubles = last}));
      if (last && attends(shape.generator_attention, resolution)) {
        checkAttention(shape, out);
        stage.attention = pair->register_module("1", std::make_shared<SelfAttention>(out, options));
      }
      stages_.push_back(std::move(stage));
    }
  }
  const std::int64_t last = ladder.out.back() * shape.generator_width;
  const auto output = register_module("output_layer", std::make_shared<torch::nn::Module>());
  output_norm_ = output->register_module("0", std::make_shared<PlainNorm>(NormKind::kBatch, last, kOutputNormEpsilon));
  output_convolution_ =
      output->register_module("2", std::make_shared<Convolution>(window3(last, shape.channels), options));
}

GeneratorFacts BigGanDeepGenerator::facts() const {
  return {.latent_size = shape_.latent_size,
          .classes = shape_.classes,
          .channels = shape_.channels,
          .resolution = shape_.resolution};
}

at::Tensor BigGanDeepGenerator::condition(const at::Tensor& classes) {
  return shared_ ? shared_->forward(classes) : at::Tensor();
}

at::Tensor BigGanDeepGenerator::look(const std::string& name, at::Tensor activation) const {
  if (probe_) probe_(name, activation);
  return activation;
}

at::Tensor BigGanDeepGenerator::forward(const at::Tensor& latents, const at::Tensor& condition) {
  const at::Tensor y = condition.defined() ? at::cat({condition, latents}, 1) : latents;
  at::Tensor x = look("linear", linear_->forward(y));
  x = bottomMaps(x, output_convolution_->weight.suggest_memory_format());
  for (std::size_t i = 0; i < stages_.size(); ++i) {
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

std::shared_ptr<Generator> BigGanDeepGenerator::blank() const { return std::make_shared<BigGanDeepGenerator>(shape_); }

/// Activates and squeezes, convolves twice, halves the image where it is told to, widens. Beside the input, halved
/// likewise, and as many channels of a 1 x 1 convolution of it as it lacks.
class BigGanDeepDiscriminator::Block : public torch::nn::Module {
 public:
  struct Options {
    std::int64_t in = 1, out = 1;
    bool halves = false;
  };

  Block(const BigGanShape& shape, const Options& options) : options_(options) {
    const WeightOptions weights{.bias = true, .spectral_norm = shape.discriminator_spectral_norm};
    const std::int64_t hidden = squeezed(shape, options.out);
    conv1_ = register_module("conv1", std::make_shared<Convolution>(window1(options.in, hidden), weights));
    conv2_ = register_module("conv2", std::make_shared<Convolution>(window3(hidden, hidden), weights));
    conv3_ = register_module("conv3", std::make_shared<Convolution>(window3(hidden, hidden), weights));
    conv4_ = register_module("conv4", std::make_shared<Convolution>(window1(hidden, options.out), weights));
    if (options.out > options.in) {
      conv_sc_ = register_module("conv_sc",
                                 std::make_shared<Convolution>(window1(options.in, options.out - options.in), weights));
    }
  }

  at::Tensor forward(const at::Tensor& x) const {
    at::Tensor h = conv1_->forward(at::relu(x));
    h = conv2_->forward(at::relu(h));
    h = at::relu(conv3_->forward(at::relu(h)));
    const at::Tensor kept = options_.halves ? halved(x) : x;
    h = conv4_->forward(options_.halves ? halved(h) : h);
    return h + (conv_sc_ ? at::cat({kept, conv_sc_->forward(kept)}, 1) : kept);
  }

 private:
  Options options_;
  std::shared_ptr<Convolution> conv1_, conv2_, conv3_, conv4_;
  std::shared_ptr<Convolution> conv_sc_;  // null where the input has channels enough
};

BigGanDeepDiscriminator::BigGanDeepDiscriminator(const BigGanShape& shape) {
  checkSizes(shape);
  const Descent descent = discriminatorDescent(shape.resolution);
  const WeightOptions options{.bias = true, .spectral_norm = shape.discriminator_spectral_norm};
  std::int64_t in = descent.widths.in[0] * shape.discriminator_width;
  input_convolution_ =
      register_module("input_conv", std::make_shared<Convolution>(window3(shape.channels, in), options));
  const auto blocks = register_module("blocks", std::make_shared<torch::nn::Module>());
  std::int64_t resolution = shape.resolution;
  for (std::size_t i = 0; i < descent.widths.out.size(); ++i) {
    const bool halves = i + descent.kept < descent.widths.out.size();
    if (halves) resolution /= 2;
    const std::int64_t out = descent.widths.out[i] * shape.discriminator_width;
    const auto list = blocks->register_module(std::to_string(i), std::make_shared<torch::nn::Module>());
    Stage stage;
    for (std::int64_t depth = 0; depth < shape.discriminator_depth; ++depth) {
      stage.blocks.push_back(list->register_module(
          std::to_string(depth),
          std::make_shared<Block>(shape, Block::Options{.in = in, .out = out, .halves = halves && depth == 0})));
      in = out;
    }
    // BigGAN-PyTorch says of all maps at 32 pixels that they have 16.
    if (attends(shape.discriminator_attention, shape.resolution == 32 ? 16 : resolution)) {
      checkAttention(shape, out);
      stage.attention =
          list->register_module(std::to_string(stage.blocks.size()), std::make_shared<SelfAttention>(out, options));
    }
    stages_.push_back(std::move(stage));
  }
  linear_ = register_module("linear", std::make_shared<Linear>(in, 1, options));
  if (shape.classes > 0) {
    embed_ = register_module(
        "embed", std::make_shared<Embedding>(shape.classes, in,
                                             WeightOptions{.spectral_norm = shape.discriminator_spectral_norm}));
  }
}

at::Tensor BigGanDeepDiscriminator::look(const std::string& name, at::Tensor activation) const {
  if (probe_) probe_(name, activation);
  return activation;
}

at::Tensor BigGanDeepDiscriminator::forward(const at::Tensor& images, const at::Tensor& classes) {
  at::Tensor x = look("input_conv", input_convolution_->forward(images));
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    const std::string name = "blocks." + std::to_string(i) + ".";
    const Stage& stage = stages_[i];
    for (std::size_t depth = 0; depth < stage.blocks.size(); ++depth) {
      x = look(name + std::to_string(depth),
               through(*stage.blocks[depth], {x}, [block = stage.blocks[depth]](const std::vector<at::Tensor>& in) {
                 return block->forward(in[0]);
               }));
    }
    if (stage.attention)
      x = look(name + std::to_string(stage.blocks.size()),
               through(*stage.attention, {x},
                       [block = stage.attention](const std::vector<at::Tensor>& in) { return block->forward(in[0]); }));
  }
  const at::Tensor seen = at::relu(x).sum({2, 3});
  const at::Tensor logits = look("linear", linear_->forward(seen)).view({-1});
  return embed_ ? logits + (embed_->forward(classes) * seen).sum(1) : logits;
}

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

}  // namespace gan
