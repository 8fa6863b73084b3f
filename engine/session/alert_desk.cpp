#include "session/alert_desk.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "core/log.h"

namespace gan {
namespace {

/// Where training can go back to; nothing where there is nothing, or where it cannot be read.
std::optional<CheckpointStore::Entry> keepBefore(CheckpointStore& store, std::int64_t step, const CurrentLine& line,
                                                 std::string_view rule) {
  try {
    auto entry = store.newestBefore(step, line);
    if (entry) store.keep(*entry, rule);
    return entry;
  } catch (const std::exception& error) {
    log::warning(std::string("no checkpoint could be kept to go back to: ") + error.what());
    return std::nullopt;
  }
}

/// What is kept for longer than needed costs room on the disk, and nothing else.
template <class Release>
void releaseOf(CheckpointStore& store, const Release& release) {
  try {
    release(store);
  } catch (const std::exception& error) {
    log::warning(std::string("what was kept to go back to stays for longer: ") + error.what());
  }
}

Alert withWayBack(Alert alert, CheckpointStore& store, const CurrentLine& line) {
  if (alert.severity == Severity::kInfo) {
    releaseOf(store, [&](CheckpointStore& kept) { kept.release(alert.rule); });
  }
  if (alert.since_step < 0) return alert;
  if (const auto entry = keepBefore(store, alert.since_step, line, alert.rule)) {
    alert.healthy_step = entry->state.step;
  } else {
    std::erase(alert.actions, "rollback");  // there is nothing to go back to
  }
  return alert;
}

void write(const Alert& alert) {
  log::write(alert.severity == Severity::kInfo ? log::Level::kInfo : log::Level::kWarning, describe(alert));
}

}  // namespace

void AlertDesk::tell(std::int64_t step, Alert alert) {
  if (recorder_ == nullptr) return;
  recorder_->post([step, alert = std::move(alert), line = line_, store = &store_](const Recorder::Journal& journal) {
    const Alert told = withWayBack(alert, *store, line);
    write(told);
    journal(step, told);
  });
}

void AlertDesk::tellNow(std::int64_t step, Alert alert) {
  if (recorder_ == nullptr) return;
  recorder_->drain();
  const Alert told = withWayBack(std::move(alert), store_, line_);
  write(told);
  recorder_->record(step, told);
}

void AlertDesk::over(std::string_view rule) {
  if (recorder_ == nullptr) return;
  recorder_->post([rule = std::string(rule), store = &store_](const Recorder::Journal&) {
    releaseOf(*store, [&](CheckpointStore& kept) { kept.release(rule); });
  });
}

void AlertDesk::keepNewest(std::string_view rule) {
  if (recorder_ == nullptr) return;
  recorder_->post([line = line_, rule = std::string(rule), store = &store_](const Recorder::Journal&) {
    keepBefore(*store, std::numeric_limits<std::int64_t>::max(), line, rule);
  });
}

void AlertDesk::wentBackTo(std::int64_t step) {
  if (recorder_ == nullptr) return;
  recorder_->post([step, store = &store_](const Recorder::Journal&) {
    releaseOf(*store, [&](CheckpointStore& kept) { kept.releaseFrom(step); });
  });
}

}  // namespace gan
