#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "service/shares.h"

namespace gan {

/// One thread for work that would hold up whoever asks for it, done in the order in which it was asked for. What waits
/// is limited. Thread-safe.
class Worker {
 public:
  explicit Worker(const Shares::Limits& waiting);
  /// Does what still waits.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// task must not throw. Throws Error(kResourceExhausted, "engine_busy").
  void post(const Claimant& claimant, std::function<void()> task);

 private:
  struct Task {
    Shares::Share place;
    std::function<void()> run;
  };

  void loop();

  Shares places_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Task> tasks_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace gan
