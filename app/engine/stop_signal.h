#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace gan::app {

/// What signals that come one after the other ask for. SIGHUP, SIGUSR1 and SIGUSR2 ask to stop, however many come:
/// schedulers send them ahead of a SIGTERM, and systemd one beside it. SIGINT (Ctrl-C) and SIGTERM come from people,
/// too, and each is counted for itself: a second one ends the process at once, unless it comes so soon that it is the
/// same request. `timeout`, for one, signals a process and then its group.
class StopRequests {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kOneRequest{2};

  enum class Asked { kStop, kNothingNew, kEndAtOnce };
  Asked add(int signal, Clock::time_point now);

 private:
  bool asked_ = false;
  std::map<int, Clock::time_point> first_;  ///< Of SIGINT and of SIGTERM.
};

/// Listens for SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 on a thread of its own, and does what StopRequests says;
/// one that the parent had ignored (nohup) stays ignored. Make it before anything else that starts threads: they
/// inherit that these signals are blocked.
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
  void stop();

  std::mutex mutex_;
  std::function<void()> stop_;
  std::atomic<bool> asked_{false};
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

}  // namespace gan::app
