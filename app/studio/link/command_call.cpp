#include "link/command_call.h"

#include <chrono>

#include "core/error.h"
#include "protocol/convert.h"
#include "protocol/studio.pb.h"
#include "protocol/token.h"
#include "protocol/utf8.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

constexpr std::chrono::seconds kOneCall(2);
constexpr std::chrono::minutes kPatience(10);

v1::CommandRequest toRequest(const Command& command) {
  v1::CommandRequest request;
  request.set_id(toUtf8(command.id.empty() ? randomHex(16) : command.id));
  request.set_client(toUtf8(command.client));
  request.set_kind(std::string(commandKindName(command.kind)));
  for (const Assignment& value : command.values) {
    toMessage(value.value, (*request.mutable_values())[toUtf8(value.path)]);
  }
  if (command.step >= 0) request.set_step(command.step);
  request.set_path(toUtf8(command.path));
  return request;
}

CommandAnswer toAnswer(const v1::CommandReply& reply) {
  CommandAnswer answer{CommandResult::kRefused, reply.step(), fromMessage(reply.reason())};
  for (const CommandResult result : {CommandResult::kApplied, CommandResult::kNeedsRestart}) {
    if (reply.result() == commandResultName(result)) answer.result = result;
  }
  return answer;
}

}  // namespace

CommandCall::CommandCall(const Target& target) : client_(target, kOneCall) {}

CommandAnswer CommandCall::send(const Command& command, const std::function<void()>& accepted) {
  const v1::CommandRequest request = toRequest(command);
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (!closed_) {
    try {
      return toAnswer(client_.command(request, accepted));
    } catch (const Error& error) {
      if (error.id() != "engine_timeout" || std::chrono::steady_clock::now() > deadline) throw;
      accepted();
    }
  }
  throw Error(ErrorCode::kCancelled, "link_closed",
              "The run was closed before its engine answered the command {kind}. See in the run's log whether it took "
              "effect.",
              {{"kind", std::string(commandKindName(command.kind))}});
}

}  // namespace gan
