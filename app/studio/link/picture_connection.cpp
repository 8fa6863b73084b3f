#include "link/picture_connection.h"

#include "link/engine_access.h"
#include "protocol/shared_connection.h"

namespace gan {

std::shared_ptr<SharedConnection> PictureConnection::use() {
  const std::lock_guard lock(mutex_);
  if (!connection_) connection_ = std::make_shared<SharedConnection>(access_->targetOf(place_));
  return connection_;
}

}  // namespace gan
