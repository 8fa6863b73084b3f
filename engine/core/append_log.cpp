#include "core/append_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <span>

#include "core/atomic_file.h"
#include "core/crc32c.h"
#include "core/error.h"
#include "core/log.h"
#include "core/partial_file.h"
#include "core/units.h"

namespace gan {
namespace {

static_assert(std::endian::native == std::endian::little, "Record headers are little-endian.");

struct RecordHeader {
  std::uint32_t length = 0;
  std::uint32_t checksum = 0;
};
static_assert(sizeof(RecordHeader) == 8);

std::uint32_t checksumOf(std::string_view payload) { return crc32c(std::as_bytes(std::span(payload))); }

/// Reads until buffer is full or the file ends; returns the bytes read.
std::size_t readAt(int descriptor, const std::filesystem::path& path, std::span<std::byte> buffer,
                   std::uint64_t offset) {
  std::size_t done = 0;
  while (done < buffer.size()) {
    const ssize_t count =
        ::pread(descriptor, buffer.data() + done, buffer.size() - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throwFileError("read", path, errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

/// One that does not stand there yet: what was kept before stays.
std::filesystem::path damagedTailName(const std::filesystem::path& path, std::uint64_t begin) {
  const std::string name = path.string() + ".damaged-at-" + std::to_string(begin);
  std::filesystem::path free = name;
  for (int number = 2; std::filesystem::exists(free); ++number) free = name + "-" + std::to_string(number);
  return free;
}

/// A kill tears the last record at most. When more follows a bad record, the file was damaged: what would be cut is
/// kept beside it, for a person to look at. Throws where it cannot be: then nothing may be cut.
void keepDamagedTail(const std::filesystem::path& path, int descriptor, std::uint64_t begin, std::uint64_t bytes) {
  RecordHeader header{};
  if (readAt(descriptor, path, std::as_writable_bytes(std::span(&header, 1)), begin) < sizeof(header)) return;
  if (bytes <= sizeof(header) + std::uint64_t{header.length}) return;
  const std::filesystem::path kept = damagedTailName(path, begin);
  PartialFile copy(kept);
  std::string piece(std::size_t{1} << 20U, '\0');
  const auto piece_bytes = std::as_writable_bytes(std::span(piece));
  for (std::size_t count = 1; count > 0;) {
    count = readAt(descriptor, path, piece_bytes, begin + copy.bytes());
    copy.append(std::string_view(piece).substr(0, count));
  }
  copy.finish();
  log::warning(path.string() + " is damaged at byte " + std::to_string(begin) + ": what follows, " +
               formatBytes(bytes) + ", cannot be read in order and is kept in " + kept.string());
}

}  // namespace

AppendLogWriter::AppendLogWriter(const std::filesystem::path& path)
    : path_(path), file_(openRegularFile(path, O_RDWR | O_CREAT)) {
  AppendLogReader reader(path);
  while (reader.next()) {
  }
  size_ = reader.offset();
  const std::uint64_t trailing = reader.trailingBytes();
  if (trailing > 0) keepDamagedTail(path, file_.get(), size_, trailing);
  if (trailing > 0 && ::ftruncate(file_.get(), static_cast<off_t>(size_)) != 0) {
    throwFileError("cut the torn end of", path_, errno);
  }
}

void AppendLogWriter::append(std::string_view payload) {
  if (payload.empty() || payload.size() > kMaxRecordBytes) {
    throw Error(ErrorCode::kInvalidArgument, "append_log_record_size",
                "A record for {path} has {size} bytes; it must have 1 to {limit}.",
                {{"path", path_.string()},
                 {"size", std::to_string(payload.size())},
                 {"limit", std::to_string(kMaxRecordBytes)}});
  }
  const RecordHeader header{.length = static_cast<std::uint32_t>(payload.size()), .checksum = checksumOf(payload)};
  record_.resize(sizeof(header) + payload.size());
  std::memcpy(record_.data(), &header, sizeof(header));
  std::memcpy(record_.data() + sizeof(header), payload.data(), payload.size());

  writeWholeAt(file_, size_, std::as_bytes(std::span(record_)), path_);
  size_ += record_.size();
}

void AppendLogWriter::flush() {
  if (::fdatasync(file_.get()) != 0) throwFileError("flush", path_, errno);
}

AppendLogReader::AppendLogReader(const std::filesystem::path& path, std::uint64_t offset)
    : path_(path), file_(openRegularFile(path, O_RDONLY)), offset_(offset) {}

std::optional<std::string> AppendLogReader::next() {
  std::optional<std::string> record = readRecord();
  if (!record) known_size_ = offset_;  // what stands there may be cut off, and other records be appended
  return record;
}

/// Whether the file is that long.
bool AppendLogReader::reaches(std::uint64_t end) {
  if (end <= known_size_) return true;
  const std::uint64_t size = sizeOfOpenFile(file_, path_);
  if (end > size) return false;
  const bool unflushed = flushes_ && ::fdatasync(file_.get()) != 0;
  // A file system that cannot be written to has nothing to flush.
  if (unflushed && errno != EINVAL && errno != EROFS) throwFileError("flush", path_, errno);
  known_size_ = size;
  return true;
}

std::optional<std::string> AppendLogReader::readRecord() {
  RecordHeader header;
  const auto header_bytes = std::as_writable_bytes(std::span(&header, 1));
  if (readAt(file_.get(), path_, header_bytes, offset_) < header_bytes.size()) return std::nullopt;
  // An empty record would have the checksum 0: a tail of zeros, which some file systems leave, must not look like one.
  if (header.length == 0 || header.length > kMaxRecordBytes) return std::nullopt;
  const std::uint64_t end = offset_ + sizeof(header) + header.length;
  if (!reaches(end)) return std::nullopt;

  std::string payload(header.length, '\0');
  if (readAt(file_.get(), path_, std::as_writable_bytes(std::span(payload)), offset_ + sizeof(header)) <
          payload.size() ||
      checksumOf(payload) != header.checksum) {
    return std::nullopt;
  }
  offset_ = end;
  return payload;
}

std::uint64_t AppendLogReader::trailingBytes() const {
  const std::uint64_t size = sizeOfOpenFile(file_, path_);
  return size > offset_ ? size - offset_ : 0;
}

}  // namespace gan
