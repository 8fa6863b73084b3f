#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/file_descriptor.h"
#include "interop/safetensors.h"

namespace gan {
namespace {

using NamedTensor = std::pair<const std::string, TensorView>;

/// Larger elements first: without gaps, which the format forbids, each tensor is then aligned to its element's size.
std::vector<const NamedTensor*> inDataOrder(const std::map<std::string, TensorView>& tensors) {
  std::vector<const NamedTensor*> ordered;
  ordered.reserve(tensors.size());
  for (const NamedTensor& tensor : tensors) ordered.push_back(&tensor);
  std::ranges::stable_sort(ordered, std::ranges::greater{},
                           [](const NamedTensor* tensor) { return elementSize(tensor->second.type); });
  return ordered;
}

void requireWritable(const std::filesystem::path& path, const NamedTensor& tensor) {
  const auto& [name, view] = tensor;
  std::uint64_t size = elementSize(view.type);
  bool fits = name != "__metadata__";
  for (const std::int64_t length : view.shape) {
    fits = fits && length >= 0 && !__builtin_mul_overflow(size, static_cast<std::uint64_t>(length), &size);
  }
  if (!fits || size != view.bytes.size()) {
    throw Error(ErrorCode::kInvalidArgument, "safetensors_unwritable_tensor",
                "Tensor '{tensor}' for {path} has {size} bytes, which its shape and type {type} do not describe, or a "
                "reserved name.",
                {{"tensor", name},
                 {"path", path.string()},
                 {"size", std::to_string(view.bytes.size())},
                 {"type", std::string(elementTypeName(view.type))}});
  }
}

std::string headerFor(const std::filesystem::path& path, const std::vector<const NamedTensor*>& tensors,
                      const std::map<std::string, std::string>& metadata) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  std::uint64_t offset = 0;
  for (const NamedTensor* tensor : tensors) {
    const auto& [name, view] = *tensor;
    const std::uint64_t end = offset + view.bytes.size();
    header.push_back(
        {name, {{"dtype", elementTypeName(view.type)}, {"shape", view.shape}, {"data_offsets", {offset, end}}}});
    offset = end;
  }
  try {
    std::string json = header.dump();
    json.append((8 - json.size() % 8) % 8, ' ');  // the data start at a multiple of 8 bytes
    return json;
  } catch (const nlohmann::json::exception&) {
    throw Error(ErrorCode::kInvalidArgument, "safetensors_unwritable_name",
                "A tensor's name or a piece of metadata for {path} is not valid UTF-8.", {{"path", path.string()}});
  }
}

}  // namespace

void writeSafetensors(const std::filesystem::path& path, const std::map<std::string, TensorView>& tensors,
                      const std::map<std::string, std::string>& metadata) {
  for (const NamedTensor& tensor : tensors) requireWritable(path, tensor);
  const std::vector<const NamedTensor*> ordered = inDataOrder(tensors);
  const std::string json = headerFor(path, ordered, metadata);
  const std::uint64_t length = json.size();

  FileDescriptor file = openRegularFile(path, O_WRONLY | O_CREAT | O_TRUNC);
  try {
    std::uint64_t offset = 0;
    const auto write = [&](std::span<const std::byte> bytes) {
      writeWholeAt(file, offset, bytes, path);
      offset += bytes.size();
    };
    write(std::as_bytes(std::span(&length, 1)));
    write(std::as_bytes(std::span(json)));
    for (const NamedTensor* tensor : ordered) write(tensor->second.bytes);
    if (::fsync(file.get()) != 0) throwFileError("flush", path, errno);
    if (const int failure = file.close(); failure != 0) throwFileError("write", path, failure);
  } catch (const Error&) {
    ::unlink(path.c_str());
    throw;
  }
}

}  // namespace gan
