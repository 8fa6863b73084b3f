#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gan {

/// Element types of the safetensors format that we read and write.
enum class ElementType { kBool, kU8, kI8, kI16, kI32, kI64, kF16, kBF16, kF32, kF64 };

std::size_t elementSize(ElementType type);
std::string_view elementTypeName(ElementType type);  // "F32" as in the file

/// One tensor of a file: its place in memory is valid while the SafetensorsFile lives.
struct TensorView {
  ElementType type = ElementType::kF32;
  std::vector<std::int64_t> shape;
  std::span<const std::byte> bytes;  ///< Row-major, little-endian.
};

/// A safetensors file, mapped read-only. Header length, JSON, types, shapes and byte ranges are checked against the
/// file's size before anything else; ranges must not overlap and must cover the data (as the reference reader demands).
/// Throws Error(kDataLoss, "safetensors_*") naming the file and the tensor, Error(kUnsupported) for other element
/// types. The file must not be shortened while it is mapped.
class SafetensorsFile {
 public:
  explicit SafetensorsFile(const std::filesystem::path& path);
  ~SafetensorsFile();
  SafetensorsFile(SafetensorsFile&&) noexcept;
  SafetensorsFile& operator=(SafetensorsFile&&) noexcept;

  const std::map<std::string, TensorView, std::less<>>& tensors() const { return tensors_; }
  /// Throws Error(kNotFound, "safetensors_missing_tensor").
  const TensorView& at(std::string_view name) const;
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

 private:
  struct Mapping;
  std::unique_ptr<Mapping> mapping_;
  std::map<std::string, TensorView, std::less<>> tensors_;
  std::map<std::string, std::string> metadata_;
};

/// What parseSafetensors() found; views point into the bytes that were passed.
struct SafetensorsContent {
  std::map<std::string, TensorView, std::less<>> tensors;
  std::map<std::string, std::string> metadata;
};

/// Same checks on bytes in memory. source names them in messages.
SafetensorsContent parseSafetensors(std::span<const std::byte> bytes, std::string_view source);

/// Writes tensors, those with larger elements first and then in the order of their names, so that each is aligned to
/// its element's size, and flushes the file to the disk. Throws Error(kInvalidArgument) before anything is written, and
/// Error(kResourceExhausted | kPermissionDenied | kNotFound), after which there is no file.
void writeSafetensors(const std::filesystem::path& path, const std::map<std::string, TensorView>& tensors,
                      const std::map<std::string, std::string>& metadata = {});

}  // namespace gan
