#include "core/file_descriptor.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/atomic_file.h"
#include "core/error.h"

namespace gan {

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this != &other) {
    close();
    descriptor_ = std::exchange(other.descriptor_, -1);
  }
  return *this;
}

int FileDescriptor::close() noexcept {
  const int descriptor = release();
  return descriptor >= 0 && ::close(descriptor) != 0 ? errno : 0;
}

FileDescriptor openRegularFile(const std::filesystem::path& path, int flags, unsigned mode) {
  // O_NONBLOCK: opening a pipe that nobody writes to would otherwise wait for ever. It means nothing for real files.
  FileDescriptor file(::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK, static_cast<mode_t>(mode)));
  if (!file) throwFileError("open", path, errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throwFileError("inspect", path, errno);
  if (!S_ISREG(status.st_mode)) {
    throw Error(ErrorCode::kInvalidArgument, "file_not_regular",
                "{path} is not an ordinary file (it is a folder, pipe or device). Name a file instead.",
                {{"path", path.string()}});
  }
  return file;
}

std::uint64_t sizeOfOpenFile(const FileDescriptor& file, const std::filesystem::path& path) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) throwFileError("inspect", path, errno);
  return static_cast<std::uint64_t>(status.st_size);
}

void writeWholeAt(const FileDescriptor& file, std::uint64_t offset, std::span<const std::byte> bytes,
                  const std::filesystem::path& path) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    // At a fixed place: where cutting off a part failed as well, the next try overwrites it.
    const ssize_t count =
        ::pwrite(file.get(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (count >= 0) {
      done += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      const int failure = errno;
      if (done > 0 && ::ftruncate(file.get(), static_cast<off_t>(offset)) != 0) {
        throwFileError("cut the torn end of", path, errno);
      }
      throwFileError("write", path, failure);
    }
  }
}

}  // namespace gan
