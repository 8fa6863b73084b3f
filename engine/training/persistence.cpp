#include "training/persistence.h"

#include <algorithm>

namespace gan {

void Persistence::add(std::int64_t step, bool shows, std::int64_t window_steps) {
  if (window_steps <= 0) return restart();
  window_.push_back({step, shows});
  if (shows) ++shown_;
  while (static_cast<std::int64_t>(window_.size()) > window_steps) {
    if (window_.front().shows) --shown_;
    window_.pop_front();
  }
  needed_ = (3 * window_steps + 3) / 4;
  if (!lasting_since_ && shown_ >= needed_) {
    lasting_since_ = firstShown();
  } else if (lasting_since_ && 4 * shown_ < window_steps) {
    lasting_since_.reset();
  }
}

std::optional<std::int64_t> Persistence::since() const {
  if (lasting_since_) return lasting_since_;
  return shown_ > 0 && 2 * shown_ >= needed_ ? firstShown() : std::nullopt;
}

std::optional<std::int64_t> Persistence::firstShown() const {
  const auto first = std::ranges::find(window_, true, &Step::shows);
  return first == window_.end() ? std::nullopt : std::optional(first->step);
}

void Persistence::restart() {
  window_.clear();
  shown_ = 0;
  lasting_since_.reset();
}

}  // namespace gan
