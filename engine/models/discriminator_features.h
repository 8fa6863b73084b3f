#pragma once

#include <ATen/core/Tensor.h>

#include <filesystem>
#include <memory>

#include "models/network.h"

namespace gan {

/// A discriminator that shows what its last layer sees.
class ShowsFeatures {
 public:
  /// Of images float32 [N, C, H, W]: float32 [N, ...].
  virtual at::Tensor features(const at::Tensor& images) = 0;

 protected:
  ~ShowsFeatures() = default;
};

/// A run's discriminator whose weights are yet to be set. Throws as findArchitecture(), and Error(kInvalidArgument,
/// "model_unsupported_shape").
std::shared_ptr<Discriminator> blankDiscriminator(const RunConfig& config);

}  // namespace gan
