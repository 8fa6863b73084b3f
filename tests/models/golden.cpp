#include "models/golden.h"

#include <caffe2/serialize/inline_container.h>

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "interop/safetensors.h"

namespace gan {

Golden::Golden(const std::string& folder) : path_(std::filesystem::path(GAN_SHARED_DIR) / "goldens" / folder) {
  std::ifstream file(path_ / "sampling.json");
  const auto sampled = nlohmann::json::parse(file);
  for (const auto& [name, tensors] : sampled.items()) {
    for (const auto& [key, sampling] : tensors.items()) {
      strides_[name + "/" + key] = sampling.at("stride").get<std::int64_t>();
    }
  }
}

bool Golden::available() { return std::filesystem::exists(std::filesystem::path(GAN_SHARED_DIR) / "goldens"); }

at::Tensor Golden::tensor(const std::string& file, const std::string& name) const {
  const SafetensorsFile content(path_ / file);
  const TensorView& view = content.at(name);
  const at::ScalarType type = view.type == ElementType::kU8 ? at::kByte : at::kFloat;
  at::Tensor tensor = at::empty(view.shape, type);
  TORCH_CHECK(tensor.nbytes() == view.bytes.size());
  std::memcpy(tensor.mutable_data_ptr(), view.bytes.data(), view.bytes.size());
  return tensor;
}

double Golden::deviation(const std::string& file, const std::string& name, const at::Tensor& full) const {
  const at::Tensor expected = tensor(file, name).flatten();
  const auto stride = strides_.find(file + "/" + name);
  at::Tensor found = full.detach().contiguous().flatten();
  if (stride != strides_.end()) {
    found = found.slice(0, 0, std::nullopt, stride->second);
  }
  TORCH_CHECK(found.numel() == expected.numel());
  return (found - expected).abs().max().item<double>() / expected.abs().max().item<double>();
}

void loadStateDict(const std::filesystem::path& pth, torch::nn::Module& module) {
  const at::NoGradGuard no_grad;
  caffe2::serialize::PyTorchStreamReader reader(pth.string());
  int record = 0;
  const auto load = [&](at::Tensor target) {
    const auto [bytes, size] = reader.getRecord("data/" + std::to_string(record++));
    at::Tensor source = at::empty(target.sizes(), target.options());
    TORCH_CHECK(size == source.nbytes());
    std::memcpy(source.mutable_data_ptr(), bytes.get(), size);
    target.copy_(source);
  };
  // state_dict() goes through the layers in order: parameters of one, then its buffers.
  for (const auto& child : module.modules(/*include_self=*/false)) {
    for (const auto& parameter : child->parameters(/*recurse=*/false)) {
      load(parameter.detach());
    }
    for (const auto& buffer : child->buffers(/*recurse=*/false)) {
      load(buffer);
    }
  }
}

}  // namespace gan
