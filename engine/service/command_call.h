#pragma once

#include <string>

namespace grpc {
class ServerUnaryReactor;
}
namespace ganstudio::v1 {
class CommandReply;
}

namespace gan {

class CommandDesk;
struct Command;

/// Hands the client's command to the desk and fills reply when the answer comes; the call ends earlier when the client
/// goes away or its deadline passes. Throws what CommandDesk::submit() throws.
grpc::ServerUnaryReactor* startCommandCall(CommandDesk& desk, const Command& command, const std::string& client,
                                           ganstudio::v1::CommandReply* reply);

}  // namespace gan
