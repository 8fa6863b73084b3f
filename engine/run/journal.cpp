#include "run/journal.h"

#include <optional>
#include <utility>

#include "core/error.h"
#include "run/json.h"

namespace gan {
namespace {

Event readEvent(const std::string& record, const std::filesystem::path& path, std::uint64_t offset) {
  return eventFromJson(record, path.string() + ", entry at byte " + std::to_string(offset) + ",");
}

std::uint64_t sequenceAfter(const std::filesystem::path& path) {
  AppendLogReader log(path);
  std::optional<std::string> last;
  std::uint64_t last_offset = 0;
  for (std::uint64_t offset = log.offset(); auto record = log.next(); offset = log.offset()) {
    last = std::move(record);
    last_offset = offset;
  }
  return last ? readEvent(*last, path, last_offset).sequence + 1 : 1;
}

}  // namespace

JournalWriter::JournalWriter(const std::filesystem::path& path) : log_(path), next_sequence_(sequenceAfter(path)) {}

Event JournalWriter::append(Event event) {
  const std::lock_guard guard(mutex_);
  event.sequence = next_sequence_;
  const std::string record = toJson(event);
  if (record.size() > json::kMaxBytes) {
    throw Error(ErrorCode::kInvalidArgument, "journal_event_too_large",
                "An event for the journal has {size} bytes; at most {limit} are accepted. Send shorter texts.",
                {{"size", std::to_string(record.size())}, {"limit", std::to_string(json::kMaxBytes)}});
  }
  log_.append(record);
  ++next_sequence_;
  if (!isMeasurement(event)) log_.flush();
  return event;
}

JournalReader::JournalReader(const std::filesystem::path& path, const JournalPlace& from)
    : path_(path), log_(path, from.offset), next_sequence_(from.sequence) {}

std::vector<Event> JournalReader::next(std::size_t max_events) {
  if (failure_) std::rethrow_exception(failure_);
  std::vector<Event> events;
  try {
    while (events.size() < max_events) {
      const std::uint64_t offset = log_.offset();
      const auto record = log_.next();
      if (!record) break;
      Event event = readEvent(*record, path_, offset);
      if (event.sequence != next_sequence_) {
        throw Error(ErrorCode::kDataLoss, "journal_bad_sequence",
                    "{path} is damaged: the entry at byte {offset} should have number {expected}; found {found}. Its "
                    "records do not follow each other, so the run's history cannot be told from it.",
                    {{"path", path_.string()},
                     {"offset", std::to_string(offset)},
                     {"expected", std::to_string(next_sequence_)},
                     {"found", std::to_string(event.sequence)}});
      }
      ++next_sequence_;
      events.push_back(std::move(event));
    }
  } catch (const Error& error) {
    // A disk that cannot be read or flushed now is asked again.
    const bool damaged = error.id() == "journal_bad_event" || error.id() == "journal_bad_sequence";
    if (damaged) failure_ = std::current_exception();
    if (events.empty()) throw;
  }
  return events;
}

std::vector<Event> readJournal(const std::filesystem::path& path) {
  JournalReader reader(path);
  std::vector<Event> events = reader.next();
  while (!events.empty()) {
    const std::vector<Event> more = reader.next();
    if (more.empty()) break;
    events.insert(events.end(), more.begin(), more.end());
  }
  return events;
}

std::vector<Event> journalSoFar(const std::filesystem::path& path) {
  return std::filesystem::exists(path) ? readJournal(path) : std::vector<Event>();
}

}  // namespace gan
