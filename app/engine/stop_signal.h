#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

namespace gan::app {

/// Listens for SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 on a thread of its own; a second SIGINT or SIGTERM ends the
/// process at once; one that the parent had ignored (nohup) stays ignored. Make it before anything else that starts
/// threads: they inherit that these signals are blocked.
class StopSignal {
 public:
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  /// Whether a signal has come.
  bool asked() const { return asked_; }
  /// Calls `stop` once a signal comes, or at once if one has come already. Null: nobody is to be told any more.
  void tell(std::function<void()> stop);

  /// Tells nobody any more when it goes.
  class Silence {
   public:
    explicit Silence(StopSignal& signal) : signal_(signal) {}
    ~Silence() { signal_.tell({}); }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

   private:
    StopSignal& signal_;
  };

 private:
  void listen();

  std::mutex mutex_;
  std::function<void()> stop_;
  std::atomic<bool> asked_{false};
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

}  // namespace gan::app
