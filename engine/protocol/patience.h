#pragma once

#include <chrono>
#include <stop_token>

namespace gan {

/// How long a caller waits: until a time, and no longer than until it is told to stop.
struct Patience {
  std::chrono::steady_clock::time_point until;
  std::stop_token stop = {};

  /// Sleeps for the pause, or until there is no patience left. Returns whether there is.
  bool sleep(std::chrono::milliseconds pause) const;
};

}  // namespace gan
