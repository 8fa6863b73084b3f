#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

namespace gan {

/// Owns a POSIX file descriptor and closes it.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int descriptor) : descriptor_(descriptor) {}
  ~FileDescriptor() { close(); }
  FileDescriptor(FileDescriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;

  int get() const { return descriptor_; }
  explicit operator bool() const { return descriptor_ >= 0; }
  /// Hands it over to the caller.
  int release() noexcept { return std::exchange(descriptor_, -1); }
  /// 0, or the errno of close(2), where a network file system may report a full disk.
  int close() noexcept;

 private:
  int descriptor_ = -1;
};

/// open(2) with flags (O_CLOEXEC is added), for ordinary files only: a folder, pipe or device is refused instead of
/// blocking its reader. Throws Error(kNotFound | kPermissionDenied | kResourceExhausted | kInvalidArgument).
FileDescriptor openRegularFile(const std::filesystem::path& path, int flags, unsigned mode = 0644);

/// Present size of an open file in bytes. path is for the message only.
std::uint64_t sizeOfOpenFile(const FileDescriptor& file, const std::filesystem::path& path);

/// Writes all bytes at offset, which is the end of the file. When that fails, the file is cut back to offset, so that
/// no part is left, and Error(kResourceExhausted | kDataLoss | ...) is thrown.
void writeWholeAt(const FileDescriptor& file, std::uint64_t offset, std::span<const std::byte> bytes,
                  const std::filesystem::path& path);

}  // namespace gan
