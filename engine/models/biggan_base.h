#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "layers/normalisation.h"
#include "layers/recomputation.h"
#include "layers/self_attention.h"
#include "models/discriminator_features.h"
#include "models/latent_entrance.h"
#include "models/network.h"
#include "models/network_blocks.h"

namespace gan {

/// What BigGAN (biggan.h) and BigGAN-deep (biggan_deep.h) have in common: everything but their blocks, and how a latent
/// and a class enter them.

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

/// Where a block stands in its network.
struct BigGanPlace {
  std::int64_t in = 1, out = 1;  ///< Channels.
  bool resizes = false;          ///< A generator's block doubles the image, a discriminator's halves it.
  bool sees_images = false;      ///< What comes in is no other block's output.
};

/// A residual block, made for its place.
class BigGanBlock : public torch::nn::Module {
 public:
  /// entry: [N, E], what a generator is told at this place; undefined in discriminators.
  virtual at::Tensor forward(const at::Tensor& x, const at::Tensor& entry) const = 0;
};
using MakeBigGanBlock = std::function<std::shared_ptr<BigGanBlock>(const BigGanPlace&)>;

/// Stages of blocks, one after the other, some with attention to what they put out.
class BigGanStages : public Recomputes {
 public:
  /// Null: nobody looks.
  void setProbe(ActivationProbe probe) { probe_ = std::move(probe); }

 protected:
  ~BigGanStages() = default;

  /// Registers it in `list`, which holds the network's stages. attention: null without.
  void addStage(torch::nn::Module& list, std::vector<std::shared_ptr<BigGanBlock>> blocks,
                std::shared_ptr<SelfAttention> attention);
  std::size_t stageCount() const { return stages_.size(); }
  /// What a stage is made of.
  std::vector<std::shared_ptr<torch::nn::Module>> stageModules(std::size_t stage) const;
  at::Tensor pass(std::size_t stage, at::Tensor x, const at::Tensor& entry) const;
  at::Tensor look(const std::string& name, at::Tensor activation) const;

 private:
  struct Stage {
    std::vector<std::shared_ptr<BigGanBlock>> blocks;
    std::shared_ptr<SelfAttention> attention;
  };

  ActivationProbe probe_;
  std::vector<Stage> stages_;
};

class BigGanBaseGenerator : public Generator, public LatentEntrance, public BlockNetwork, public BigGanStages {
 public:
  GeneratorFacts facts() const override;
  /// The shared embedding [N, E]; without one [N, classes], with a one for the class.
  at::Tensor condition(const at::Tensor& classes) override;
  at::Tensor forward(const at::Tensor& latents, const at::Tensor& condition) override;
  at::Tensor entrance() const override;
  std::int64_t latentChunks() const override;

 protected:
  struct Sizes {
    std::int64_t shared = 0;  ///< Of the embedding that all normalisations share; 0: there is none.
    std::int64_t bottom = 1;  ///< Of what enters at the bottom.
    std::int64_t depth = 1;   ///< Blocks for each size of maps, each a stage.
  };
  /// Weights are yet to be set. Throws Error(kInvalidArgument, "model_unsupported_shape").
  BigGanBaseGenerator(const BigGanShape& shape, const Sizes& sizes, const MakeBigGanBlock& make);

  /// What all blocks are told, for entry() to choose from.
  virtual std::vector<at::Tensor> told(const at::Tensor& latents, const at::Tensor& condition) const = 0;
  /// What enters at the bottom, for 0, and then at each stage; asked for when it is its turn.
  virtual at::Tensor entry(const std::vector<at::Tensor>& told, std::size_t place) const = 0;

  const BigGanShape shape_;

 private:
  std::shared_ptr<Embedding> shared_;  // null: none
  std::shared_ptr<Linear> linear_;
  std::shared_ptr<PlainNorm> output_norm_;
  std::shared_ptr<Convolution> output_convolution_;
};

/// Sums over all pixels and, with classes, projection (Miyato and Koyama, 2018).
class BigGanBaseDiscriminator : public Discriminator, public ShowsFeatures, public BlockNetwork, public BigGanStages {
 public:
  at::Tensor forward(const at::Tensor& images, const at::Tensor& classes) override;
  at::Tensor features(const at::Tensor& images) override;

 protected:
  enum class Beginning { kBlock, kConvolution };
  /// depth: blocks of each stage. Weights are yet to be set. Throws Error(kInvalidArgument, "model_unsupported_shape").
  BigGanBaseDiscriminator(const BigGanShape& shape, Beginning beginning, std::int64_t depth,
                          const MakeBigGanBlock& make);

 private:
  std::shared_ptr<Convolution> input_convolution_;  // null: none
  std::shared_ptr<Linear> linear_;
  std::shared_ptr<Embedding> embed_;  // null without classes
};

}  // namespace gan
