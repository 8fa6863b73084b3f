#pragma once

#include <algorithm>
#include <chrono>
#include <random>

namespace gan {

/// Waiting times between attempts: 0.5 s growing by half to 30 s, each up to a tenth longer or shorter so that the
/// clients of a restarted engine do not come all at once.
class Backoff {
 public:
  void reset() { seconds_ = kFirst; }
  std::chrono::milliseconds next() {
    const double now = seconds_;
    seconds_ = std::min(seconds_ * 1.5, 30.0);
    const std::chrono::duration<double> wait(now * std::uniform_real_distribution(0.9, 1.1)(random_));
    return std::chrono::ceil<std::chrono::milliseconds>(wait);
  }

 private:
  static constexpr double kFirst = 0.5;
  double seconds_ = kFirst;
  std::minstd_rand random_{std::random_device{}()};
};

}  // namespace gan
