#pragma once

#include <atomic>
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace gan {

/// A program that runs beside the training and prints its result as the last line of its standard output: one at a
/// time, with the lowest priority, the first to go when memory runs out, killed when this object or this process goes.
/// Called by one thread, but for what runs in its own.
class EvaluationProcess {
 public:
  struct Task {
    std::function<void()> prepare;     ///< Called before the program starts, on a thread of this object.
    std::vector<std::string> command;  ///< Program and arguments.
    std::filesystem::path errors;      ///< Takes its standard error.
  };
  struct Outcome {
    std::string printed;             ///< Its last line.
    std::optional<int> status;       ///< waitpid(2)'s; none where it was not started or printed more than it may.
    std::exception_ptr not_started;  ///< What prepare or the start threw.
    double seconds = 0;              ///< From start() on.
  };

  EvaluationProcess() = default;
  ~EvaluationProcess() { cancel(); }
  EvaluationProcess(const EvaluationProcess&) = delete;
  EvaluationProcess& operator=(const EvaluationProcess&) = delete;

  /// While it is not busy.
  void start(Task task);
  /// From start() until take() has returned the outcome.
  bool busy() const { return thread_.joinable(); }
  /// Whether take() returns something; costs no more than a look.
  bool done() const { return done_.load(std::memory_order_acquire); }
  std::optional<Outcome> take();
  /// Kills what runs and forgets its outcome; waits for that.
  void cancel();

 private:
  Outcome run(const Task& task, const std::stop_token& stop);

  std::atomic<bool> done_{false};
  Outcome outcome_;      ///< The thread's until it is done.
  std::jthread thread_;  ///< Lives as long as the process: the kernel's death signal follows it.
};

}  // namespace gan
