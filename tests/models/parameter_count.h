#pragma once

#include <torch/nn/module.h>

#include <cstdint>

namespace gan {

/// Numbers that are trained.
inline std::int64_t parameterCount(const torch::nn::Module& module) {
  std::int64_t count = 0;
  for (const at::Tensor& parameter : module.parameters()) count += parameter.numel();
  return count;
}

}  // namespace gan
