#include "service/command_call.h"

#include <utility>

#include "core/error.h"
#include "protocol/convert.h"
#include "protocol/status.h"
#include "protocol/studio.pb.h"

namespace gan {

std::shared_ptr<CommandCall> CommandCall::open(CommandDesk& desk, ganstudio::v1::CommandReply* reply) {
  std::shared_ptr<CommandCall> call(new CommandCall(desk, reply));
  call->self_ = call;
  return call;
}

void CommandCall::submit(const Command& command, const std::string& client) {
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
  }
  const CommandDesk::Ticket ticket =
      desk_.submit(command, client, [call = weak_from_this()](const std::optional<CommandAnswer>& answer) {
        if (const auto alive = call.lock()) alive->answered(answer);
      });
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

void CommandCall::end(const grpc::Status& status) {
  if (claimEnd()) Finish(status);
}

void CommandCall::answered(const std::optional<CommandAnswer>& answer) {
  if (!claimEnd()) return;
  if (answer) {
    *reply_ = toMessage(*answer);
    return Finish(grpc::Status::OK);
  }
  Finish(
      toStatus(Error(ErrorCode::kUnavailable, "engine_ending",
                     "The engine ended before it answered the command. See in the run's log whether it took effect.")));
}

void CommandCall::OnCancel() {
  if (!claimEnd()) return;
  desk_.leave(ticket_);  // set by now, or left by submit()
  Finish(grpc::Status::CANCELLED);
}

bool CommandCall::claimEnd() {
  const std::lock_guard lock(mutex_);
  return !std::exchange(ended_, true);
}

}  // namespace gan
