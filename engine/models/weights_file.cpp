#include "models/weights_file.h"

#include <ATen/ops/empty.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <iterator>
#include <system_error>
#include <utility>

#include "config/run_config.h"
#include "config/yaml.h"
#include "core/error.h"
#include "interop/safetensors.h"
#include "models/network.h"

namespace gan {
namespace {

struct StoredType {
  ElementType file;
  at::ScalarType tensor;
};
constexpr StoredType kTypes[] = {{ElementType::kF32, at::kFloat},
                                 {ElementType::kF64, at::kDouble},
                                 {ElementType::kI32, at::kInt},
                                 {ElementType::kI64, at::kLong}};

ElementType elementType(const at::Tensor& tensor) {
  const auto* const found = std::ranges::find(kTypes, tensor.scalar_type(), &StoredType::tensor);
  TORCH_CHECK(found != std::end(kTypes), "a file of weights cannot hold ", tensor.scalar_type());
  return found->file;
}

/// Only what writeWeights() writes.
at::ScalarType scalarType(const TensorView& view, const std::string& name, const std::filesystem::path& file) {
  const auto* const found = std::ranges::find(kTypes, view.type, &StoredType::file);
  if (found != std::end(kTypes)) return found->tensor;
  throw Error(ErrorCode::kDataLoss, "checkpoint_unknown_type",
              "{file}: the tensor {tensor} is {type}; a checkpoint of this program holds F32, F64, I32 and I64 only. "
              "Take another checkpoint.",
              {{"file", file.string()}, {"tensor", name}, {"type", std::string(elementTypeName(view.type))}});
}

RunConfig configOf(const std::map<std::string, std::string>& metadata, const std::filesystem::path& file,
                   const RunConfig& otherwise) {
  const auto text = metadata.find(kConfigMetadata);
  if (text == metadata.end()) return otherwise;
  RunConfig config;
  applyYaml(config, text->second, file.string());
  return config;
}

/// Frozen. blank: makes the network of a configuration.
template <class Network>
std::shared_ptr<Network> readNetwork(const std::filesystem::path& file, const RunConfig& config,
                                     std::shared_ptr<Network> (*blank)(const RunConfig&)) {
  Weights weights = readWeights(file);
  std::shared_ptr<Network> network = blank(configOf(weights.metadata, file, config));
  for (auto& [name, tensor] : weights.tensors) {
    if (tensor.scalar_type() == at::kDouble) tensor = tensor.to(at::kFloat);
  }
  const TensorMap tensors = moduleTensors(*network);
  checkFits(weights.tensors, tensors, file.filename().string());
  copyInto(weights.tensors, tensors);
  for (at::Tensor& parameter : network->parameters()) parameter.set_requires_grad(false);
  network->eval();
  return network;
}

}  // namespace

void writeWeights(const std::filesystem::path& file, const TensorMap& tensors,
                  const std::map<std::string, std::string>& metadata) {
  std::map<std::string, TensorView> views;
  for (const auto& [name, tensor] : tensors) {
    views.emplace(name, TensorView{.type = elementType(tensor),
                                   .shape = tensor.sizes().vec(),
                                   .bytes = {static_cast<const std::byte*>(tensor.const_data_ptr()), tensor.nbytes()}});
  }
  writeSafetensors(file, views, metadata);
}

Weights readWeights(const std::filesystem::path& path) {
  const SafetensorsFile file(path);
  Weights weights{.tensors = {}, .metadata = file.metadata()};
  for (const auto& [name, view] : file.tensors()) {
    at::Tensor tensor = at::empty(view.shape, scalarType(view, name, path));
    if (!view.bytes.empty()) {
      std::memcpy(tensor.mutable_data_ptr(), view.bytes.data(), view.bytes.size());
    }
    weights.tensors.emplace(name, std::move(tensor));
  }
  return weights;
}

RunConfig weightsConfig(const std::filesystem::path& path) {
  const SafetensorsFile file(path);
  if (!file.metadata().contains(kConfigMetadata)) {
    throw Error(ErrorCode::kInvalidArgument, "weights_no_config",
                "{file} does not say which networks it belongs to: its metadata have no {key}. Give the run's folder "
                "instead, or a file of weights that this program wrote.",
                {{"file", path.string()}, {"key", kConfigMetadata}});
  }
  return configOf(file.metadata(), path, RunConfig());
}

std::optional<std::int64_t> weightsStep(const std::filesystem::path& path) {
  const SafetensorsFile file(path);
  const auto text = file.metadata().find(kStepMetadata);
  if (text == file.metadata().end()) return std::nullopt;
  std::int64_t step = -1;
  const char* const last = text->second.data() + text->second.size();
  const auto [end, failure] = std::from_chars(text->second.data(), last, step);
  return failure == std::errc() && end == last && step >= 0 ? std::optional(step) : std::nullopt;
}

std::int64_t standingBatches(const std::filesystem::path& path, const RunConfig& config) {
  return configOf(SafetensorsFile(path).metadata(), path, config).integer("sampling.statistics_batches");
}

std::shared_ptr<Generator> readGenerator(const std::filesystem::path& file, const RunConfig& config) {
  return readNetwork(file, config, blankGenerator);
}

std::shared_ptr<Discriminator> readDiscriminator(const std::filesystem::path& file, const RunConfig& config) {
  return readNetwork(file, config, blankDiscriminator);
}

}  // namespace gan
