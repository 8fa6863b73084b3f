#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace gan {

/// A generator that begins by multiplying its latent, from which directions can be read.
class LatentEntrance {
 public:
  /// What the first layer multiplies the latent's first k components by, float32 [outputs, k]: all of them, or the
  /// first chunk. Of a network whose layers are frozen (WeightLayer::freeze()): before, spectral norm is not in it.
  virtual at::Tensor entrance() const = 0;
  /// Equal parts of the latent, one behind the other, of which each enters at a place of its own (Brock et al., 2019,
  /// "hierarchical latent spaces"); 1: it enters whole.
  virtual std::int64_t latentChunks() const { return 1; }

 protected:
  ~LatentEntrance() = default;
};

}  // namespace gan
