#pragma once

#include <memory>

#include "layers/layers.h"
#include "models/discriminator_features.h"
#include "models/latent_entrance.h"
#include "models/network.h"
#include "models/network_blocks.h"

namespace gan {

/// The fully connected GAN of eriklindernoren/PyTorch-GAN implementations/gan/gan.py, which PyTorch Lightning's GAN
/// template took over. Generator: four hidden layers of w, 2w, 4w, 8w units (w = generator_width; there 128), all but
/// the first with batch normalisation of epsilon 0.8, leaky ReLU of slope 0.2, then tanh. Names: model.0.weight, ...
class MlpGenerator : public Generator, public LatentEntrance, public BlockNetwork {
 public:
  /// Weights are yet to be set. Throws Error(kInvalidArgument, "model_unsupported_shape").
  explicit MlpGenerator(const NetworkShape& shape);
  GeneratorFacts facts() const override;
  at::Tensor forward(const at::Tensor& latents, const at::Tensor& condition) override;
  at::Tensor entrance() const override;
  std::shared_ptr<Generator> blank() const override;

 private:
  struct Stage {
    std::shared_ptr<Linear> linear;
    std::shared_ptr<BatchNorm> norm;  // null in the first and last stage
  };
  NetworkShape shape_;
  std::shared_ptr<Linear> first_;
};

/// Two hidden layers of w and w/2 units (w = discriminator_width; there 512), leaky ReLU of slope 0.2.
class MlpDiscriminator : public Discriminator, public ShowsFeatures, public BlockNetwork {
 public:
  /// Weights are yet to be set. Throws Error(kInvalidArgument, "model_unsupported_shape").
  explicit MlpDiscriminator(const NetworkShape& shape);
  at::Tensor forward(const at::Tensor& images, const at::Tensor& classes) override;
  at::Tensor features(const at::Tensor& images) override;
};

Networks makeMlp(const NetworkShape& shape, std::uint64_t seed);
std::shared_ptr<Generator> blankMlp(const NetworkShape& shape);
std::shared_ptr<Discriminator> blankMlpDiscriminator(const NetworkShape& shape);

}  // namespace gan
