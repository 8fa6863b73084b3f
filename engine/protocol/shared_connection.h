#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>

#include "core/error.h"
#include "protocol/connection.h"

namespace grpc {
class ClientContext;
}

namespace gan {

/// The one connection of a client: made when somebody needs it, and again after it broke. Safe for several threads: one
/// of those that need it connects, without holding a lock, and the others wait as long as each has patience.
class SharedConnection {
 public:
  /// Throws Error(kInvalidArgument, "target_invalid").
  explicit SharedConnection(const Target& target);

  struct Use {
    std::shared_ptr<Connection> connection;
    bool fresh = false;  ///< Made for this caller; another one may have outlived its engine.
  };
  /// Throws what connectTo() does, Error(kUnavailable, "engine_timeout") and, told to stop, Error(kCancelled,
  /// "client_closed").
  Use get(const Patience& patience);
  /// Whether the one that was used last goes to another machine, or may.
  bool isOverNetwork() const;
  /// Nobody gets it any more.
  void drop(const std::shared_ptr<Connection>& broken);

 private:
  const Target target_;
  const ParsedTarget parsed_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  bool connecting_ = false;
  std::shared_ptr<Connection> connection_;
  bool over_network_ = false;
};

/// The version and the token that every call carries.
void addMetadata(grpc::ClientContext& context, const Connection& connection);

/// Of a client that was told to stop.
Error closedError();
void throwIfClosed(const std::stop_token& stop);

}  // namespace gan
