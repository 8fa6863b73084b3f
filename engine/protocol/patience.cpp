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

}  // namespace gan
