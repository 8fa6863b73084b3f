#include "support/golden_folder.h"

#include <ATen/ops/abs.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/sort.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "interop/safetensors.h"

namespace gan {

namespace fs = std::filesystem;

namespace {

at::ScalarType scalarType(ElementType type) {
  switch (type) {
    case ElementType::kBool:
      return at::kBool;
    case ElementType::kU8:
      return at::kByte;
    case ElementType::kI8:
      return at::kChar;
    case ElementType::kI16:
      return at::kShort;
    case ElementType::kI32:
      return at::kInt;
    case ElementType::kI64:
      return at::kLong;
    case ElementType::kF16:
      return at::kHalf;
    case ElementType::kBF16:
      return at::kBFloat16;
    case ElementType::kF32:
      return at::kFloat;
    case ElementType::kF64:
      return at::kDouble;
  }
  throw std::invalid_argument("unknown element type");
}

at::Tensor toTensor(const TensorView& view) {
  const at::ScalarType type = scalarType(view.type);
  at::Tensor tensor = at::empty(view.shape, type);
  if (tensor.nbytes() != view.bytes.size()) throw std::runtime_error("a tensor's bytes do not fit its shape");
  if (!view.bytes.empty()) std::memcpy(tensor.mutable_data_ptr(), view.bytes.data(), view.bytes.size());
  return type == at::kHalf || type == at::kBFloat16 ? tensor.to(at::kFloat) : tensor;
}

nlohmann::json readJson(const fs::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path.string() + " cannot be read");
  return nlohmann::json::parse(file);
}

}  // namespace

bool goldensNamed() {
  const char* const place = std::getenv("GAN_STUDIO_GOLDENS");
  return place != nullptr && *place != '\0';
}

fs::path goldensRoot() {
  return goldensNamed() ? fs::path(std::getenv("GAN_STUDIO_GOLDENS")) : fs::path(GAN_SHARED_DIR) / "goldens";
}

std::string whyNoGoldens() {
  const fs::path root = goldensRoot();
  if (fs::is_directory(root)) return {};
  if (goldensNamed()) throw std::runtime_error("GAN_STUDIO_GOLDENS names " + root.string() + ", which is no folder");
  return root.string() + " does not exist: no reference values";
}

std::vector<fs::path> goldenFolders(const fs::path& root) {
  std::vector<fs::path> folders;
  if (!fs::is_directory(root)) return folders;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.is_directory() && fs::exists(entry.path() / "config.json")) folders.push_back(entry.path());
  }
  std::ranges::sort(folders);
  return folders;
}

struct GoldenFolder::Content {
  nlohmann::json config;
  nlohmann::json sampling = nlohmann::json::object();  // file -> tensor -> shape, stride, sum, l2
  std::map<std::string, SafetensorsFile> files;        // those that were asked for

  const nlohmann::json* sampled(const std::string& file, const std::string& name) const {
    const auto tensors = sampling.find(file);
    if (tensors == sampling.end()) return nullptr;
    const auto found = tensors->find(name);
    return found == tensors->end() ? nullptr : &*found;
  }
};

GoldenFolder::GoldenFolder(fs::path path) : path_(std::move(path)), content_(std::make_unique<Content>()) {
  content_->config = readJson(path_ / "config.json");
  if (!content_->config.is_object()) throw std::runtime_error((path_ / "config.json").string() + " holds no object");
  if (has("sampling.json")) content_->sampling = readJson(path_ / "sampling.json");
}

GoldenFolder::~GoldenFolder() = default;

const nlohmann::json& GoldenFolder::config() const { return content_->config; }

nlohmann::json GoldenFolder::json(const std::string& file) const { return readJson(path_ / file); }

bool GoldenFolder::has(const std::string& file) const { return fs::exists(path_ / file); }

bool GoldenFolder::has(const std::string& file, const std::string& tensor) const {
  return has(file) && opened(file).tensors().contains(tensor);
}

const SafetensorsFile& GoldenFolder::opened(const std::string& file) const {
  const auto found = content_->files.find(file);
  return found != content_->files.end() ? found->second
                                        : content_->files.emplace(file, SafetensorsFile(path_ / file)).first->second;
}

std::vector<std::string> GoldenFolder::names(const std::string& file) const {
  std::vector<std::string> names;
  for (const auto& [name, view] : opened(file).tensors()) names.push_back(name);
  return names;
}

at::Tensor GoldenFolder::tensor(const std::string& file, const std::string& name) const {
  return toTensor(opened(file).at(name));
}

std::map<std::string, at::Tensor> GoldenFolder::tensors(const std::string& file) const {
  std::map<std::string, at::Tensor> tensors;
  for (const auto& [name, view] : opened(file).tensors()) tensors.emplace(name, toTensor(view));
  return tensors;
}

std::vector<std::int64_t> GoldenFolder::shape(const std::string& file, const std::string& name) const {
  if (const nlohmann::json* sampled = content_->sampled(file, name)) {
    return sampled->at("shape").get<std::vector<std::int64_t>>();
  }
  return opened(file).at(name).shape;
}

Deviation GoldenFolder::deviation(const std::string& file, const std::string& name, const at::Tensor& found) const {
  const at::Tensor expected = tensor(file, name).to(at::kDouble).flatten();
  const at::Tensor whole = found.detach().to(at::kDouble).contiguous().flatten();
  const nlohmann::json* sampled = content_->sampled(file, name);
  const std::vector<std::int64_t> wanted = shape(file, name);
  // A scalar is stored as one element.
  if (found.sizes() != at::IntArrayRef(wanted) && !(whole.numel() == 1 && expected.numel() == 1)) {
    throw std::runtime_error(path_.string() + ": " + file + " holds " + name + " in another shape");
  }
  const at::Tensor compared =
      sampled == nullptr ? whole : whole.slice(0, 0, std::nullopt, sampled->at("stride").get<std::int64_t>());
  if (compared.numel() != expected.numel()) {
    throw std::runtime_error(path_.string() + ": " + file + " holds another number of entries of " + name);
  }
  Deviation deviation{.sampled = sampled != nullptr, .count = expected.numel()};
  const at::Tensor difference = std::get<0>((compared - expected).abs().sort());
  const double scale = expected.abs().max().item<double>();
  const auto relative = [scale](double value) { return scale == 0 ? value : value / scale; };
  deviation.absolute = difference[-1].item<double>();
  deviation.largest = relative(deviation.absolute);
  deviation.most = relative(difference[(99 * deviation.count + 99) / 100 - 1].item<double>());
  if (sampled != nullptr && sampled->contains("l2")) {
    const double norm = sampled->at("l2").get<double>();
    deviation.norm = std::abs(whole.norm().item<double>() - norm) / (norm == 0 ? 1 : norm);
  }
  return deviation;
}

at::Tensor formulaNumbers(std::int64_t count, std::uint32_t index, std::uint32_t seed, std::int64_t period) {
  at::Tensor numbers = at::empty({count}, at::kDouble);
  auto* number = numbers.mutable_data_ptr<double>();
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint32_t x =
        static_cast<std::uint32_t>(period > 0 ? i % period : i) * 0x9E3779B1U + index * 0x85EBCA77U + seed;
    x ^= x >> 16U;
    x *= 0x7FEB352DU;
    x ^= x >> 15U;
    x *= 0x846CA68BU;
    x ^= x >> 16U;
    number[i] = std::ldexp(static_cast<double>(x >> 8U), -23) - 1;
  }
  return numbers;
}

}  // namespace gan
