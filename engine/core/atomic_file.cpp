#include "core/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "core/error.h"
#include "core/file_descriptor.h"
#include "core/partial_file.h"

namespace gan {
namespace {

constexpr std::size_t kReadPieceBytes = std::size_t{1} << 20U;

std::filesystem::path folderOf(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

/// A rename would put a file in the place of whatever is there, even of a device.
void requireOrdinaryOrAbsent(const std::filesystem::path& path) {
  struct stat status {};
  if (!path.has_filename()) throwFileError("write", path, EISDIR);
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno != ENOENT) throwFileError("write", path, errno);
  } else if (!S_ISREG(status.st_mode)) {
    throw Error(ErrorCode::kInvalidArgument, "file_not_ordinary",
                "Cannot write {path}: what is there is no ordinary file but a folder, a link, a device or a pipe, and "
                "stays as it is. Choose another name.",
                {{"path", path.string()}});
  }
}

[[noreturn]] void throwFileTooLarge(const std::filesystem::path& path, std::uint64_t max_bytes) {
  throw Error(ErrorCode::kInvalidArgument, "file_larger_than_expected",
              "{path} is larger than the {limit} bytes that such a file may have. Check that it is the right file.",
              {{"path", path.string()}, {"limit", std::to_string(max_bytes)}});
}

}  // namespace

void requireFilePlace(const std::filesystem::path& path) {
  requireOrdinaryOrAbsent(path);
  const std::filesystem::path folder = folderOf(path);
  struct stat status {};
  if (::stat(folder.c_str(), &status) != 0) throwFileError("write", path, errno);
  if (!S_ISDIR(status.st_mode)) throwFileError("write", path, ENOTDIR);
  if (::access(folder.c_str(), W_OK | X_OK) != 0) throwFileError("write", path, errno);
}

void writeFileAtomically(const std::filesystem::path& path, std::string_view content, unsigned mode) {
  PartialFile file(path, mode);
  file.append(content);
  file.finish();
}

std::string readFile(const std::filesystem::path& path, std::uint64_t max_bytes) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) throwFileError("read", path, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throwFileError("inspect", path, errno);
  const bool has_size = S_ISREG(status.st_mode);
  if (has_size && static_cast<std::uint64_t>(status.st_size) > max_bytes) throwFileTooLarge(path, max_bytes);

  // Pipes and files of /proc have no size beforehand, and any file may grow meanwhile: read to the end, up to the
  // limit.
  std::string content;
  std::size_t piece = has_size ? static_cast<std::size_t>(status.st_size) + 1 : kReadPieceBytes;
  for (;;) {
    const std::size_t before = content.size();
    content.resize(before + piece);
    const ssize_t count = ::read(file.get(), content.data() + before, piece);
    const int failure = errno;
    content.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count < 0 && failure != EINTR) throwFileError("read", path, failure);
    if (count == 0) return content;
    if (content.size() > max_bytes) throwFileTooLarge(path, max_bytes);
    piece = std::min(piece, kReadPieceBytes);
  }
}

void flushToDisk(const std::filesystem::path& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) throwFileError("open", path, errno);
  // Some file systems cannot flush a folder and say EINVAL; they order its entries themselves.
  if (::fsync(file.get()) != 0 && errno != EINVAL) throwFileError("flush", path, errno);
}

void throwFileError(std::string_view action, const std::filesystem::path& path, int error_number) {
  const std::vector<ErrorArgument> arguments = {{"action", std::string(action)},
                                                {"path", path.string()},
                                                {"reason", std::generic_category().message(error_number)}};
  switch (error_number) {
    case ENOTDIR:
      throw Error(ErrorCode::kNotFound, "file_parent_no_folder",
                  "Cannot {action} {path}: something on the way to it is a file and no folder. Check the path.",
                  arguments);
    case ENOENT:
      throw Error(ErrorCode::kNotFound, "file_not_found",
                  "Cannot {action} {path}: the file, or a folder on the way to it, does not exist. Check the path.",
                  arguments);
    case EACCES:
    case EPERM:
    case EROFS:
      throw Error(ErrorCode::kPermissionDenied, "file_permission_denied",
                  "Cannot {action} {path}: {reason}. Change its rights, or use a place that you may use.", arguments);
    case ENOSPC:
    case EDQUOT:
      throw Error(ErrorCode::kResourceExhausted, "disk_full",
                  "Cannot {action} {path}: {reason}. Free some space there, then try again.", arguments);
    case EFBIG:
    case EMFILE:
    case ENFILE:
    case ENOMEM:
      throw Error(ErrorCode::kResourceExhausted, "file_limit_reached",
                  "Cannot {action} {path}: {reason}. Raise this limit of the system (ulimit -a lists them).",
                  arguments);
    case EEXIST:
      throw Error(ErrorCode::kAlreadyExists, "file_exists",
                  "Cannot {action} {path}: it exists already. Choose another name, or remove it.", arguments);
    case EISDIR:
    case ENAMETOOLONG:
    case ELOOP:
    case EINVAL:
      throw Error(ErrorCode::kInvalidArgument, "file_path_unusable",
                  "Cannot {action} {path}: {reason}. Name an ordinary file.", arguments);
    case EIO:
      throw Error(ErrorCode::kDataLoss, "file_input_output_error",
                  "Cannot {action} {path}: {reason}. The disk or the connection to it may be failing.", arguments);
    default:
      throw Error(ErrorCode::kFailedPrecondition, "file_error", "Cannot {action} {path}: {reason}.", arguments);
  }
}

}  // namespace gan
