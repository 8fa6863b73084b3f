#include "data/staged_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/append_log.h"
#include "core/atomic_file.h"
#include "core/crc32c.h"
#include "core/error.h"
#include "core/file_descriptor.h"

namespace gan {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kPiece = std::uint64_t{16} << 20U;
constexpr std::size_t kBuffer = std::size_t{1} << 20U;
constexpr std::int64_t kBillion = 1'000'000'000;

[[noreturn]] void throwChanged(const fs::path& source) {
  throw Error(
      ErrorCode::kFailedPrecondition, "stage_source_changed",
      "{path} became shorter or longer while it was copied. Wait until nobody writes there, then stage it again.",
      {{"path", source.string()}});
}

/// Calls `take` with [begin, end) of a file, a buffer at a time. Throws where the file ends before.
void readRange(const FileDescriptor& file, const fs::path& path, std::uint64_t begin, std::uint64_t end,
               const std::function<void(std::uint64_t, std::span<const std::byte>)>& take) {
  std::vector<std::byte> buffer(static_cast<std::size_t>(std::min<std::uint64_t>(kBuffer, end - begin)));
  while (begin < end) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), end - begin));
    const ssize_t count = ::pread(file.get(), buffer.data(), wanted, static_cast<off_t>(begin));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throwFileError("read", path, errno);
    if (count == 0) throwChanged(path);
    take(begin, std::span<const std::byte>(buffer).first(static_cast<std::size_t>(count)));
    begin += static_cast<std::uint64_t>(count);
  }
}

void writeRange(const FileDescriptor& file, const fs::path& path, std::uint64_t begin,
                std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::pwrite(file.get(), bytes.data(), bytes.size(), static_cast<off_t>(begin));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throwFileError("write", path, count < 0 ? errno : ENOSPC);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    begin += static_cast<std::uint64_t>(count);
  }
}

class FileCopy {
 public:
  FileCopy(const StagedFile& file, const fs::path& source, const fs::path& copy)
      : file_(file),
        source_path_(source),
        copy_path_(copy),
        part_path_(copy.string() + ".part"),
        sums_path_(copy.string() + ".part.sums"),
        source_(openRegularFile(source, O_RDONLY)),
        part_(openRegularFile(part_path_, O_RDWR | O_CREAT)) {
    if (sizeOfOpenFile(source_, source) != file.bytes) throwChanged(source);
    if (isLarge()) keepWhatIsThere();
    if (::ftruncate(part_.get(), static_cast<off_t>(begin())) != 0) throwFileError("write", part_path_, errno);
  }

  /// False when it was abandoned.
  bool run(std::atomic<std::uint64_t>& done, const std::atomic<bool>& abandoned) {
    done += begin();
    for (std::uint64_t from = begin(); from < file_.bytes; from = begin()) {
      if (abandoned) return false;
      copyPiece(from, std::min(file_.bytes, from + kPiece), done);
    }
    if (isLarge()) ::posix_fadvise(part_.get(), 0, 0, POSIX_FADV_DONTNEED);  // what is compared comes from the disk
    compare();
    const timespec time{.tv_sec = file_.modified_ns / kBillion, .tv_nsec = file_.modified_ns % kBillion};
    const std::array<timespec, 2> times{time, time};
    if (::futimens(part_.get(), times.data()) != 0 || ::rename(part_path_.c_str(), copy_path_.c_str()) != 0) {
      throwFileError("write", copy_path_, errno);
    }
    sums_log_.reset();
    std::error_code ignored;
    fs::remove(sums_path_, ignored);
    return true;
  }

 private:
  bool isLarge() const { return file_.bytes > kPiece; }
  std::uint64_t begin() const { return std::min<std::uint64_t>(file_.bytes, sums_.size() * kPiece); }

  /// The first record says which state of the source the sums are of.
  void keepWhatIsThere() {
    sums_log_.emplace(sums_path_);
    const std::string source = std::to_string(file_.bytes) + " " + std::to_string(file_.modified_ns);
    AppendLogReader reader(sums_path_);
    if (reader.next() != source) {
      sums_log_.reset();
      fs::remove(sums_path_);
      sums_log_.emplace(sums_path_);
      sums_log_->append(source);
      return;
    }
    const std::uint64_t pieces = sizeOfOpenFile(part_, part_path_) / kPiece;
    for (auto record = reader.next(); record; record = reader.next()) {
      std::uint64_t piece = 0;
      std::uint32_t sum = 0;
      const char* end = record->data() + record->size();
      const char* space = std::from_chars(record->data(), end, piece).ptr;
      if (space == end || piece > sums_.size() || piece >= pieces) break;
      std::from_chars(space + 1, end, sum);
      sums_.resize(static_cast<std::size_t>(piece));  // one that was copied again counts as it was copied last
      sums_.push_back(sum);
    }
  }

  void copyPiece(std::uint64_t from, std::uint64_t to, std::atomic<std::uint64_t>& done) {
    std::uint32_t sum = 0;
    readRange(source_, source_path_, from, to, [&](std::uint64_t place, std::span<const std::byte> bytes) {
      sum = crc32c(bytes, sum);
      writeRange(part_, part_path_, place, bytes);
      done += bytes.size();
    });
    if (isLarge()) {
      if (::fdatasync(part_.get()) != 0) throwFileError("write", part_path_, errno);
      sums_log_->append(std::to_string(sums_.size()) + " " + std::to_string(sum));
    }
    sums_.push_back(sum);
  }

  void compare() {
    for (std::size_t piece = 0; piece < sums_.size(); ++piece) {
      std::uint32_t sum = 0;
      const std::uint64_t from = piece * kPiece;
      readRange(part_, part_path_, from, std::min(file_.bytes, from + kPiece),
                [&](std::uint64_t /*place*/, std::span<const std::byte> bytes) { sum = crc32c(bytes, sum); });
      if (sum == sums_[piece]) continue;
      std::error_code ignored;
      fs::remove(part_path_, ignored);
      fs::remove(sums_path_, ignored);
      throw Error(ErrorCode::kDataLoss, "stage_differs",
                  "What was read back from {copy} differs from {source}, of which it is a copy. It was removed. Stage "
                  "again; if this comes back, a disk or the memory of this machine is failing.",
                  {{"copy", copy_path_.string()}, {"source", source_path_.string()}});
    }
  }

  const StagedFile& file_;
  const fs::path& source_path_;
  const fs::path& copy_path_;
  fs::path part_path_;
  fs::path sums_path_;
  FileDescriptor source_;
  FileDescriptor part_;
  std::vector<std::uint32_t> sums_;  ///< Of the pieces that are copied.
  std::optional<AppendLogWriter> sums_log_;
};

}  // namespace

bool isStaged(const StagedFile& file, const fs::path& copy) {
  struct stat found {};
  return ::stat(copy.c_str(), &found) == 0 && S_ISREG(found.st_mode) &&
         static_cast<std::uint64_t>(found.st_size) == file.bytes &&
         found.st_mtim.tv_sec * kBillion + found.st_mtim.tv_nsec == file.modified_ns;
}

void stageFile(const StagedFile& file, const fs::path& source, const fs::path& copy, std::atomic<std::uint64_t>& done,
               const std::atomic<bool>& abandoned) {
  FileCopy(file, source, copy).run(done, abandoned);
}

}  // namespace gan
