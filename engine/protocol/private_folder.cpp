#include "protocol/private_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include "core/atomic_file.h"
#include "core/error.h"

namespace gan {
namespace {

[[noreturn]] void throwNotPrivate(const std::filesystem::path& folder, const char* reason) {
  throw Error(ErrorCode::kPermissionDenied, "folder_not_private",
              "{path} is to hold what only you may use, but {reason}. Remove it, or set XDG_RUNTIME_DIR to a folder of "
              "yours, and start again.",
              {{"path", folder.string()}, {"reason", reason}});
}

/// What others may do with it.
unsigned openTo(const std::filesystem::path& folder) {
  struct stat info {};
  if (::lstat(folder.c_str(), &info) != 0) throwFileError("look at", folder, errno);
  if (!S_ISDIR(info.st_mode)) throwNotPrivate(folder, "it is not a folder");
  if (info.st_uid != ::geteuid()) throwNotPrivate(folder, "it belongs to somebody else");
  return info.st_mode & 0077U;
}

}  // namespace

void ensurePrivateFolder(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder.parent_path(), failure);
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) throwFileError("make the folder", folder, errno);
  if (openTo(folder) == 0) return;
  if (::chmod(folder.c_str(), 0700) != 0) throwNotPrivate(folder, "others may enter it");
}

void requirePrivateFolder(const std::filesystem::path& folder) {
  if (openTo(folder) != 0) throwNotPrivate(folder, "others may enter it");
}

void requirePrivateFile(const std::filesystem::path& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0) throwFileError("look at", path, errno);
  const bool is_file = S_ISREG(info.st_mode);
  if (is_file && (info.st_mode & 0077U) == 0) return;
  throw Error(ErrorCode::kPermissionDenied, "file_not_private",
              "{path} is to hold what only its owner may use, but {reason}. Somebody may have read it: remove it, and "
              "start again.",
              {{"path", path.string()}, {"reason", is_file ? "others may open it" : "it is not a plain file"}});
}

std::filesystem::path privateRuntimeFolder() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  if (runtime != nullptr && runtime[0] == '/') return std::filesystem::path(runtime) / "gan-studio";
  return "/tmp/gan-studio-" + std::to_string(::geteuid());
}

}  // namespace gan
