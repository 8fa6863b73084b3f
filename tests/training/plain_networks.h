#pragma once

#include <ATen/ATen.h>

#include <memory>

#include "layers/layers.h"
#include "layers/weight_draw.h"
#include "models/network.h"
#include "training/trainer_options.h"

namespace gan {

/// Networks without batch normalisation: what they do with one image depends on no other.
class PlainGenerator : public Generator {
 public:
  explicit PlainGenerator(const NetworkShape& shape)
      : shape_(shape),
        first_(register_module("first", std::make_shared<Linear>(shape.latent_size, shape.generator_width))),
        last_(register_module("last", std::make_shared<Linear>(shape.generator_width, pixels(shape)))) {}
  static std::int64_t pixels(const NetworkShape& shape) { return shape.channels * shape.resolution * shape.resolution; }
  GeneratorFacts facts() const override {
    return {.latent_size = shape_.latent_size, .channels = shape_.channels, .resolution = shape_.resolution};
  }
  at::Tensor forward(const at::Tensor& latents, const at::Tensor& /*condition*/) override {
    return last_->forward(first_->forward(latents).tanh())
        .tanh()
        .view({-1, shape_.channels, shape_.resolution, shape_.resolution});
  }
  std::shared_ptr<Generator> blank() const override { return std::make_shared<PlainGenerator>(shape_); }

 private:
  NetworkShape shape_;
  std::shared_ptr<Linear> first_, last_;
};

class PlainDiscriminator : public Discriminator {
 public:
  explicit PlainDiscriminator(const NetworkShape& shape)
      : first_(register_module("first",
                               std::make_shared<Linear>(PlainGenerator::pixels(shape), shape.discriminator_width))),
        last_(register_module("last", std::make_shared<Linear>(shape.discriminator_width, 1))) {}
  at::Tensor forward(const at::Tensor& images, const at::Tensor& /*classes*/) override {
    return last_->forward(first_->forward(images.flatten(1)).tanh()).view({-1});
  }

 private:
  std::shared_ptr<Linear> first_, last_;
};

inline const Architecture kPlainArchitecture = {
    "plain", "for tests",
    [](const NetworkShape& shape, std::uint64_t seed) {
      Networks networks{std::make_shared<PlainGenerator>(shape), std::make_shared<PlainDiscriminator>(shape)};
      drawLinearWeights(*networks.generator, seed, NetworkRole::kGenerator);
      drawLinearWeights(*networks.discriminator, seed, NetworkRole::kDiscriminator);
      return networks;
    },
    [](const NetworkShape& shape) -> std::shared_ptr<Generator> { return std::make_shared<PlainGenerator>(shape); },
    [](const NetworkShape& shape) -> std::shared_ptr<Discriminator> {
      return std::make_shared<PlainDiscriminator>(shape);
    }};

}  // namespace gan
