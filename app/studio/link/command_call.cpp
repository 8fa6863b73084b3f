#include "link/command_call.h"

#include <future>
#include <memory>

#include "core/error.h"
#include "core/random_hex.h"
#include "protocol/convert.h"
#include "protocol/studio.pb.h"
#include "protocol/utf8.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

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
  for (const CommandResult result : {CommandResult::kApplied, CommandResult::kNeedsRestart, CommandResult::kUnknown}) {
    if (reply.result() == commandResultName(result)) answer.result = result;
  }
  return answer;
}

}  // namespace

CommandCall::CommandCall(const Target& target) : client_(target) {}

CommandAnswer CommandCall::send(const Command& command, const std::function<void()>& accepted) {
  const auto promise = std::make_shared<std::promise<CommandAnswer>>();
  client_.command(
      toRequest(command), {},
      {.on_reply = [promise](const v1::CommandReply& reply) { promise->set_value(toAnswer(reply)); },
       .on_failure = [promise](const Error& why) { promise->set_exception(std::make_exception_ptr(why)); }});
  accepted();
  return promise->get_future().get();
}

}  // namespace gan
