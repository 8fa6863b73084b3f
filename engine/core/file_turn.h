#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <utility>

#include "core/file_descriptor.h"

namespace gan {

/// One process's turn at something that an empty file stands for (flock(2)). However its process ends, it gives the
/// turn back. On a file system without such locks every process has its turn: what is done in one must do no harm when
/// it is done twice. Move-only.
class FileTurn {
 public:
  /// Nothing while another process has it, or when the file's folder is gone. Throws Error for a file that cannot be
  /// made.
  static std::optional<FileTurn> tryTake(const std::filesystem::path& file);
  /// Waits for it, and calls `waiting` about ten times a second meanwhile, which may throw. Throws likewise, and
  /// Error(kNotFound) when the file's folder is not there.
  static FileTurn take(const std::filesystem::path& file, const std::function<void()>& waiting);

 private:
  explicit FileTurn(FileDescriptor file) : file_(std::move(file)) {}
  FileDescriptor file_;
};

}  // namespace gan
