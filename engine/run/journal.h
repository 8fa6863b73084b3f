#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <limits>
#include <mutex>
#include <vector>

#include "core/append_log.h"
#include "run/event.h"

namespace gan {

/// Appends events to journal.log and numbers them. Thread-safe.
class JournalWriter {
 public:
  /// Continues an existing journal after its last whole record. Throws what AppendLogWriter does, and
  /// Error(kDataLoss, "journal_bad_event") when that record is not an event.
  explicit JournalWriter(const std::filesystem::path& path);

  /// Sets event.sequence, writes it, flushes it to the disk unless it is a measurement, and returns it. Readers see it
  /// before it is flushed: see JournalReader.
  /// After an exception from a full disk the journal stands as before, and appending may be tried again.
  /// Throws Error(kInvalidArgument, "journal_event_too_large") above 1 MiB of JSON.
  Event append(Event event);

 private:
  std::mutex mutex_;
  AppendLogWriter log_;
  std::uint64_t next_sequence_ = 1;
};

/// Where an entry of a journal begins, and its number.
struct JournalPlace {
  std::uint64_t offset = 0;
  std::uint64_t sequence = 1;
};

/// Follows a journal.
class JournalReader {
 public:
  /// From an entry on whose place is known from another reader.
  explicit JournalReader(const std::filesystem::path& path, const JournalPlace& from = {});
  /// From now on next() returns only events that are on the disk; see AppendLogReader.
  void returnOnlyWhatIsOnDisk() { log_.returnOnlyWhatIsOnDisk(); }
  /// Of the entry that next() would return first.
  JournalPlace place() const { return {log_.offset(), next_sequence_}; }
  /// Events appended since the last call, at most max_events of them. At a record that is whole but not an event, or
  /// does not follow the one before, the journal ends for this reader: the events before it are returned, and each
  /// further call throws Error(kDataLoss, "journal_bad_event" | "journal_bad_sequence").
  std::vector<Event> next(std::size_t max_events = std::numeric_limits<std::size_t>::max());

 private:
  std::filesystem::path path_;
  AppendLogReader log_;
  std::uint64_t next_sequence_ = 1;
  std::exception_ptr failure_;
};

/// All events of a journal, for those who need all or none. Throws what JournalReader does.
std::vector<Event> readJournal(const std::filesystem::path& path);
/// The same of a run that may not have begun: without a journal it has no events.
std::vector<Event> journalSoFar(const std::filesystem::path& path);

}  // namespace gan
