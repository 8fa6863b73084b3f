#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace gan {

/// One thread for work that would hold up whoever asks for it, done in the order in which it was asked for. What waits
/// is limited, in all and for each client, so that none of them can take the whole of it. Thread-safe.
class Worker {
 public:
  struct Limits {
    std::size_t waiting = 0;
    std::size_t of_one_client = 0;
  };

  explicit Worker(const Limits& limits);
  /// Does what still waits.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// task must not throw. Throws Error(kResourceExhausted, "engine_busy").
  void post(const std::string& client, std::function<void()> task);

 private:
  struct Task {
    std::string client;
    std::function<void()> run;
  };

  void loop();

  const Limits limits_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Task> tasks_;
  std::map<std::string, std::size_t> waiting_;  ///< Of each client that has tasks.
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace gan
