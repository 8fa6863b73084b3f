#include "core/file_turn.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include "core/atomic_file.h"

namespace gan {

std::optional<FileTurn> FileTurn::tryTake(const std::filesystem::path& file) {
  FileDescriptor opened(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!opened) {
    if (errno == ENOENT) return std::nullopt;
    throwFileError("lock", file, errno);
  }
  while (::flock(opened.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno == EWOULDBLOCK) return std::nullopt;
    break;
  }
  return FileTurn(std::move(opened));
}

FileTurn FileTurn::take(const std::filesystem::path& file, const std::function<void()>& waiting) {
  for (;;) {
    if (std::optional<FileTurn> turn = tryTake(file)) return std::move(*turn);
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) throwFileError("lock", file, ENOENT);
    waiting();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

}  // namespace gan
