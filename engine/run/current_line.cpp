#include "run/current_line.h"

#include <algorithm>

namespace gan {

CurrentLine::CurrentLine(std::span<const Event> events) {
  for (const Event& event : events) {
    if (const auto* started = std::get_if<SegmentStarted>(&event.what)) add(event.segment, started->first_step);
  }
}

void CurrentLine::add(std::int32_t segment, std::int64_t first_step) { first_steps_[segment] = first_step; }

bool CurrentLine::contains(std::int64_t step, std::int32_t segment) const {
  return std::all_of(first_steps_.upper_bound(segment), first_steps_.end(),
                     [step](const auto& later) { return step <= later.second; });
}

}  // namespace gan
