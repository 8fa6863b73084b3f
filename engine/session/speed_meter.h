#pragma once

#include <chrono>
#include <cstdint>

namespace gan {

/// Iterations and images per second over the last second or so.
class SpeedMeter {
 public:
  void count(std::int64_t images) {
    ++steps_;
    images_ += images;
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    if (seconds < 1 && iterations_per_second > 0) return;
    iterations_per_second = static_cast<double>(steps_) / seconds;
    images_per_second = static_cast<double>(images_) / seconds;
    if (seconds >= 1) restart();
  }
  /// The time since the last count() is not to be counted.
  void restart() {
    begin_ = Clock::now();
    steps_ = images_ = 0;
  }

  double iterations_per_second = 0;
  double images_per_second = 0;

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
  std::int64_t steps_ = 0;
  std::int64_t images_ = 0;
};

}  // namespace gan
