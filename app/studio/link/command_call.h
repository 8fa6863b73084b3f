#pragma once

#include <atomic>
#include <functional>

#include "protocol/run_client.h"
#include "run/command.h"

namespace gan {

/// Sends commands and waits for their answers however long an engine takes, and yet can be told to stop waiting: the
/// call is made again every two seconds, which an engine takes as the same command. Thread-safe.
class CommandCall {
 public:
  explicit CommandCall(const Target& target);

  /// accepted is called, perhaps more than once, when the engine has the command, or has not said so for two seconds.
  /// Throws RunClient::command()'s errors, "engine_timeout" only after ten minutes, and Error(kCancelled,
  /// "link_closed").
  CommandAnswer send(const Command& command, const std::function<void()>& accepted);
  void close() { closed_ = true; }

 private:
  RunClient client_;
  std::atomic<bool> closed_{false};
};

}  // namespace gan
