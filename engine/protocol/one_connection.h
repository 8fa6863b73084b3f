#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "protocol/connection.h"

namespace gan {

/// A connection that is made when somebody needs it, and again after it broke. Safe for several threads: one of those
/// that need it connects, without holding a lock, and the others wait as long as each has patience.
class OneConnection {
 public:
  struct Use {
    std::shared_ptr<Connection> connection;
    bool fresh = false;  ///< Made for this caller; another one may have outlived its engine.
  };
  using Make = std::function<Use(const Patience&)>;

  /// address: for messages. Throws what make does, Error(kUnavailable, "engine_timeout") and, told to stop,
  /// Error(kCancelled, "client_closed").
  Use get(const Patience& patience, const std::string& address, const Make& make);
  /// Nobody gets it any more.
  void drop(const std::shared_ptr<Connection>& broken);

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool connecting_ = false;
  std::shared_ptr<Connection> connection_;
};

}  // namespace gan
