#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gan {

/// Append-only file of framed records: uint32 length, uint32 CRC-32C of the payload (both little-endian), payload.
/// A record that is cut short or does not match its checksum is the end of the file: a torn tail after a crash is
/// normal and is cut off when the file is next opened for writing.
class AppendLogWriter {
 public:
  /// Opens or creates path, finds the end of the last whole record and cuts what follows it.
  /// Throws Error(kPermissionDenied | kNotFound | kResourceExhausted).
  explicit AppendLogWriter(const std::filesystem::path& path);
  ~AppendLogWriter();
  AppendLogWriter(const AppendLogWriter&) = delete;
  AppendLogWriter& operator=(const AppendLogWriter&) = delete;

  /// One write system call for header and payload. On a full disk the file is cut back to the last whole record and
  /// Error(kResourceExhausted) is thrown. payload is at most kMaxRecordBytes.
  void append(std::string_view payload);
  /// Flushes appended records to the disk.
  void flush();
  /// Bytes of whole records so far.
  std::uint64_t size() const { return size_; }

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

inline constexpr std::uint32_t kMaxRecordBytes = 64U << 20U;

/// Reads records in order, and goes on when the file has grown since: a reader may follow a live file.
class AppendLogReader {
 public:
  /// Starts at byte offset of a record's header. Throws Error(kNotFound | kPermissionDenied).
  explicit AppendLogReader(const std::filesystem::path& path, std::uint64_t offset = 0);
  ~AppendLogReader();
  AppendLogReader(const AppendLogReader&) = delete;
  AppendLogReader& operator=(const AppendLogReader&) = delete;

  /// The next whole record, or nothing at the present end (also at a torn or damaged record). Calling again later
  /// tries the same place again. Memory is taken only after the length was checked against the file.
  std::optional<std::string> next();
  /// Offset of the record that next() would return.
  std::uint64_t offset() const { return offset_; }
  /// Bytes after offset() that do not form a whole, valid record at present.
  std::uint64_t trailingBytes() const;

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t offset_ = 0;
};

}  // namespace gan
