#include "link/command_request.h"

#include "core/random_hex.h"
#include "protocol/convert.h"
#include "protocol/studio.pb.h"
#include "protocol/utf8.h"

namespace gan {

ganstudio::v1::CommandRequest toRequest(const Command& command) {
  ganstudio::v1::CommandRequest request;
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

}  // namespace gan
