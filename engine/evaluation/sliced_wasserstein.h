#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace gan {

/// Sliced Wasserstein distance between two sets of images or other vectors (Rabin et al., 2011): the mean over
/// `projections` fixed directions of the 1-Wasserstein distance between the projected sets.
/// a, b: float32 [N, ...] of equal shape, N >= 1. Directions are unit vectors that depend on the dimension only.
double slicedWasserstein(const at::Tensor& a, const at::Tensor& b, std::int64_t projections = 512);

}  // namespace gan
