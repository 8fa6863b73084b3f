#include "support/power_cut.h"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <map>
#include <mutex>

namespace gan::test {
namespace {

std::atomic<bool> fails = false;
std::mutex mutex;
std::map<std::pair<dev_t, ino_t>, Flushed>& files() {
  static std::map<std::pair<dev_t, ino_t>, Flushed> all;
  return all;
}

}  // namespace

Flushed flushed(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return {};
  const std::lock_guard lock(mutex);
  return files()[{status.st_dev, status.st_ino}];
}

void failNextFlush() { fails = true; }

void cutPower(const std::filesystem::path& file) { std::filesystem::resize_file(file, flushed(file).bytes); }

}  // namespace gan::test

/// Takes the place of the C library's in the program that this file is linked into.
extern "C" int fdatasync(int descriptor) {
  if (gan::test::fails.exchange(false)) {
    errno = EIO;
    return -1;
  }
  struct stat status {};
  const bool known = ::fstat(descriptor, &status) == 0;
  const int result = static_cast<int>(::syscall(SYS_fdatasync, descriptor));
  if (known && result == 0) {
    const std::lock_guard lock(gan::test::mutex);
    gan::test::Flushed& file = gan::test::files()[{status.st_dev, status.st_ino}];
    ++file.times;
    file.bytes = static_cast<std::uintmax_t>(status.st_size);
  }
  return result;
}
