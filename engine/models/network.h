#pragma once

#include <torch/nn/module.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "layers/normalisation.h"
#include "layers/weight_draw.h"

namespace gan {

class RunConfig;

/// Shapes that both networks agree on.
struct NetworkShape {
  std::int64_t latent_size = 100;            ///< nz
  std::int64_t channels = 3;                 ///< of the images
  std::int64_t resolution = 64;              ///< height and width of the images
  std::int64_t generator_width = 64;         ///< ngf; of `mlp`: hidden units of the first layer.
  std::int64_t discriminator_width = 64;     ///< ndf; of `mlp`: hidden units of the first layer.
  std::int64_t classes = 0;                  ///< Of images; 0: the networks are not told of any.
  bool discriminator_spectral_norm = false;  ///< Of dcgan and dcgan-32.
  std::vector<std::int64_t> attention = {};  ///< Of sagan, biggan and biggan-deep: resolutions of maps that attend.
  std::int64_t shared_size = 0;              ///< Of biggan: of the embedding that all normalisations share; 0: none.
                                             ///< Of biggan-deep the same; 0: as large as the latent.
  bool hierarchical = false;                 ///< Of biggan: whether parts of the latent enter at each block.
  std::int64_t generator_depth = 2;          ///< Of biggan-deep: blocks for each size of maps.
  std::int64_t discriminator_depth = 2;      ///< The same.
  SpectralNormOptions spectral_norm = {};    ///< Of both networks of sngan, sagan, biggan and biggan-deep.
  NormKind norm = NormKind::kBatch;          ///< The same; of the generator, but its last one.
  double norm_epsilon = 1e-5;                ///< The same.
  std::optional<Initialisation> initialisation = {};  ///< The same; none: that of their own programs.
};

/// What a generator takes and makes.
struct GeneratorFacts {
  std::int64_t latent_size = 1;
  std::int64_t classes = 0;  ///< 0: it makes images of no class in particular.
  std::int64_t channels = 1;
  std::int64_t resolution = 1;  ///< Height and width.
};

/// Maps latents float32 [N, nz], and for networks of classes a condition, to images float32 [N, C, H, W] in [-1, 1].
class Generator : public torch::nn::Module {
 public:
  virtual GeneratorFacts facts() const = 0;
  /// What stands for a class inside the network, so that what lies between two classes can be asked for, too: int64 [N]
  /// below facts().classes to float32 [N, E]. Undefined where there are no classes.
  virtual at::Tensor condition(const at::Tensor& classes);
  /// condition: as condition() gives it, or a mixture; undefined where there are no classes.
  virtual at::Tensor forward(const at::Tensor& latents, const at::Tensor& condition) = 0;
  /// A generator of the same shape on the host whose weights are yet to be set: where a copy of this one goes.
  virtual std::shared_ptr<Generator> blank() const = 0;
};

/// Maps images float32 [N, C, H, W], and their classes int64 [N] where it knows any, to logits float32 [N]: D(x) is
/// sigmoid(logit).
class Discriminator : public torch::nn::Module {
 public:
  /// classes: undefined where there are none.
  virtual at::Tensor forward(const at::Tensor& images, const at::Tensor& classes) = 0;
};

struct Networks {
  std::shared_ptr<Generator> generator;
  std::shared_ptr<Discriminator> discriminator;
};

/// A pair of networks that can be chosen by name.
struct Architecture {
  std::string_view name;    ///< "dcgan"
  std::string_view source;  ///< Paper or program it follows.
  /// Builds both with freshly drawn weights: a function of seed only. On the host.
  /// Throws Error(kInvalidArgument, "model_unsupported_shape").
  Networks (*make)(const NetworkShape& shape, std::uint64_t seed);
  /// One of them alone, whose weights are yet to be set. Throws likewise.
  std::shared_ptr<Generator> (*blank_generator)(const NetworkShape& shape);
  std::shared_ptr<Discriminator> (*blank_discriminator)(const NetworkShape& shape);
};

std::span<const Architecture> architectures();
/// Throws Error(kNotFound, "model_not_found").
const Architecture& findArchitecture(std::string_view name);

/// Reads model.* and data.{resolution,channels}.
NetworkShape networkShape(const RunConfig& config);
/// The networks of a run with the weights of its seed.
Networks makeNetworks(const RunConfig& config);
/// One of a run's networks whose weights are yet to be set. Throws as findArchitecture() and Architecture::make().
std::shared_ptr<Generator> blankGenerator(const RunConfig& config);
std::shared_ptr<Discriminator> blankDiscriminator(const RunConfig& config);

/// Copies weights and buffers between two modules of one shape; memory layout and device of `to` stay.
void copyTensors(const torch::nn::Module& from, torch::nn::Module& to);

/// Lays the weights of convolutions out as told; values and names stay.
void useMemoryFormat(torch::nn::Module& module, at::MemoryFormat format);

}  // namespace gan
