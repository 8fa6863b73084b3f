#pragma once

#include <memory>
#include <string>

#include "layers/layers.h"
#include "layers/normalisation.h"
#include "models/discriminator_features.h"
#include "models/latent_entrance.h"
#include "models/network.h"
#include "models/network_blocks.h"

namespace gan {

/// Radford et al., "Unsupervised representation learning with deep convolutional generative adversarial networks",
/// 2016, laid out as pytorch/examples dcgan/main.py and PyTorch's DCGAN tutorial: files of those programs fit by name
/// and shape at 64 px. Other sizes add or leave out stages of factor 2; 28 px begins at 7 x 7 instead of 4 x 4.
///
/// Transposed convolutions, batch normalisation and ReLU; the last stage tanh. Names: main.0.weight, main.1.weight, ...
/// With classes, gain and bias of each normalisation are rows of tables of its own (main.1.gain.weight, ...), and the
/// condition says how much of each class there is, [N, classes].
class DcganGenerator : public Generator, public LatentEntrance, public BlockNetwork {
 public:
  /// Weights are yet to be set. Throws Error(kInvalidArgument, "model_unsupported_shape").
  explicit DcganGenerator(const NetworkShape& shape);
  GeneratorFacts facts() const override;
  at::Tensor condition(const at::Tensor& classes) override;
  at::Tensor forward(const at::Tensor& latents, const at::Tensor& condition) override;
  at::Tensor entrance() const override;
  std::shared_ptr<Generator> blank() const override;

 private:
  struct Stage {
    std::shared_ptr<TransposedConvolution> convolution;
    std::shared_ptr<BatchNorm> norm;                    // without classes
    std::shared_ptr<ConditionalNorm> conditional_norm;  // with them; both null in the last stage
  };
  void addStage(const std::string& name, Stage stage, bool last);

  NetworkShape shape_;
  std::shared_ptr<TransposedConvolution> first_;
};

/// Strided convolutions, batch normalisation but in the first and last stage, leaky ReLU of slope 0.2. With spectral
/// norm no stage is normalised otherwise, and each convolution has a bias: without, D(k x) would be k D(x). With
/// classes the logit gains the product of a class's row of `embed` with the sum over all pixels of what the last stage
/// sees (Miyato and Koyama, 2018, "cGANs with projection discriminator").
class DcganDiscriminator : public Discriminator, public ShowsFeatures, public BlockNetwork {
 public:
  /// Weights are yet to be set. Throws Error(kInvalidArgument, "model_unsupported_shape").
  explicit DcganDiscriminator(const NetworkShape& shape);
  at::Tensor forward(const at::Tensor& images, const at::Tensor& classes) override;
  at::Tensor features(const at::Tensor& images) override;

 private:
  struct Stage {
    std::shared_ptr<Convolution> convolution;
    std::shared_ptr<BatchNorm> norm;  // null in the first and last stage
  };
  void addStage(const std::string& name, Stage stage, bool last);

  std::shared_ptr<Embedding> embed_;  // null without classes
};

Networks makeDcgan(const NetworkShape& shape, std::uint64_t seed);
std::shared_ptr<Generator> blankDcgan(const NetworkShape& shape);
std::shared_ptr<Discriminator> blankDcganDiscriminator(const NetworkShape& shape);

}  // namespace gan
