#include "training/stage_tensors.h"

#include <ATen/ops/empty.h>

#include <cstring>
#include <sstream>

#include "distributed/stage_group.h"

namespace gan {

void sendTensors(const TensorMap& tensors, StageGroup& stages, int to) {
  std::string names;
  for (const auto& [name, tensor] : tensors) names += name + "\n";
  at::Tensor bytes = at::empty({static_cast<std::int64_t>(names.size())}, at::kByte);
  if (!names.empty()) std::memcpy(bytes.mutable_data_ptr(), names.data(), names.size());
  stages.send({{.tensor = bytes}}, to);
  for (const auto& [name, tensor] : tensors) stages.send({{.tensor = tensor}}, to);
}

TensorMap receiveTensors(StageGroup& stages, int from) {
  const at::Tensor bytes = stages.receive(from, at::kCPU).front().tensor;
  std::istringstream names(std::string(static_cast<const char*>(bytes.const_data_ptr()), bytes.nbytes()));
  TensorMap tensors;
  for (std::string name; std::getline(names, name);) {
    tensors.emplace(name, stages.receive(from, at::kCPU).front().tensor);
  }
  return tensors;
}

}  // namespace gan
