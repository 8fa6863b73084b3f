#pragma once

#include <filesystem>
#include <string>

namespace gan {

/// The file system under a path, which need not exist yet.
struct FileSystemKind {
  std::string name;     ///< "nfs", "lustre", "ext", ...; hexadecimal when it is none we know.
  bool shared = false;  ///< Whether it is of a kind that many hosts see, by statfs(2).
};

/// Looks at the nearest folder above path that exists. Throws Error(kNotFound | kPermissionDenied).
FileSystemKind fileSystemKind(const std::filesystem::path& path);

}  // namespace gan
