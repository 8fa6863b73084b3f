#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "config/truncation.h"
#include "tensor/random_stream.h"

namespace gan {

/// Latents for pictures: sample i of a seed is always the same vector for the same truncation. Each component is drawn
/// through the inverse distribution function, so that a sample moves smoothly when the threshold does.
class LatentSampler {
 public:
  /// Throws Error(kInvalidArgument, "latent_bad_size") unless latent_size >= 1.
  LatentSampler(std::uint64_t seed, std::int64_t latent_size);
  /// float32 [count, latent_size]; row i is sample first + i. first and count are not negative.
  at::Tensor draw(std::int64_t first, std::int64_t count, Truncation truncation) const;

 private:
  RandomStream stream_;
  std::int64_t latent_size_;
};

}  // namespace gan
