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
  explicit CommandCall(ganstudio::v1::CommandReply* reply) : reply_(reply) {}

  void start(CommandDesk& desk, const Command& command) {
    const auto on_answer = [call = weak_from_this()](const std::optional<CommandAnswer>& answer) {
      if (const auto alive = call.lock()) alive->answered(answer);
    };
    self_ = shared_from_this();
    try {
      desk.submit(command, on_answer);
    } catch (...) {
      self_.reset();
      throw;
    }
    // A client that sends the next command only now has its commands done in its order, however long an answer takes.
    const std::lock_guard lock(mutex_);
    if (!ended_) StartSendInitialMetadata();
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
    if (claimEnd()) Finish(grpc::Status::CANCELLED);
  }
  void OnDone() override { self_.reset(); }

  bool claimEnd() {
    const std::lock_guard lock(mutex_);
    return !std::exchange(ended_, true);
  }

  ganstudio::v1::CommandReply* reply_;
  std::mutex mutex_;
  bool ended_ = false;
  std::shared_ptr<CommandCall> self_;  // gRPC needs it until OnDone
};

}  // namespace

grpc::ServerUnaryReactor* startCommandCall(CommandDesk& desk, const Command& command,
                                           ganstudio::v1::CommandReply* reply) {
  const auto call = std::make_shared<CommandCall>(reply);
  call->start(desk, command);
  return call.get();
}

}  // namespace gan
