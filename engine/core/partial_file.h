#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "core/file_descriptor.h"

namespace gan {

/// When a file that is finished goes to the disk.
enum class Flush {
  kNow,    ///< Before it gets its name.
  kLater,  ///< Whoever writes many of them calls flushFileSystem() behind the last one.
};

/// A file that is made piece by piece: it stands under a temporary name beside its own, which it gets only when it is
/// whole. Readers see the old content or the new one, never a part. Not thread-safe.
class PartialFile {
 public:
  /// Throws as requireFilePlace().
  explicit PartialFile(std::filesystem::path path, unsigned mode = 0644);
  /// Unless it was finished, nothing of it is left.
  ~PartialFile();
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;

  /// For another program that writes it; unique on this host.
  const std::filesystem::path& temporary() const { return temporary_; }
  std::uint64_t bytes() const { return bytes_; }

  /// Throws Error(kResourceExhausted | ...) naming path.
  void append(std::string_view content);
  /// Replaces what was appended before.
  void overwrite(std::uint64_t offset, std::string_view content);
  /// Gives it its name. Throws as append().
  void finish(Flush flush = Flush::kNow);

 private:
  std::filesystem::path path_;
  std::filesystem::path temporary_;
  FileDescriptor file_;
  std::uint64_t bytes_ = 0;
};

/// Flushes everything that was written to the file system of a folder or file.
void flushFileSystem(const std::filesystem::path& path);

}  // namespace gan
