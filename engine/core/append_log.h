#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/file_descriptor.h"

namespace gan {

inline constexpr std::uint32_t kMaxRecordBytes = 64U << 20U;

/// Append-only file of framed records: uint32 length, uint32 CRC-32C of the payload (both little-endian), payload of 1
/// to kMaxRecordBytes bytes. A record that is cut short or does not match its checksum is the end of the file: a torn
/// tail after a crash is normal and is cut off when the file is next opened for writing. One writer at a time; not
/// thread-safe.
class AppendLogWriter {
 public:
  /// Opens or creates path, finds the end of the last whole record and cuts what follows it. Where that is more than a
  /// torn record, a copy of it stands in path.damaged-at-BYTE first; where it cannot be kept, nothing is cut.
  /// Throws Error(kPermissionDenied | kNotFound | kResourceExhausted | kInvalidArgument).
  explicit AppendLogWriter(const std::filesystem::path& path);

  /// One write system call for header and payload. On a full disk the file is cut back to the last whole record and
  /// Error(kResourceExhausted) is thrown; a later append may succeed. An empty or too large payload throws
  /// Error(kInvalidArgument).
  void append(std::string_view payload);
  /// Flushes appended records to the disk.
  void flush();
  /// Bytes of whole records so far.
  std::uint64_t size() const { return size_; }

 private:
  std::filesystem::path path_;
  FileDescriptor file_;
  std::uint64_t size_ = 0;
  std::string record_;  // header and payload of the latest record; kept for its memory
};

/// Reads records in order, and goes on when the file has grown since: a reader may follow a live file.
class AppendLogReader {
 public:
  /// Starts at byte offset of a record's header. Throws Error(kNotFound | kPermissionDenied | kInvalidArgument).
  explicit AppendLogReader(const std::filesystem::path& path, std::uint64_t offset = 0);

  /// From now on next() returns only what is on the disk: for readers who pass on what must not be unsaid when the
  /// machine goes down. It flushes the file itself, once for all records that were appended since it met the end.
  void returnOnlyWhatIsOnDisk() { flushes_ = true; }
  /// The next whole record, or nothing at the present end (also at a torn or damaged record). Calling again later
  /// tries the same place again. Memory is taken only after the length was checked against the file.
  std::optional<std::string> next();
  /// Offset of the record that next() would return.
  std::uint64_t offset() const { return offset_; }
  /// Bytes after offset() that do not form a whole, valid record at present.
  std::uint64_t trailingBytes() const;

 private:
  std::optional<std::string> readRecord();
  bool reaches(std::uint64_t end);

  std::filesystem::path path_;
  FileDescriptor file_;
  bool flushes_ = false;
  std::uint64_t offset_ = 0;
  std::uint64_t known_size_ = 0;  // of the file, when last asked; flushed if that is wanted
};

}  // namespace gan
