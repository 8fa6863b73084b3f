#pragma once

#include <ATen/core/Tensor.h>

namespace gan {

/// A discriminator that shows what its last layer sees.
class ShowsFeatures {
 public:
  /// Of images float32 [N, C, H, W]: float32 [N, ...].
  virtual at::Tensor features(const at::Tensor& images) = 0;

 protected:
  ~ShowsFeatures() = default;
};

}  // namespace gan
