#include "protocol/patience.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace gan {

bool Patience::sleep(std::chrono::milliseconds pause) const {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  const auto end = std::min(std::chrono::steady_clock::now() + pause, until);
  wake.wait_until(lock, stop, end, [] { return false; });
  return !stop.stop_requested() && std::chrono::steady_clock::now() < until;
}

Error closedError() {
  return {ErrorCode::kCancelled, "client_closed", "The connection to the run was closed before its engine answered."};
}

void throwIfClosed(const std::stop_token& stop) {
  if (stop.stop_requested()) throw closedError();
}

}  // namespace gan
