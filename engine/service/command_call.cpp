#include "service/command_call.h"

#include <grpcpp/support/server_callback.h>

#include <memory>
#include <mutex>
#include <utility>

#include "core/error.h"
#include "protocol/status.h"
#include "protocol/studio.pb.h"
#include "service/command_desk.h"
#include "service/messages.h"

namespace gan {
namespace {

/// The answer and the client's leaving may come at the same time from two threads: the first one ends the call.
class CommandCall : public grpc::ServerUnaryReactor, public std::enable_shared_from_this<CommandCall> {
 public:
  /// desk must outlive it.
  CommandCall(CommandDesk& desk, ganstudio::v1::CommandReply* reply) : desk_(desk), reply_(reply) {}

  void start(const Command& command, const std::string& client) {
    const auto on_answer = [call = weak_from_this()](const std::optional<CommandAnswer>& answer) {
      if (const auto alive = call.lock()) alive->answered(answer);
    };
    self_ = shared_from_this();
    CommandDesk::Ticket ticket;
    try {
      ticket = desk_.submit(command, client, on_answer);
    } catch (...) {
      self_.reset();
      throw;
    }
    {
      // A client that sends the next command only now has its commands done in its order, however long an answer takes.
      const std::lock_guard lock(mutex_);
      if (!ended_) {
        ticket_ = ticket;
        return StartSendInitialMetadata();
      }
    }
    desk_.leave(ticket);
  }

 private:
  void answered(const std::optional<CommandAnswer>& answer) {
    if (!claimEnd()) return;
    if (answer) {
      *reply_ = toMessage(*answer);
      return Finish(grpc::Status::OK);
    }
    Finish(toStatus(
        Error(ErrorCode::kUnavailable, "engine_ending",
              "The engine ended before it answered the command. See in the run's log whether it took effect.")));
  }
  void OnCancel() override {
    if (!claimEnd()) return;
    desk_.leave(ticket_);  // set by now, or left by start()
    Finish(grpc::Status::CANCELLED);
  }
  void OnDone() override { self_.reset(); }

  bool claimEnd() {
    const std::lock_guard lock(mutex_);
    return !std::exchange(ended_, true);
  }

  CommandDesk& desk_;
  ganstudio::v1::CommandReply* reply_;
  std::mutex mutex_;
  bool ended_ = false;
  CommandDesk::Ticket ticket_;
  std::shared_ptr<CommandCall> self_;  // gRPC needs it until OnDone
};

}  // namespace

grpc::ServerUnaryReactor* startCommandCall(CommandDesk& desk, const Command& command, const std::string& client,
                                           ganstudio::v1::CommandReply* reply) {
  const auto call = std::make_shared<CommandCall>(desk, reply);
  call->start(command, client);
  return call.get();
}

}  // namespace gan
