#pragma once

#include <chrono>
#include <memory>

#include "protocol/run_client.h"

namespace gan {

class SharedConnection;

/// Brings a client's commands to the engine, each when the engine has the one before it, and their answers back. One
/// thread for all of them, which also calls back. See RunClient::command() for what becomes of a command whose engine
/// goes away.
class CommandSender {
 public:
  /// connection must outlive it. call_timeout: for connecting, and for an engine that is to show that it is there.
  CommandSender(SharedConnection& connection, std::chrono::milliseconds call_timeout);
  /// Ends what is under way, as RunClient::close() says.
  ~CommandSender();
  CommandSender(const CommandSender&) = delete;
  CommandSender& operator=(const CommandSender&) = delete;

  void send(const ganstudio::v1::CommandRequest& request, const RunClient::CommandOptions& options,
            RunClient::CommandCallbacks callbacks);
  /// Returns when every command has been answered; later ones are answered at once.
  void close();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gan
