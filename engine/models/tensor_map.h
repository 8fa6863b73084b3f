#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>

#include <map>
#include <string>

namespace gan {

/// Tensors by name. The ones below refer to a module's memory: writing to them changes the module.
using TensorMap = std::map<std::string, at::Tensor>;

/// Weights and buffers under PyTorch's state_dict names.
TensorMap moduleTensors(const torch::nn::Module& module);

/// Contiguous copies on the host.
TensorMap copyToHost(const TensorMap& tensors);
/// Whether values fit targets one to one. part names the network or optimiser in messages.
/// Throws Error(kFailedPrecondition): "checkpoint_shape_mismatch", "checkpoint_other_model".
void checkFits(const TensorMap& values, const TensorMap& targets, const std::string& part);
/// Copies values into targets of the same names; device and memory layout of the targets stay.
void copyInto(const TensorMap& values, const TensorMap& targets);

}  // namespace gan
