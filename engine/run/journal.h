#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <vector>

#include "core/append_log.h"
#include "run/event.h"

namespace gan {

/// Appends events to journal.log and numbers them. Thread-safe.
class JournalWriter {
 public:
  /// Continues an existing journal after its last whole record.
  explicit JournalWriter(const std::filesystem::path& path);

  /// Sets event.sequence, writes it, flushes it to the disk unless it is a load measurement, and returns it.
  Event append(Event event);

 private:
  std::mutex mutex_;
  AppendLogWriter log_;
  std::uint64_t next_sequence_ = 1;
};

/// Follows a journal.
class JournalReader {
 public:
  explicit JournalReader(const std::filesystem::path& path);
  /// Events appended since the last call. A record that is whole but not an event throws Error(kDataLoss).
  std::vector<Event> next();

 private:
  AppendLogReader log_;
};

}  // namespace gan
