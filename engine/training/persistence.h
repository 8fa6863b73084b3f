#pragma once

#include <cstdint>
#include <deque>
#include <optional>

namespace gan {

/// Whether something shows in most of the newest steps, of which each may be noise: it begins when three quarters of a
/// window show it, and ends when less than a quarter do.
class Persistence {
 public:
  /// Steps come in order. window_steps: 0 finds nothing.
  void add(std::int64_t step, bool shows, std::int64_t window_steps);

  bool lasts() const { return lasting_since_.has_value(); }
  /// The first step that shows what lasts, or what half of what it takes show already; nothing: neither.
  std::optional<std::int64_t> since() const;
  /// The steps so far say nothing of what follows.
  void restart();

 private:
  struct Step {
    std::int64_t step = 0;
    bool shows = false;
  };
  std::optional<std::int64_t> firstShown() const;

  std::deque<Step> window_;
  std::int64_t shown_ = 0;  ///< In the window.
  std::int64_t needed_ = 0;
  std::optional<std::int64_t> lasting_since_;
};

}  // namespace gan
