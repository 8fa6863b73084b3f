#include "protocol/shared_connection.h"

#include <grpcpp/client_context.h>

#include <utility>

#include "protocol/ssh_hosts.h"
#include "protocol/version.h"

namespace gan {
namespace {

std::shared_ptr<SshHosts> hostsOf(const Target& target, const ParsedTarget& parsed) {
  if (!std::holds_alternative<SshTarget>(parsed)) return nullptr;
  return target.hosts ? target.hosts : std::make_shared<SshHosts>();
}

}  // namespace

SharedConnection::SharedConnection(const Target& target)
    : target_(target), parsed_(parseTarget(target)), hosts_(hostsOf(target_, parsed_)) {}

SharedConnection::Use SharedConnection::get(const Patience& patience) {
  return connection_.get(patience, target_.text, [this](const Patience& until) { return connect(until); });
}

SharedConnection::Use SharedConnection::connect(const Patience& patience) {
  Use use;
  if (const auto* const ssh = std::get_if<SshTarget>(&parsed_)) {
    const Use host = hosts_->get(*ssh, patience);
    use.connection = std::make_shared<Connection>();
    use.connection->host = host.connection;
    use.connection->channel = host.connection->channel;
    use.connection->address = target_.text;
    use.connection->run = ssh->path;
    use.fresh = host.fresh;
  } else {
    use = {connectTo(parsed_, target_, patience), true};
  }
  over_network_ = use.connection->isOverNetwork();
  return use;
}

void SharedConnection::drop(const std::shared_ptr<Connection>& broken, const grpc::Status& status) {
  if (broken->host) {
    if (!saysConnectionBroke(status)) return;  // the host finds the engine anew
    hosts_->drop(std::get<SshTarget>(parsed_), broken->host);
  }
  connection_.drop(broken);
}

void addMetadata(grpc::ClientContext& context, const Connection& connection) {
  context.AddMetadata(kVersionMetadata, kProtocolVersion);
  if (!connection.run.empty()) context.AddMetadata(kRunMetadata, connection.run);
  if (!connection.token.empty()) context.AddMetadata(kTokenMetadata, connection.token);
}

bool saysConnectionBroke(const grpc::Status& status) {
  return status.error_code() == grpc::StatusCode::UNAVAILABLE && status.error_details().empty();
}

}  // namespace gan
