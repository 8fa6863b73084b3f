#include "models/tensor_map.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/empty.h>

#include <sstream>

#include "core/error.h"

namespace gan {

namespace {

std::string describe(const at::Tensor& tensor) {
  std::ostringstream text;
  text << tensor.scalar_type() << ' ' << tensor.sizes();
  return text.str();
}

[[noreturn]] void throwOtherModel(const std::string& part, const std::string& tensor, const std::string& problem) {
  throw Error(
      ErrorCode::kFailedPrecondition, "checkpoint_other_model",
      "The checkpoint's {part} {problem} a tensor {tensor}: it was made with another model. Continue it with the "
      "configuration it was saved with, or start a new run.",
      {{"part", part}, {"problem", problem}, {"tensor", tensor}});
}

/// Runs in float64 of earlier versions kept what counts in it, too.
bool fitsType(const at::Tensor& found, const at::Tensor& target) {
  if (found.scalar_type() == target.scalar_type()) return true;
  return at::isIntegralType(target.scalar_type(), /*includeBool=*/false) && found.is_floating_point();
}

}  // namespace

TensorMap moduleTensors(const torch::nn::Module& module) {
  TensorMap tensors;
  for (const auto& item : module.named_parameters()) {
    tensors.emplace(item.key(), item.value().detach());
  }
  for (const auto& item : module.named_buffers()) {
    tensors.emplace(item.key(), item.value());
  }
  return tensors;
}

TensorMap copyToHost(const TensorMap& tensors) {
  const at::NoGradGuard no_grad;
  TensorMap copies;
  for (const auto& [name, tensor] : tensors) {
    at::Tensor copy = at::empty(tensor.sizes(), tensor.options().device(at::kCPU));
    copy.copy_(tensor);
    copies.emplace(name, std::move(copy));
  }
  return copies;
}

void checkFits(const TensorMap& values, const TensorMap& targets, const std::string& part) {
  for (const auto& [name, target] : targets) {
    const auto found = values.find(name);
    if (found == values.end()) {
      throwOtherModel(part, name, "lacks");
    }
    if (found->second.sizes() != target.sizes() || !fitsType(found->second, target)) {
      throw Error(
          ErrorCode::kFailedPrecondition, "checkpoint_shape_mismatch",
          "The checkpoint's {part} holds {tensor} as {found}, but this run's model needs {expected}. Continue it "
          "with the configuration it was saved with (data.resolution, data.channels, model.*), or start a new run.",
          {{"part", part}, {"tensor", name}, {"found", describe(found->second)}, {"expected", describe(target)}});
    }
  }
  for (const auto& [name, value] : values) {
    if (!targets.contains(name)) {
      throwOtherModel(part, name, "has");
    }
  }
}

void copyInto(const TensorMap& values, const TensorMap& targets) {
  const at::NoGradGuard no_grad;
  for (const auto& [name, target] : targets) {
    at::Tensor writable = target;
    writable.copy_(values.at(name));
  }
}

}  // namespace gan
