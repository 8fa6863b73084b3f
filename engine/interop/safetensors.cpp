#include "interop/safetensors.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/file_descriptor.h"
#include "interop/safetensors_header.h"

namespace gan {
namespace {

static_assert(std::endian::native == std::endian::little, "Tensors are little-endian in the file.");

constexpr std::size_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeaderBytes = 100'000'000;  // as in the reference reader

[[noreturn]] void throwCutShort(std::string_view source, std::uint64_t expected, std::uint64_t found) {
  throw Error(
      ErrorCode::kDataLoss, "safetensors_size",
      "{path} is not a whole safetensors file: it should have {expected} bytes, but has {found}. Use another "
      "copy of it.",
      {{"path", std::string(source)}, {"expected", std::to_string(expected)}, {"found", std::to_string(found)}});
}

[[noreturn]] void throwBadRange(std::string_view source, const SafetensorsEntry& entry, std::uint64_t expected_begin) {
  throw Error(ErrorCode::kDataLoss, "safetensors_range",
              "{path} is not a valid safetensors file: tensor '{tensor}' lies at bytes {begin} to {end}, but should "
              "start at byte {expected}, without overlap or gap. Use another copy of it.",
              {{"path", std::string(source)},
               {"tensor", shortened(entry.name)},
               {"begin", std::to_string(entry.begin)},
               {"end", std::to_string(entry.end)},
               {"expected", std::to_string(expected_begin)}});
}

[[noreturn]] void throwBadShape(std::string_view source, const SafetensorsEntry& entry) {
  std::string shape;
  for (std::size_t i = 0; i < std::min<std::size_t>(entry.shape.size(), 16); ++i) {
    shape += (i == 0 ? "" : ", ") + std::to_string(entry.shape[i]);
  }
  throw Error(ErrorCode::kDataLoss, "safetensors_shape",
              "{path} is not a valid safetensors file: tensor '{tensor}' of type {type} and shape [{shape}] does not "
              "fit its {found} bytes. Use another copy of it.",
              {{"path", std::string(source)},
               {"tensor", shortened(entry.name)},
               {"type", std::string(elementTypeName(entry.type))},
               {"shape", shape},
               {"found", std::to_string(entry.end - entry.begin)}});
}

/// The header's JSON, its length checked against the file's.
std::string_view headerOf(std::span<const std::byte> bytes, std::string_view source) {
  if (bytes.size() < kLengthBytes) throwCutShort(source, kLengthBytes, bytes.size());
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof(length));
  if (length > kMaxHeaderBytes) {
    throw Error(
        ErrorCode::kDataLoss, "safetensors_header_length",
        "{path} is not a safetensors file: it announces a header of {found} bytes; {limit} are allowed. Check "
        "that it is the right file.",
        {{"path", std::string(source)}, {"found", std::to_string(length)}, {"limit", std::to_string(kMaxHeaderBytes)}});
  }
  if (length > bytes.size() - kLengthBytes) throwCutShort(source, kLengthBytes + length, bytes.size());
  return {reinterpret_cast<const char*>(bytes.data()) + kLengthBytes, static_cast<std::size_t>(length)};
}

bool shapeFitsRange(const SafetensorsEntry& entry) {
  std::uint64_t size = elementSize(entry.type);
  for (const std::int64_t length : entry.shape) {
    if (__builtin_mul_overflow(size, static_cast<std::uint64_t>(length), &size)) return false;
  }
  return size == entry.end - entry.begin;
}

}  // namespace

std::size_t elementSize(ElementType type) {
  switch (type) {
    case ElementType::kBool:
    case ElementType::kU8:
    case ElementType::kI8:
      return 1;
    case ElementType::kI16:
    case ElementType::kF16:
    case ElementType::kBF16:
      return 2;
    case ElementType::kI32:
    case ElementType::kF32:
      return 4;
    case ElementType::kI64:
    case ElementType::kF64:
      return 8;
  }
  return 0;
}

std::string_view elementTypeName(ElementType type) {
  switch (type) {
    case ElementType::kBool:
      return "BOOL";
    case ElementType::kU8:
      return "U8";
    case ElementType::kI8:
      return "I8";
    case ElementType::kI16:
      return "I16";
    case ElementType::kI32:
      return "I32";
    case ElementType::kI64:
      return "I64";
    case ElementType::kF16:
      return "F16";
    case ElementType::kBF16:
      return "BF16";
    case ElementType::kF32:
      return "F32";
    case ElementType::kF64:
      return "F64";
  }
  return "";
}

SafetensorsContent parseSafetensors(std::span<const std::byte> bytes, std::string_view source) {
  const std::string_view json = headerOf(bytes, source);
  SafetensorsHeader header = parseSafetensorsHeader(json, source);
  const std::span<const std::byte> data = bytes.subspan(kLengthBytes + json.size());

  std::ranges::sort(header.entries, {},
                    [](const SafetensorsEntry& entry) { return std::pair(entry.begin, entry.end); });
  std::uint64_t covered = 0;
  for (const SafetensorsEntry& entry : header.entries) {
    if (entry.begin != covered || entry.end < entry.begin) throwBadRange(source, entry, covered);
    if (!shapeFitsRange(entry)) throwBadShape(source, entry);
    covered = entry.end;
  }
  if (covered != data.size()) throwCutShort(source, kLengthBytes + json.size() + covered, bytes.size());

  SafetensorsContent content{.tensors = {}, .metadata = std::move(header.metadata)};
  for (SafetensorsEntry& entry : header.entries) {
    const auto range = data.subspan(entry.begin, entry.end - entry.begin);
    content.tensors.emplace(std::move(entry.name),
                            TensorView{.type = entry.type, .shape = std::move(entry.shape), .bytes = range});
  }
  return content;
}

struct SafetensorsFile::Mapping {
  explicit Mapping(const std::filesystem::path& file_path) : path(file_path) {
    const FileDescriptor file = openRegularFile(path, O_RDONLY);
    size = static_cast<std::size_t>(sizeOfOpenFile(file, path));
    if (size == 0) return;  // an empty range cannot be mapped
    void* const mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (mapped == MAP_FAILED) throwFileError("map", path, errno);
    address = mapped;
  }
  ~Mapping() {
    if (address != nullptr) ::munmap(address, size);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  std::span<const std::byte> bytes() const { return {static_cast<const std::byte*>(address), size}; }

  std::filesystem::path path;
  void* address = nullptr;
  std::size_t size = 0;
};

SafetensorsFile::SafetensorsFile(const std::filesystem::path& path) : mapping_(std::make_unique<Mapping>(path)) {
  SafetensorsContent content = parseSafetensors(mapping_->bytes(), path.string());
  tensors_ = std::move(content.tensors);
  metadata_ = std::move(content.metadata);
}

SafetensorsFile::~SafetensorsFile() = default;
SafetensorsFile::SafetensorsFile(SafetensorsFile&&) noexcept = default;
SafetensorsFile& SafetensorsFile::operator=(SafetensorsFile&&) noexcept = default;

const TensorView& SafetensorsFile::at(std::string_view name) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) {
    throw Error(ErrorCode::kNotFound, "safetensors_missing_tensor",
                "{path} holds no tensor '{tensor}'. Check that it belongs to this network.",
                {{"path", mapping_->path.string()}, {"tensor", shortened(name)}});
  }
  return found->second;
}

}  // namespace gan
