#include "link/run_connection.h"

#include "link/engine_access.h"
#include "protocol/shared_connection.h"

namespace gan {

std::shared_ptr<SharedConnection> RunConnection::use() {
  const std::lock_guard lock(mutex_);
  if (!connection_) connection_ = std::make_shared<SharedConnection>(access_->targetOf(place_));
  return connection_;
}

void RunConnection::renew() {
  const std::lock_guard lock(mutex_);
  connection_.reset();
}

}  // namespace gan
