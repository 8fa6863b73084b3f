#include "protocol/shared_connection.h"

#include <grpcpp/client_context.h>

#include <utility>

#include "protocol/status.h"
#include "protocol/token.h"
#include "protocol/version.h"

namespace gan {

SharedConnection::SharedConnection(const Target& target) : target_(target), parsed_(parseTarget(target)) {}

SharedConnection::Use SharedConnection::get(const Patience& patience) {
  std::unique_lock lock(mutex_);
  const bool in_time = changed_.wait_until(lock, patience.stop, patience.until, [this] { return !connecting_; });
  throwIfClosed(patience.stop);
  if (connection_) return {connection_, false};
  if (!in_time) {
    throw toError({grpc::StatusCode::DEADLINE_EXCEEDED, "no connection"}, "connect", target_.text);
  }
  connecting_ = true;
  lock.unlock();
  std::shared_ptr<Connection> made;
  std::exception_ptr failure;
  try {
    made = connectTo(parsed_, target_, patience);
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  connecting_ = false;
  connection_ = made;
  if (made) over_network_ = made->tunnel != nullptr || !made->token.empty();
  lock.unlock();
  changed_.notify_all();
  throwIfClosed(patience.stop);
  if (failure) std::rethrow_exception(failure);
  return {made, true};
}

bool SharedConnection::isOverNetwork() const {
  const std::lock_guard lock(mutex_);
  return over_network_;
}

void SharedConnection::drop(const std::shared_ptr<Connection>& broken) {
  std::shared_ptr<Connection> gone;  // without the lock: an ssh takes a while to end
  const std::lock_guard lock(mutex_);
  if (connection_ == broken) gone.swap(connection_);
}

void addMetadata(grpc::ClientContext& context, const Connection& connection) {
  context.AddMetadata(kVersionMetadata, kProtocolVersion);
  if (!connection.token.empty()) context.AddMetadata(kTokenMetadata, connection.token);
}

Error closedError() {
  return {ErrorCode::kCancelled, "client_closed", "The connection to the run was closed before its engine answered."};
}

void throwIfClosed(const std::stop_token& stop) {
  if (stop.stop_requested()) throw closedError();
}

}  // namespace gan
