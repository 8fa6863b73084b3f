#include "interop/object_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/crc32c.h"
#include "core/error.h"
#include "core/file_descriptor.h"
#include "core/log.h"
#include "core/units.h"

namespace gan {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kChecksumBytes = 4;
constexpr double kUnusedSeconds = 24 * 3600;
constexpr double kTouchSeconds = 3600;
constexpr double kSearchSeconds = 600;

using Checksum = std::array<char, kChecksumBytes>;

Checksum checksumOf(std::string_view content) {
  const std::uint32_t value = crc32c(std::as_bytes(std::span(content.data(), content.size())));
  return {static_cast<char>(value), static_cast<char>(value >> 8U), static_cast<char>(value >> 16U),
          static_cast<char>(value >> 24U)};
}

struct Copy {
  fs::path path;
  double last_read = 0;
  std::uint64_t bytes = 0;
};

void forEachCopy(const fs::path& folder, const std::function<void(Copy)>& visit) {
  std::error_code error;
  for (fs::recursive_directory_iterator file(folder, error), end; !error && file != end; file.increment(error)) {
    struct stat status {};
    if (::lstat(file->path().c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    visit({.path = file->path(),
           .last_read = static_cast<double>(status.st_mtim.tv_sec),
           .bytes = static_cast<std::uint64_t>(status.st_size)});
  }
}

bool readExactly(int file, std::span<char> buffer) {
  while (!buffer.empty()) {
    const ssize_t count = ::read(file, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    buffer = buffer.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

bool writeAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

ObjectCache::ObjectCache(fs::path folder, std::uint64_t limit_bytes) : folder_(std::move(folder)), limit_(limit_bytes) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) {
    throw Error(
        ErrorCode::kPermissionDenied, "cache_no_folder",
        "The folder {folder} for copies of remote images cannot be made ({reason}). Set data.cache_path to a folder "
        "that you may write to, or data.cache_limit=0.",
        {{"folder", folder_.string()}, {"reason", error.message()}});
  }
  forEachCopy(folder_, [this](const Copy& copy) { bytes_ += copy.bytes; });
}

fs::path ObjectCache::pathOf(std::string_view name) const { return folder_ / name.substr(0, 2) / name.substr(2); }

std::optional<std::string> ObjectCache::find(std::string_view name, std::uint64_t size) {
  const fs::path path = pathOf(name);
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0) return std::nullopt;
  std::string content;
  Checksum stored{};
  if (static_cast<std::uint64_t>(status.st_size) == size + kChecksumBytes) {
    content.resize(size);
    if (readExactly(file.get(), content) && readExactly(file.get(), stored) && stored == checksumOf(content)) {
      // Its time of change says when it was last of use; the time of access is not kept on many disks.
      if (unixSeconds() - static_cast<double>(status.st_mtim.tv_sec) > kTouchSeconds) ::futimens(file.get(), nullptr);
      return content;
    }
  }
  if (::unlink(path.c_str()) == 0) bytes_ -= static_cast<std::uint64_t>(status.st_size);
  return std::nullopt;
}

void ObjectCache::store(std::string_view name, std::string_view content) {
  const std::uint64_t needed = content.size() + kChecksumBytes;
  if (refused_ || !makeRoom(needed)) return;
  const fs::path path = pathOf(name);
  std::error_code ignored;
  fs::create_directory(path.parent_path(), ignored);
  std::string temporary = path.string() + ".XXXXXX";
  FileDescriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!file) return giveUp(std::strerror(errno));
  const Checksum checksum = checksumOf(content);
  const bool written =
      writeAll(file.get(), content) && writeAll(file.get(), {checksum.data(), checksum.size()}) && file.close() == 0;
  if (!written || ::rename(temporary.c_str(), path.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary.c_str());
    return giveUp(std::strerror(error));
  }
  bytes_ += needed;
}

bool ObjectCache::makeRoom(std::uint64_t needed) {
  if (bytes_ + needed <= limit_) return true;
  const std::lock_guard lock(mutex_);
  const double now = unixSeconds();
  if (now < next_search_) return bytes_ + needed <= limit_;
  next_search_ = now + kSearchSeconds;
  std::vector<Copy> unused;
  std::uint64_t all = 0;
  forEachCopy(folder_, [&](Copy copy) {
    all += copy.bytes;
    if (now - copy.last_read > kUnusedSeconds) unused.push_back(std::move(copy));
  });
  std::ranges::sort(unused, {}, &Copy::last_read);
  const std::uint64_t goal = limit_ - std::min(limit_, std::max(needed, limit_ / 10));
  for (const Copy& copy : unused) {
    if (all <= goal) break;
    if (::unlink(copy.path.c_str()) == 0) all -= copy.bytes;
  }
  bytes_ = all;
  return all + needed <= limit_;
}

void ObjectCache::giveUp(const std::string& reason) {
  if (refused_.exchange(true)) return;
  log::warning("no more copies of remote images are kept in " + folder_.string() + ": " + reason);
}

}  // namespace gan
