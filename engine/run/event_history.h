#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "run/event.h"
#include "run/journal.h"

namespace gan {

/// The events of a run, without the measurements that come every few seconds for as long as it goes on: of those only
/// the newest are here, and the place in the journal where older ones can be read again. Not thread-safe.
class EventHistory {
 public:
  /// What follows in the journal; the first of them begins at `place`.
  void add(std::vector<Event> events, const JournalPlace& place);

  /// The number after the last event's.
  std::uint64_t end() const { return end_; }

  /// All but measurements.
  const std::vector<Event>& lasting() const { return lasting_; }
  /// Those from number `first` on, at most max_events.
  std::vector<Event> lasting(std::uint64_t first, std::size_t max_events) const;

  /// All from number `first` on, where they are still here; else the place in the journal from which the reading has to
  /// begin, not long before the first.
  std::optional<JournalPlace> newest(std::uint64_t first, std::vector<Event>& found) const;

 private:
  std::vector<Event> lasting_;
  std::deque<Event> newest_;          ///< Of all kinds; enough for a watcher that keeps up.
  std::vector<JournalPlace> places_;  ///< Some hundred events apart.
  std::uint64_t end_ = 1;
};

}  // namespace gan
