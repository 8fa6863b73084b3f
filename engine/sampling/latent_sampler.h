#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "tensor/random_stream.h"

namespace gan {

/// The truncation trick (Brock et al., 2019, section 3.1): components of z whose magnitude exceeds `threshold` are
/// drawn again. Here: z = threshold-truncated normal, drawn through the inverse distribution function so that a sample
/// moves smoothly when the threshold does. threshold <= 0 or not finite means none.
struct Truncation {
  double threshold = 0;
};

/// Latents for pictures: sample i of a seed is always the same vector for the same truncation.
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
