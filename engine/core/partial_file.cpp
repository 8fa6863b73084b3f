#include "core/partial_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <string>
#include <utility>

#include "core/atomic_file.h"

namespace gan {
namespace {

std::filesystem::path folderOf(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

/// A name beside path that no other thread or process of this host uses.
std::filesystem::path temporaryNameFor(const std::filesystem::path& path) {
  static std::atomic<unsigned> counter{0};
  const std::string name = "." + path.filename().string().substr(0, 200) + "." + std::to_string(::getpid()) + "-" +
                           std::to_string(counter.fetch_add(1)) + ".tmp";
  return folderOf(path) / name;
}

}  // namespace

PartialFile::PartialFile(std::filesystem::path path, unsigned mode) : path_(std::move(path)) {
  requireFilePlace(path_);
  // A name may be taken by a leftover of a dead process that had our process id, or by another host's on a shared file
  // system.
  while (!file_) {
    temporary_ = temporaryNameFor(path_);
    file_ =
        FileDescriptor(::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, static_cast<mode_t>(mode)));
    if (!file_ && errno != EEXIST) throwFileError("write", path_, errno);
  }
}

PartialFile::~PartialFile() {
  if (file_) ::unlink(temporary_.c_str());
}

void PartialFile::append(std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(file_.get(), content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throwFileError("write", path_, errno);
    bytes_ += static_cast<std::uint64_t>(written);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
}

void PartialFile::overwrite(std::uint64_t offset, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::pwrite(file_.get(), content.data(), content.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throwFileError("write", path_, errno);
    offset += static_cast<std::uint64_t>(written);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
}

void PartialFile::finish(Flush flush) {
  if (flush == Flush::kNow && ::fsync(file_.get()) != 0) throwFileError("write", path_, errno);
  int failure = file_.close();
  if (failure == 0 && ::rename(temporary_.c_str(), path_.c_str()) != 0) failure = errno;
  if (failure != 0) {
    ::unlink(temporary_.c_str());
    throwFileError("write", path_, failure);
  }
  if (flush == Flush::kNow) flushToDisk(folderOf(path_));
}

void flushFileSystem(const std::filesystem::path& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file || ::syncfs(file.get()) != 0) throwFileError("flush", path, errno);
}

}  // namespace gan
