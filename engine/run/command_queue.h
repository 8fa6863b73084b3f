#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "run/command_sink.h"

namespace gan {

/// Commands on their way from clients to the training thread. Each gets a number; the training thread sends the newest
/// number along with a step's metrics and takes the commands up to it when those metrics come back, so that every rank
/// of a run learns of them at the same step. Thread-safe.
class CommandQueue {
 public:
  struct Item {
    std::int64_t number = 0;
    Command command;
    /// Passes the first answer on, and none after it. When the last copy of a pushed one goes without having answered,
    /// the client is told that nobody knows: whatever fails on the way, each command is answered exactly once.
    CommandSink::Answer answer;
  };

  void push(const Command& command, CommandSink::Answer answer);

  /// Number of the newest command ever pushed; 0 when there was none.
  std::int64_t newest() const;
  /// Takes the commands with numbers up to and including `number`, in order.
  std::vector<Item> take(std::int64_t number);
  /// Waits until a command is there, wake() is called, or the time-out passes.
  void wait(std::chrono::milliseconds timeout);
  void wake();

  /// Answers everything that waits, and everything pushed from now on, with a refusal.
  void close(const CommandAnswer& refusal);

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> items_;
  std::int64_t newest_ = 0;
  bool woken_ = false;
  bool closed_ = false;
  CommandAnswer refusal_;
};

}  // namespace gan
