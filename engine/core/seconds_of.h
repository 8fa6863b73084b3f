#pragma once

#include <chrono>
#include <functional>

namespace gan {

/// Seconds that the work took on the wall's clock.
inline double secondsOf(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace gan
