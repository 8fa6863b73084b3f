#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "layers/normalisation.h"
#include "layers/recomputation.h"
#include "layers/self_attention.h"
#include "models/network.h"

namespace gan {

/// The residual networks of SNGAN, SAGAN and BigGAN as BigGAN-PyTorch (BigGAN.py) has them, with its names, so that its
/// files fit. Which of the three follows from the options: a discriminator that is thin in its blocks (SNGAN; Miyato et
/// al., 2018), self-attention (SAGAN; Zhang et al., 2019), an embedding that all normalisations share and latents that
/// enter at every block (BigGAN; Brock et al., 2019, appendix B).
///
/// Images of 32, 64, 128, 256 or 512 pixels, any number of channels. BigGAN-PyTorch has no discriminator for 512; this
/// one begins with one block more of the same width.
struct BigGanShape {
  std::int64_t latent_size = 128;
  std::int64_t channels = 3;
  std::int64_t resolution = 128;
  std::int64_t classes = 0;  ///< 0: none.
  std::int64_t generator_width = 64;
  std::int64_t discriminator_width = 64;
  bool discriminator_thin = false;  ///< Inside a block as many channels as come in, else as many as go out.
  std::vector<std::int64_t> generator_attention = {};      ///< Resolutions of maps that blocks put out.
  std::vector<std::int64_t> discriminator_attention = {};  ///< The same.
  std::int64_t shared_size = 0;          ///< Of the shared embedding; 0: each normalisation has a table of its own.
  bool hierarchical = false;             ///< The latent is cut: a part enters at the bottom and one at each block.
  std::int64_t generator_depth = 2;      ///< Of BigGAN-deep: blocks for each size of maps.
  std::int64_t discriminator_depth = 2;  ///< The same.
  NormKind norm = NormKind::kBatch;      ///< Of the generator, but its last one, which is by batch.
  double norm_epsilon = 1e-5;
  SpectralNormOptions generator_spectral_norm = {};
  SpectralNormOptions discriminator_spectral_norm = {};
};

/// Called with the name of a module ("blocks.0.0") and what came out of it, in the order of the pass.
using ActivationProbe = std::function<void(const std::string& name, const at::Tensor& activation)>;

class BigGanGenerator : public Generator, public Recomputes {
 public:
  /// Weights are yet to be set. Throws Error(kInvalidArgument, "model_unsupported_shape").
  explicit BigGanGenerator(const BigGanShape& shape);

  GeneratorFacts facts() const override;
  /// The shared embedding [N, shared_size]; or [N, classes] with a one for the class.
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
  std::shared_ptr<Embedding> shared_;  // null: none
  std::shared_ptr<Linear> linear_;
  std::vector<Stage> stages_;
  std::shared_ptr<PlainNorm> output_norm_;
  std::shared_ptr<Convolution> output_convolution_;
};

/// Sums over all pixels and, with classes, projection (Miyato and Koyama, 2018).
class BigGanDiscriminator : public Discriminator, public Recomputes {
 public:
  /// Weights are yet to be set. Throws Error(kInvalidArgument, "model_unsupported_shape").
  explicit BigGanDiscriminator(const BigGanShape& shape);

  at::Tensor forward(const at::Tensor& images, const at::Tensor& classes) override;

  void setProbe(ActivationProbe probe) { probe_ = std::move(probe); }

 private:
  class Block;
  struct Stage {
    std::shared_ptr<Block> block;
    std::shared_ptr<SelfAttention> attention;  // null: none
  };
  at::Tensor look(const std::string& name, at::Tensor activation) const;

  ActivationProbe probe_;
  std::vector<Stage> stages_;
  std::shared_ptr<Linear> linear_;
  std::shared_ptr<Embedding> embed_;  // null without classes
};

/// Each draws its weights as it says here unless the shape says otherwise.

/// SNGAN: a thin discriminator, no attention, a table for each normalisation; Xavier's weights.
Networks makeSngan(const NetworkShape& shape, std::uint64_t seed);
/// SAGAN: attention, a table for each normalisation; Xavier's weights.
Networks makeSagan(const NetworkShape& shape, std::uint64_t seed);
/// BigGAN: as the shape says; orthogonal weights.
Networks makeBigGan(const NetworkShape& shape, std::uint64_t seed);

/// Their generators, whose weights are yet to be set.
std::shared_ptr<Generator> blankSngan(const NetworkShape& shape);
std::shared_ptr<Generator> blankSagan(const NetworkShape& shape);
std::shared_ptr<Generator> blankBigGan(const NetworkShape& shape);

}  // namespace gan
