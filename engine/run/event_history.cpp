#include "run/event_history.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gan {
namespace {

constexpr std::size_t kNewest = 64;
constexpr std::uint64_t kPlaceEvents = 256;

}  // namespace

void EventHistory::add(std::vector<Event> events, const JournalPlace& place) {
  if (events.empty()) return;
  if (places_.empty() || place.sequence >= places_.back().sequence + kPlaceEvents) places_.push_back(place);
  end_ = events.back().sequence + 1;
  for (Event& event : events) {
    if (!isMeasurement(event)) lasting_.push_back(event);
    newest_.push_back(std::move(event));
    if (newest_.size() > kNewest) newest_.pop_front();
  }
}

std::vector<Event> EventHistory::lasting(std::uint64_t first, std::size_t max_events) const {
  const auto begin = std::ranges::lower_bound(lasting_, first, {}, &Event::sequence);
  const auto count = std::min<std::ptrdiff_t>(lasting_.end() - begin, static_cast<std::ptrdiff_t>(max_events));
  return {begin, begin + count};
}

std::optional<JournalPlace> EventHistory::newest(std::uint64_t first, std::vector<Event>& found) const {
  if (first >= end_) return std::nullopt;
  if (first < newest_.front().sequence) {
    const auto after = std::ranges::upper_bound(places_, first, {}, &JournalPlace::sequence);
    return after == places_.begin() ? places_.front() : *std::prev(after);
  }
  found.assign(std::ranges::lower_bound(newest_, first, {}, &Event::sequence), newest_.end());
  return std::nullopt;
}

}  // namespace gan
