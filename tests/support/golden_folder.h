#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace gan {

class SafetensorsFile;

/// Where reference values lie: $GAN_STUDIO_GOLDENS, or goldens beside the sources' shared folder. May not exist.
std::filesystem::path goldensRoot();
/// Whether the former names it.
bool goldensNamed();
/// Why there are none to read; empty where there are. Throws where $GAN_STUDIO_GOLDENS names what does not exist.
std::string whyNoGoldens();

/// Every folder below root with a config.json, in the order of their paths. What each holds is told by that file and
/// by its tensors, never by its name.
std::vector<std::filesystem::path> goldenFolders(const std::filesystem::path& root);

/// How far a tensor is from its reference.
struct Deviation {
  double largest = 0;      ///< Largest difference, relative to the largest magnitude of the reference.
  double most = 0;         ///< The same of 99 % of the entries.
  double absolute = 0;     ///< Largest difference.
  double norm = 0;         ///< Relative difference of the whole tensors' 2-norms; 0 where the reference is not sampled.
  bool sampled = false;    ///< The reference keeps some of the entries only.
  std::int64_t count = 0;  ///< Entries compared.
};

/// Values that another program computed: config.json, safetensors files, and in sampling.json which of their tensors
/// are stored as flatten()[::stride]. See README.md of the folder of reference values. A safetensors file is opened by
/// the first question about what is in it, so that a folder of another kind may hold files that cannot be read. One
/// thread.
class GoldenFolder {
 public:
  /// Throws where config.json or sampling.json cannot be read.
  explicit GoldenFolder(std::filesystem::path path);
  ~GoldenFolder();
  GoldenFolder(const GoldenFolder&) = delete;
  GoldenFolder& operator=(const GoldenFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  const nlohmann::json& config() const;
  /// Any other JSON file of the folder.
  nlohmann::json json(const std::string& file) const;

  bool has(const std::string& file) const;
  bool has(const std::string& file, const std::string& tensor) const;
  /// The names in a file, sorted.
  std::vector<std::string> names(const std::string& file) const;
  /// A tensor as it is stored, F16 and BF16 widened to float32; a sampled one is flat.
  at::Tensor tensor(const std::string& file, const std::string& name) const;
  /// All of a file.
  std::map<std::string, at::Tensor> tensors(const std::string& file) const;
  /// The shape of the whole tensor.
  std::vector<std::int64_t> shape(const std::string& file, const std::string& name) const;

  /// found is the whole tensor, of any type and memory layout. Throws where the shapes differ.
  Deviation deviation(const std::string& file, const std::string& name, const at::Tensor& found) const;

 private:
  const SafetensorsFile& opened(const std::string& file) const;

  struct Content;
  std::filesystem::path path_;
  std::unique_ptr<Content> content_;
};

/// The hash of the reference values' README: `count` float64 numbers in [-1, 1) of the tensor with this index. period:
/// after how many elements they repeat; 0: never.
at::Tensor formulaNumbers(std::int64_t count, std::uint32_t index, std::uint32_t seed, std::int64_t period);

}  // namespace gan
