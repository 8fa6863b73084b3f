#pragma once

#include <memory>

#include "layers/layers.h"
#include "models/discriminator_features.h"
#include "models/latent_entrance.h"
#include "models/network.h"
#include "models/network_blocks.h"

namespace gan {

/// DCGAN for 32 pixels as PyTorch-StudioGAN (models/deep_conv.py) has it, with its names, so that weights of its
/// CIFAR-10 runs fit by name and shape at width 64. Unlike `dcgan` it begins with a linear layer, has two convolutions
/// a stage in the discriminator, biases throughout, ReLU in both networks, and sums over all pixels at the end.
///
/// Images of 32 pixels, any number of channels. generator_width are the channels of the last hidden layer, which have
/// half of those before; discriminator_width those of the first stage. With classes the normalisations are conditional
/// ("cBN"), and the discriminator projects ("PD"; Miyato and Koyama, 2018).
class Dcgan32Generator : public Generator, public LatentEntrance, public BlockNetwork {
 public:
  /// Weights are yet to be set. Throws Error(kInvalidArgument, "model_unsupported_shape").
  explicit Dcgan32Generator(const NetworkShape& shape);
  GeneratorFacts facts() const override;
  /// [N, classes] with a one for the class.
  at::Tensor condition(const at::Tensor& classes) override;
  at::Tensor forward(const at::Tensor& latents, const at::Tensor& condition) override;
  at::Tensor entrance() const override;
  std::shared_ptr<Generator> blank() const override;

 private:
  class Block;
  NetworkShape shape_;
  std::shared_ptr<Linear> linear0_;
  std::shared_ptr<Convolution> conv4_;
};

/// With spectral norm no stage is normalised otherwise; the buffers are then called u0 and sv0, as BigGAN-PyTorch's.
class Dcgan32Discriminator : public Discriminator, public ShowsFeatures, public BlockNetwork {
 public:
  /// Weights are yet to be set. Throws Error(kInvalidArgument, "model_unsupported_shape").
  explicit Dcgan32Discriminator(const NetworkShape& shape);
  at::Tensor forward(const at::Tensor& images, const at::Tensor& classes) override;
  at::Tensor features(const at::Tensor& images) override;

 private:
  struct Stage {
    std::shared_ptr<Convolution> convolution;
    std::shared_ptr<BatchNorm> norm;  // null with spectral norm
  };
  std::shared_ptr<Linear> linear1_;
  std::shared_ptr<Embedding> embedding_;  // null without classes
};

/// Orthogonal weights, biases 0.
Networks makeDcgan32(const NetworkShape& shape, std::uint64_t seed);
std::shared_ptr<Generator> blankDcgan32(const NetworkShape& shape);
std::shared_ptr<Discriminator> blankDcgan32Discriminator(const NetworkShape& shape);

}  // namespace gan
