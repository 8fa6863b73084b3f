#include <ATen/ops/empty.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "core/error.h"
#include "interop/safetensors.h"
#include "training/trainer.h"

namespace gan {

namespace {

constexpr const char* kExtension = ".safetensors";

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
  TORCH_CHECK(found != std::end(kTypes), "a checkpoint cannot hold ", tensor.scalar_type());
  return found->file;
}

/// Only what writeTensors() writes.
at::ScalarType scalarType(const TensorView& view, const std::string& name, const std::filesystem::path& file) {
  const auto* const found = std::ranges::find(kTypes, view.type, &StoredType::file);
  if (found != std::end(kTypes)) return found->tensor;
  throw Error(ErrorCode::kDataLoss, "checkpoint_unknown_type",
              "{file}: the tensor {tensor} is {type}; a checkpoint of this program holds F32, F64, I32 and I64 only. "
              "Resume from "
              "another checkpoint.",
              {{"file", file.string()}, {"tensor", name}, {"type", std::string(elementTypeName(view.type))}});
}

void writeFile(const TensorMap& tensors, const std::filesystem::path& file) {
  std::map<std::string, TensorView> views;
  for (const auto& [name, tensor] : tensors) {
    views.emplace(name, TensorView{.type = elementType(tensor),
                                   .shape = tensor.sizes().vec(),
                                   .bytes = {static_cast<const std::byte*>(tensor.const_data_ptr()), tensor.nbytes()}});
  }
  writeSafetensors(file, views);
}

TensorMap readFile(const std::filesystem::path& path) {
  TensorMap tensors;
  const SafetensorsFile file(path);
  for (const auto& [name, view] : file.tensors()) {
    at::Tensor tensor = at::empty(view.shape, scalarType(view, name, path));
    if (!view.bytes.empty()) {
      std::memcpy(tensor.mutable_data_ptr(), view.bytes.data(), view.bytes.size());
    }
    tensors.emplace(name, std::move(tensor));
  }
  return tensors;
}

}  // namespace

void writeTensors(const Trainer::State& state, const std::filesystem::path& folder) {
  for (const auto& [name, tensors] : state.parts) writeFile(tensors, folder / (name + kExtension));
}

Trainer::State readTensors(const std::filesystem::path& folder) {
  Trainer::State state;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::filesystem::path& file = entry.path();
    if (file.extension() == kExtension) state.parts.emplace(file.stem().string(), readFile(file));
  }
  return state;
}

}  // namespace gan
