#pragma once

#include <memory>
#include <vector>

#include "models/biggan.h"

namespace gan {

/// BigGAN-deep (Brock et al., 2019, appendix B, figure 16) as BigGAN-PyTorch (BigGANdeep.py) has it, with its names, so
/// that its files fit. Blocks squeeze their maps to a quarter of the channels before they convolve; the latent enters
/// whole, beside the shared embedding, at the bottom and at every block.
///
/// Of BigGanShape neither `discriminator_thin` nor `hierarchical` means anything here; a shared_size of 0 is that of
/// the latent. Images of 32, 64, 128, 256 or 512 pixels, any number of channels, of classes or not. BigGAN-PyTorch has
/// neither networks for 512 (these follow the paper's table 9) nor without classes (nothing is then put beside the
/// latent), and its generators have two blocks for each size of maps.
class BigGanDeepGenerator : public Generator, public Recomputes {
 public:
  /// Weights are yet to be set. Throws Error(kInvalidArgument, "model_unsupported_shape").
  explicit BigGanDeepGenerator(const BigGanShape& shape);

  GeneratorFacts facts() const override;
  /// The shared embedding [N, shared_size].
  at::Tensor condition(const at::Tensor& classes) override;
  at::Tensor forward(const at::Tensor& latents, const at::Tensor& condition) override;
  std::shared_ptr<Generator> blank() const override;

  /// Null: nobody looks.
  void setProbe(ActivationProbe probe) { probe_ = std::move(probe); }

 private:
  class Block;
  struct Stage {
    std::shared_ptr<Block> block;
    std::shared_ptr<SelfAttention> attention;  // null: none
  };
  at::Tensor look(const std::string& name, at::Tensor activation) const;

  BigGanShape shape_;
  ActivationProbe probe_;
  std::shared_ptr<Embedding> shared_;  // null: no classes
  std::shared_ptr<Linear> linear_;
  std::vector<Stage> stages_;
  std::shared_ptr<PlainNorm> output_norm_;
  std::shared_ptr<Convolution> output_convolution_;
};

/// Sums over all pixels and, with classes, projection (Miyato and Koyama, 2018).
class BigGanDeepDiscriminator : public Discriminator, public Recomputes {
 public:
  /// Weights are yet to be set. Throws Error(kInvalidArgument, "model_unsupported_shape").
  explicit BigGanDeepDiscriminator(const BigGanShape& shape);

  at::Tensor forward(const at::Tensor& images, const at::Tensor& classes) override;

  void setProbe(ActivationProbe probe) { probe_ = std::move(probe); }

 private:
  class Block;
  struct Stage {
    std::vector<std::shared_ptr<Block>> blocks;
    std::shared_ptr<SelfAttention> attention;  // null: none
  };
  at::Tensor look(const std::string& name, at::Tensor activation) const;

  ActivationProbe probe_;
  std::shared_ptr<Convolution> input_convolution_;
  std::vector<Stage> stages_;
  std::shared_ptr<Linear> linear_;
  std::shared_ptr<Embedding> embed_;  // null without classes
};

/// Orthogonal weights unless the shape says otherwise.
Networks makeBigGanDeep(const NetworkShape& shape, std::uint64_t seed);
/// Its generator, whose weights are yet to be set.
std::shared_ptr<Generator> blankBigGanDeep(const NetworkShape& shape);

}  // namespace gan
