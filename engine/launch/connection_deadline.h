#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace gan {

/// While it lives: once a time is over, this process's TCP connections to a port end, and who reads from one is
/// answered as if the other side had closed it. c10d's store waits for its server's answer without a limit, be it a
/// program of another kind or a process that is stopped.
class ConnectionDeadline {
 public:
  ConnectionDeadline(std::uint16_t peer_port, std::chrono::milliseconds time);
  ~ConnectionDeadline();
  ConnectionDeadline(const ConnectionDeadline&) = delete;
  ConnectionDeadline& operator=(const ConnectionDeadline&) = delete;

  /// Whether the time is over; true before any connection ends.
  bool expired() const { return expired_; }

 private:
  void watch(std::uint16_t peer_port, std::chrono::milliseconds time);

  std::mutex mutex_;
  std::condition_variable left_;
  bool over_ = false;
  std::atomic<bool> expired_{false};
  std::thread thread_;  // last: it uses the others
};

}  // namespace gan
