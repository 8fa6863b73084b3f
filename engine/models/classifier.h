#pragma once

#include <torch/nn/module.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace gan {

class RunConfig;

/// How a classifier takes in its images.
enum class Stem {
  kImageNet,     ///< 7 x 7 of stride 2, then max-pooling: a quarter of the size. For 224 px and thereabouts.
  kSmallImages,  ///< 3 x 3 of stride 1 and no pooling (He et al., 2016, section 4.2): for 28 or 32 px.
};

struct ClassifierShape {
  std::int64_t channels = 3;    ///< Of the images.
  std::int64_t classes = 1000;  ///< At least 1.
  Stem stem = Stem::kImageNet;
};

/// As model.* and data.channels say.
ClassifierShape classifierShape(const RunConfig& config);

/// Maps images float32 [N, C, H, W], normalised as the network is used to, to logits float32 [N, classes].
class Classifier : public torch::nn::Module {
 public:
  virtual at::Tensor forward(const at::Tensor& images) = 0;
};

/// A classifier that can be chosen by name.
struct ClassifierArchitecture {
  std::string_view name;    ///< "resnet-18"
  std::string_view source;  ///< Paper or program it follows.
  /// With freshly drawn weights: a function of seed only. On the host. Throws Error(kInvalidArgument,
  /// "model_unsupported_shape").
  std::shared_ptr<Classifier> (*make)(const ClassifierShape& shape, std::uint64_t seed);
};

std::span<const ClassifierArchitecture> classifierArchitectures();
/// Null where there is no classifier of that name.
const ClassifierArchitecture* findClassifier(std::string_view name);

}  // namespace gan
