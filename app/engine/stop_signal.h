#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace gan::app {

/// Turns SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 into a call of `stop`, from a thread of its own; a second SIGINT or
/// SIGTERM ends the process at once. Make it before other threads start: they inherit that these signals are blocked.
class StopSignal {
 public:
  explicit StopSignal(std::function<void()> stop);
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

 private:
  void wait();

  std::function<void()> stop_;
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

}  // namespace gan::app
