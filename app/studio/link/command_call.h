#pragma once

#include <functional>

#include "protocol/run_client.h"
#include "run/command.h"

namespace gan {

/// Sends commands and waits for their answers however long an engine takes, and yet can be told to stop waiting.
/// Thread-safe.
class CommandCall {
 public:
  explicit CommandCall(const Target& target);

  /// accepted is called when what is sent from then on is done after this command. Throws RunClient::command()'s
  /// errors.
  CommandAnswer send(const Command& command, const std::function<void()>& accepted);
  void close() { client_.close(); }

 private:
  RunClient client_;
};

}  // namespace gan
