#include "models/mlp.h"

#include <ATen/ops/leaky_relu.h>
#include <ATen/ops/tanh.h>

#include <array>

#include "core/error.h"
#include "layers/weight_draw.h"

namespace gan {

namespace {

constexpr double kSlope = 0.2;
// gan.py passes 0.8 as BatchNorm1d's second argument, which is epsilon. Kept: it is the published program's behaviour.
constexpr double kEpsilon = 0.8;

void checkShape(const NetworkShape& shape) {
  if (shape.latent_size >= 1 && shape.channels >= 1 && shape.resolution >= 1 && shape.generator_width >= 1 &&
      shape.discriminator_width >= 2) {
    return;
  }
  throw Error(ErrorCode::kInvalidArgument, "model_unsupported_shape",
              "The model mlp needs sizes of at least 1 and a discriminator width of at least 2; it was asked for "
              "{resolution} pixels, {channels} channels, latent size {latent_size}, widths {generator_width} and "
              "{discriminator_width}. Change data.resolution, data.channels or model.*.",
              {{"resolution", std::to_string(shape.resolution)},
               {"channels", std::to_string(shape.channels)},
               {"latent_size", std::to_string(shape.latent_size)},
               {"generator_width", std::to_string(shape.generator_width)},
               {"discriminator_width", std::to_string(shape.discriminator_width)}});
}

std::int64_t pixels(const NetworkShape& shape) { return shape.channels * shape.resolution * shape.resolution; }

}  // namespace

MlpGenerator::MlpGenerator(const NetworkShape& shape) : shape_(shape) {
  checkShape(shape);
  const auto model = register_module("model", std::make_shared<torch::nn::Module>());
  const std::int64_t w = shape.generator_width;
  const std::array<std::int64_t, 5> outputs = {w, 2 * w, 4 * w, 8 * w, pixels(shape)};
  std::int64_t in = shape.latent_size;
  int number = 0;  // as torch.nn.Sequential numbers layers, activations included
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    Stage stage;
    const std::string name = "model." + std::to_string(number);
    const bool last = i + 1 == outputs.size();
    stage.linear = model->register_module(std::to_string(number++), std::make_shared<Linear>(in, outputs[i]));
    if (i != 0 && !last) {
      stage.norm = model->register_module(std::to_string(number++), std::make_shared<BatchNorm>(outputs[i], kEpsilon));
    }
    ++number;
    if (i == 0) first_ = stage.linear;
    addBlock(name, {stage.linear, stage.norm}, [this, stage, last](BlockTensors& at) {
      at.x = stage.linear->forward(at.x);
      if (stage.norm) at.x = stage.norm->forward(at.x);
      at.x = last ? at.x.tanh_().view({-1, shape_.channels, shape_.resolution, shape_.resolution})
                  : at::leaky_relu_(at.x, kSlope);
    });
    in = outputs[i];
  }
}

GeneratorFacts MlpGenerator::facts() const {
  return {.latent_size = shape_.latent_size, .channels = shape_.channels, .resolution = shape_.resolution};
}

at::Tensor MlpGenerator::forward(const at::Tensor& latents, const at::Tensor& /*condition*/) {
  return chain({latents});
}

at::Tensor MlpGenerator::entrance() const { return first_->weight; }

std::shared_ptr<Generator> MlpGenerator::blank() const { return std::make_shared<MlpGenerator>(shape_); }

MlpDiscriminator::MlpDiscriminator(const NetworkShape& shape) {
  checkShape(shape);
  const auto model = register_module("model", std::make_shared<torch::nn::Module>());
  const std::int64_t w = shape.discriminator_width;
  const auto first = model->register_module("0", std::make_shared<Linear>(pixels(shape), w));
  const auto second = model->register_module("2", std::make_shared<Linear>(w, w / 2));
  const auto third = model->register_module("4", std::make_shared<Linear>(w / 2, 1));
  const auto activated = [](const Linear& layer, const at::Tensor& x) {
    at::Tensor seen = layer.forward(x);
    return at::leaky_relu_(seen, kSlope);
  };
  addBlock("model.0", {first}, [=](BlockTensors& at) { at.x = activated(*first, at.x.flatten(1)); });
  addBlock("model.2", {second}, [=](BlockTensors& at) { at.x = activated(*second, at.x); });
  addBlock("model.4", {third}, [=](BlockTensors& at) { at.x = third->forward(at.x).view({-1}); });
}

at::Tensor MlpDiscriminator::features(const at::Tensor& images) { return chain({images}, /*omitted=*/1); }

at::Tensor MlpDiscriminator::forward(const at::Tensor& images, const at::Tensor& /*classes*/) {
  return chain({images});
}

Networks makeMlp(const NetworkShape& shape, std::uint64_t seed) {
  Networks networks{std::make_shared<MlpGenerator>(shape), std::make_shared<MlpDiscriminator>(shape)};
  drawLinearWeights(*networks.generator, seed, NetworkRole::kGenerator);
  drawLinearWeights(*networks.discriminator, seed, NetworkRole::kDiscriminator);
  return networks;
}

std::shared_ptr<Generator> blankMlp(const NetworkShape& shape) { return std::make_shared<MlpGenerator>(shape); }

std::shared_ptr<Discriminator> blankMlpDiscriminator(const NetworkShape& shape) {
  return std::make_shared<MlpDiscriminator>(shape);
}

}  // namespace gan
