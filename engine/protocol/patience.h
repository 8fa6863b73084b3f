#pragma once

#include <chrono>
#include <stop_token>

#include "core/error.h"

namespace gan {

/// How long a caller waits: until a time, and no longer than until it is told to stop.
struct Patience {
  std::chrono::steady_clock::time_point until;
  std::stop_token stop = {};

  /// Sleeps for the pause, or until there is no patience left. Returns whether there is.
  bool sleep(std::chrono::milliseconds pause) const;
};

/// Of a client that was told to stop.
Error closedError();
void throwIfClosed(const std::stop_token& stop);

}  // namespace gan
