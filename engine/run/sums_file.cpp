#include "run/sums_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <string>

#include "core/log.h"

namespace gan {
namespace {

constexpr std::size_t kPage = std::size_t{64} << 10U;  // a multiple of every machine's pages
constexpr std::size_t kFirstRegion = 4 * kPage;
constexpr std::size_t kMaxRegion = std::size_t{64} << 20U;

FileDescriptor makeNameless(const std::filesystem::path& folder) {
  std::string name = (folder / "gan-studio-XXXXXX.sums").string();
  FileDescriptor file(::mkostemps(name.data(), 5, O_CLOEXEC));
  if (file) ::unlink(name.c_str());
  return file;
}

}  // namespace

std::filesystem::path SumsFile::defaultFolder() {
  const char* chosen = ::getenv("TMPDIR");
  return chosen != nullptr && *chosen != '\0' ? chosen : "/var/tmp";
}

SumsFile::~SumsFile() {
  for (const Region& region : regions_) ::munmap(region.begin, region.bytes);
}

void* SumsFile::take() {
  if (!free_.empty()) {
    void* chunk = free_.back();
    free_.pop_back();
    return chunk;
  }
  if (regions_.empty() || regions_.back().bytes - used_ < kChunkBytes) addRegion();
  if (free_.capacity() <= chunks_) free_.reserve(2 * chunks_ + 64);  // so that giving back cannot fail
  ++chunks_;
  used_ += kChunkBytes;
  return regions_.back().begin + used_ - kChunkBytes;
}

void SumsFile::giveBack(void* chunk) noexcept { free_.push_back(chunk); }

/// Regions grow with the file: a short run takes little of the disk, a long one few mappings.
void SumsFile::addRegion() {
  const std::size_t bytes = std::clamp(file_bytes_, kFirstRegion, kMaxRegion);
  regions_.reserve(regions_.size() + 1);
  std::byte* begin = mapMore(bytes);
  if (begin == nullptr) {
    void* own = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (own == MAP_FAILED) throw std::bad_alloc();
    begin = static_cast<std::byte*>(own);
  }
  regions_.push_back({begin, bytes});
  used_ = 0;
}

/// Null when that cannot be. The disk's room is taken before anything is written: a mapped file that finds none later
/// would end the process.
std::byte* SumsFile::mapMore(std::size_t bytes) {
  const bool first = !file_ && regions_.empty();
  if (first) file_ = makeNameless(folder_);
  void* begin = MAP_FAILED;
  if (file_ && ::posix_fallocate(file_.get(), static_cast<off_t>(file_bytes_), static_cast<off_t>(bytes)) == 0) {
    begin = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_.get(), static_cast<off_t>(file_bytes_));
  }
  if (begin == MAP_FAILED) {
    if (first) log::warning("sums of a run's values stay in memory: " + folder_.string() + " has no room for a file.");
    return nullptr;
  }
  file_bytes_ += bytes;
  return static_cast<std::byte*>(begin);
}

}  // namespace gan
