#pragma once

#include <atomic>
#include <memory>

#include "core/error.h"
#include "protocol/one_connection.h"
#include "protocol/run_client.h"
#include "protocol/target.h"

namespace grpc {
class ClientContext;
class Status;
}  // namespace grpc

namespace gan {

/// The one connection of the clients of a run; see OneConnection. Over ssh it is the client's share of the login to its
/// host, which stays when the engine of the run goes.
class SharedConnection {
 public:
  /// Throws Error(kInvalidArgument, "target_invalid").
  explicit SharedConnection(const Target& target);

  using Use = OneConnection::Use;
  /// Throws what connectTo(), SshHosts::get() and OneConnection::get() do.
  Use get(const Patience& patience);
  /// Whether the one that was used last goes to another machine, or may.
  bool isOverNetwork() const { return over_network_; }
  /// A call over this connection ended so, and it may be the connection's fault: nobody gets it any more, except where
  /// only the engine is gone to which a host leads.
  void drop(const std::shared_ptr<Connection>& broken, const grpc::Status& status);

 private:
  Use connect(const Patience& patience);

  const Target target_;
  const ParsedTarget parsed_;
  const std::shared_ptr<SshHosts> hosts_;  ///< Null unless the target is one over ssh.
  OneConnection connection_;
  std::atomic<bool> over_network_{false};
};

/// The version, the run and the token that every call carries.
void addMetadata(grpc::ClientContext& context, const Connection& connection);

/// Whether a call ended because the connection did: nothing is known of what became of it.
bool saysConnectionBroke(const grpc::Status& status);

}  // namespace gan
