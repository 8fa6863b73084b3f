#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>

#include <filesystem>
#include <map>
#include <string>

namespace gan {

/// Values that PyTorch programs computed: see shared/goldens/README.md.
class Golden {
 public:
  /// folder inside shared/goldens.
  explicit Golden(const std::string& folder);
  static bool available();

  const std::filesystem::path& path() const { return path_; }
  /// A tensor of a safetensors file; what is stored sampled stays flat.
  at::Tensor tensor(const std::string& file, const std::string& name) const;
  /// Largest difference between a full tensor and the stored one, relative to the largest magnitude of the stored one.
  double deviation(const std::string& file, const std::string& name, const at::Tensor& full) const;

 private:
  std::filesystem::path path_;
  std::map<std::string, std::int64_t> strides_;  // "io.safetensors/G_eval" -> 7
};

/// Copies the tensors of a state_dict that torch.save() wrote, contiguous and in the module's order, into a module.
void loadStateDict(const std::filesystem::path& pth, torch::nn::Module& module);

}  // namespace gan
