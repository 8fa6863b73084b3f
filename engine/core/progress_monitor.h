#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace gan {

/// How far a long task is.
struct Progress {
  std::string stage;       ///< What is being done, in a few words.
  std::int64_t done = 0;   ///< In units of `unit`.
  std::int64_t total = 0;  ///< 0 while unknown.
  std::string unit;        ///< For example "steps", "images", "bytes".
};

/// Handed to a long task by whoever started it: the task reports its progress and asks whether to stop.
/// cancel() may be called from any thread and from a signal handler; everything else from the task's thread.
class ProgressMonitor {
 public:
  using Listener = std::function<void(const Progress&)>;

  explicit ProgressMonitor(Listener listener = {}) : listener_(std::move(listener)) {}

  void report(const Progress& progress);
  void cancel() noexcept { cancelled_.store(true, std::memory_order_relaxed); }
  bool cancelled() const noexcept { return cancelled_.load(std::memory_order_relaxed); }
  /// Throws Error(kCancelled) once cancel() was called.
  void throwIfCancelled() const;

 private:
  Listener listener_;
  std::atomic<bool> cancelled_{false};
};

}  // namespace gan
