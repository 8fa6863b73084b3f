#include "models/biggan_base.h"

#include <ATen/ops/one_hot.h>
#include <ATen/ops/relu.h>

#include <algorithm>

#include "models/biggan_parts.h"

namespace gan {

namespace {

constexpr std::int64_t kBottomPixels = 4;       // height and width of a generator's first maps
constexpr double kOutputNormEpsilon = 1e-5;     // BigGAN-PyTorch passes its BN_eps to all but the last one
constexpr std::int64_t kLeastForAttention = 8;  // its queries have an eighth of the channels

bool attends(const std::vector<std::int64_t>& resolutions, std::int64_t resolution) {
  return std::ranges::find(resolutions, resolution) != resolutions.end();
}

/// To maps of so many channels.
std::shared_ptr<SelfAttention> attention(const BigGanShape& shape, std::int64_t channels,
                                         const WeightOptions& options) {
  if (channels < kLeastForAttention) {
    throwUnsupported(shape, "attention needs maps of at least 8 channels, and those at its resolution have " +
                                std::to_string(channels));
  }
  return std::make_shared<SelfAttention>(channels, options);
}

/// [N, C * 16] to the first maps [N, C, 4, 4], in memory as that of the weights that they meet.
at::Tensor bottomMaps(const at::Tensor& rows, at::MemoryFormat format) {
  return rows.view({rows.size(0), -1, kBottomPixels, kBottomPixels}).contiguous(format);
}

}  // namespace

void BigGanStages::addStage(torch::nn::Module& list, std::vector<std::shared_ptr<BigGanBlock>> blocks,
                            std::shared_ptr<SelfAttention> attention) {
  const auto parts = list.register_module(std::to_string(stages_.size()), std::make_shared<torch::nn::Module>());
  for (std::size_t i = 0; i < blocks.size(); ++i) parts->register_module(std::to_string(i), blocks[i]);
  if (attention) parts->register_module(std::to_string(blocks.size()), attention);
  stages_.push_back({std::move(blocks), std::move(attention)});
}

std::vector<std::shared_ptr<torch::nn::Module>> BigGanStages::stageModules(std::size_t stage) const {
  std::vector<std::shared_ptr<torch::nn::Module>> modules(stages_[stage].blocks.begin(), stages_[stage].blocks.end());
  modules.push_back(stages_[stage].attention);
  return modules;
}

at::Tensor BigGanStages::pass(std::size_t stage, at::Tensor x, const at::Tensor& entry) const {
  const std::string name = "blocks." + std::to_string(stage) + ".";
  const auto& [blocks, attention] = stages_[stage];
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    x = look(name + std::to_string(i),
             through(*blocks[i], {x, entry},
                     [block = blocks[i]](const std::vector<at::Tensor>& in) { return block->forward(in[0], in[1]); }));
  }
  if (attention == nullptr) return x;
  return look(name + std::to_string(blocks.size()),
              through(*attention, {x},
                      [block = attention](const std::vector<at::Tensor>& in) { return block->forward(in[0]); }));
}

at::Tensor BigGanStages::look(const std::string& name, at::Tensor activation) const {
  if (probe_) probe_(name, activation);
  return activation;
}

BigGanBaseGenerator::BigGanBaseGenerator(const BigGanShape& shape, const Sizes& sizes, const MakeBigGanBlock& make)
    : shape_(shape) {
  checkSizes(shape);
  const std::vector<std::int64_t> widths = generatorWidths(shape.resolution);
  const WeightOptions options{.bias = true, .spectral_norm = shape.generator_spectral_norm};
  if (shape.classes > 0 && sizes.shared > 0) {
    // Without spectral norm, which "randomly cripples" the generator there.
    shared_ = register_module("shared", std::make_shared<Embedding>(shape.classes, sizes.shared));
  }
  linear_ = register_module(
      "linear", std::make_shared<Linear>(sizes.bottom,
                                         widths[0] * shape.generator_width * kBottomPixels * kBottomPixels, options));
  const auto list = register_module("blocks", std::make_shared<torch::nn::Module>());
  std::int64_t resolution = kBottomPixels;
  std::int64_t in = widths[0] * shape.generator_width;
  for (std::size_t i = 1; i < widths.size(); ++i) {
    resolution *= 2;
    for (std::int64_t depth = 1; depth < sizes.depth; ++depth) addStage(*list, {make({.in = in, .out = in})}, nullptr);
    const std::int64_t out = widths[i] * shape.generator_width;
    auto block = make({.in = in, .out = out, .resizes = true});
    const bool watched = attends(shape.generator_attention, resolution);
    addStage(*list, {std::move(block)}, watched ? attention(shape, out, options) : nullptr);
    in = out;
  }
  const auto output = register_module("output_layer", std::make_shared<torch::nn::Module>());
  output_norm_ = output->register_module("0", std::make_shared<PlainNorm>(NormKind::kBatch, in, kOutputNormEpsilon));
  output_convolution_ =
      output->register_module("2", std::make_shared<Convolution>(window3(in, shape.channels), options));

  addBlock("linear", {shared_, linear_}, [this](BlockTensors& at) {
    at.beside = told(at.x, at.beside.front());
    at.x = bottomMaps(look("linear", linear_->forward(entry(at.beside, 0))),
                      output_convolution_->weight.suggest_memory_format());
  });
  for (std::size_t stage = 0; stage < stageCount(); ++stage) {
    addBlock("blocks." + std::to_string(stage), stageModules(stage),
             [this, stage](BlockTensors& at) { at.x = pass(stage, at.x, entry(at.beside, stage + 1)); });
  }
  addBlock("output_layer", {output_norm_, output_convolution_}, [this](BlockTensors& at) {
    at.x = look("output_layer", output_convolution_->forward(at::relu(output_norm_->forward(at.x)))).tanh();
  });
}

GeneratorFacts BigGanBaseGenerator::facts() const {
  return {.latent_size = shape_.latent_size,
          .classes = shape_.classes,
          .channels = shape_.channels,
          .resolution = shape_.resolution};
}

std::int64_t BigGanBaseGenerator::latentChunks() const {
  return shape_.hierarchical ? static_cast<std::int64_t>(generatorWidths(shape_.resolution).size()) : 1;
}

at::Tensor BigGanBaseGenerator::entrance() const {
  const at::Tensor& weight = linear_->weight;
  const std::int64_t entering = shape_.latent_size / latentChunks();  // behind the class, where that enters, too
  return weight.narrow(1, weight.size(1) - entering, entering);
}

at::Tensor BigGanBaseGenerator::condition(const at::Tensor& classes) {
  if (shape_.classes == 0) return {};
  if (shared_) return shared_->forward(classes.to(shared_->weight.device()));
  return at::one_hot(classes, shape_.classes).to(linear_->weight.scalar_type());
}

at::Tensor BigGanBaseGenerator::forward(const at::Tensor& latents, const at::Tensor& condition) {
  return chain({latents, {condition}});
}

BigGanBaseDiscriminator::BigGanBaseDiscriminator(const BigGanShape& shape, Beginning beginning, std::int64_t depth,
                                                 const MakeBigGanBlock& make) {
  checkSizes(shape);
  const WeightOptions options{.bias = true, .spectral_norm = shape.discriminator_spectral_norm};
  std::vector<std::int64_t> widths = discriminatorWidths(shape.resolution);
  std::int64_t halvings = discriminatorHalvings(shape.resolution);
  std::int64_t in = shape.channels;
  if (beginning == Beginning::kConvolution) {
    const std::int64_t out = widths.front() * shape.discriminator_width;
    widths.erase(widths.begin());
    input_convolution_ = register_module("input_conv", std::make_shared<Convolution>(window3(in, out), options));
    in = out;
  }
  const auto list = register_module("blocks", std::make_shared<torch::nn::Module>());
  std::int64_t resolution = shape.resolution;
  for (const std::int64_t width : widths) {
    const bool halves = halvings-- > 0;
    if (halves) resolution /= 2;
    const std::int64_t out = width * shape.discriminator_width;
    std::vector<std::shared_ptr<BigGanBlock>> blocks;
    for (std::int64_t i = 0; i < depth; ++i) {
      blocks.push_back(make({.in = in,
                             .out = out,
                             .resizes = halves && i == 0,
                             .sees_images = !input_convolution_ && stageCount() == 0 && i == 0}));
      in = out;
    }
    // BigGAN-PyTorch says of all maps of images of 32 pixels that they have 16.
    const bool watched = attends(shape.discriminator_attention, shape.resolution == 32 ? 16 : resolution);
    addStage(*list, std::move(blocks), watched ? attention(shape, out, options) : nullptr);
  }
  linear_ = register_module("linear", std::make_shared<Linear>(in, 1, options));
  if (shape.classes > 0) {
    embed_ = register_module(
        "embed", std::make_shared<Embedding>(shape.classes, in,
                                             WeightOptions{.spectral_norm = shape.discriminator_spectral_norm}));
  }

  if (input_convolution_) {
    addBlock("input_conv", {input_convolution_},
             [this](BlockTensors& at) { at.x = look("input_conv", input_convolution_->forward(at.x)); });
  }
  for (std::size_t stage = 0; stage < stageCount(); ++stage) {
    addBlock("blocks." + std::to_string(stage), stageModules(stage), [this, stage](BlockTensors& at) {
      at.x = pass(stage, at.x, {});
      if (stage + 1 == stageCount()) at.x = at::relu(at.x).sum({2, 3});
    });
  }
  addBlock("linear", {linear_, embed_}, [this](BlockTensors& at) {
    const at::Tensor logits = look("linear", linear_->forward(at.x)).view({-1});
    at.x = embed_ ? logits + (embed_->forward(at.beside.front()) * at.x).sum(1) : logits;
  });
}

at::Tensor BigGanBaseDiscriminator::features(const at::Tensor& images) {
  return chain({images, {at::Tensor()}}, /*omitted=*/1);
}

at::Tensor BigGanBaseDiscriminator::forward(const at::Tensor& images, const at::Tensor& classes) {
  return chain({images, {classes}});
}

}  // namespace gan
