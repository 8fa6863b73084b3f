#pragma once

#include <grpcpp/support/server_callback.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "service/command_desk.h"

namespace ganstudio::v1 {
class CommandReply;
}

namespace gan {

/// One open Command call. It ends with the command's answer, or earlier when the client goes away or its deadline
/// passes. Thread-safe.
class CommandCall : public grpc::ServerUnaryReactor, public std::enable_shared_from_this<CommandCall> {
 public:
  /// Lives until the call, whose reply it is, is over. Waits for submit() or end(). desk must outlive it.
  static std::shared_ptr<CommandCall> open(CommandDesk& desk, ganstudio::v1::CommandReply* reply);

  /// Hands the client's command to the desk, unless the call is over already, and tells the client that this was done.
  /// Throws what CommandDesk::submit() throws.
  void submit(const Command& command, const std::string& client);
  /// Ends the call unless it has ended.
  void end(const grpc::Status& status);

 private:
  CommandCall(CommandDesk& desk, ganstudio::v1::CommandReply* reply) : desk_(desk), reply_(reply) {}

  void answered(const std::optional<CommandAnswer>& answer);
  void OnCancel() override;
  void OnDone() override { self_.reset(); }

  /// The answer and the client's leaving may come at the same time from two threads: the first one ends the call.
  bool claimEnd();

  CommandDesk& desk_;
  ganstudio::v1::CommandReply* reply_;
  std::mutex mutex_;
  bool ended_ = false;
  CommandDesk::Ticket ticket_;
  std::shared_ptr<CommandCall> self_;  // gRPC needs it until OnDone
};

}  // namespace gan
