#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "tensor/random_stream.h"

namespace gan {

/// Normal numbers, [rows, columns]: others for each seed and step.
inline at::Tensor normals(std::uint64_t seed, std::uint64_t step, std::int64_t rows, std::int64_t columns) {
  return RandomStream(seed, RandomPurpose::kImageNoise).normal(step, 0, rows, columns);
}

}  // namespace gan
