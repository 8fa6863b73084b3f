#include "protocol/one_connection.h"

#include <grpcpp/support/status.h>

#include <exception>

#include "core/error.h"
#include "protocol/status.h"

namespace gan {

OneConnection::Use OneConnection::get(const Patience& patience, const std::string& address, const Make& make) {
  std::unique_lock lock(mutex_);
  const bool in_time = changed_.wait_until(lock, patience.stop, patience.until, [this] { return !connecting_; });
  throwIfClosed(patience.stop);
  if (connection_) return {connection_, false};
  if (!in_time) throw toError({grpc::StatusCode::DEADLINE_EXCEEDED, "no connection"}, "connect", address);
  connecting_ = true;
  lock.unlock();
  Use made;
  std::exception_ptr failure;
  try {
    made = make(patience);
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  connecting_ = false;
  connection_ = made.connection;
  lock.unlock();
  changed_.notify_all();
  throwIfClosed(patience.stop);
  if (failure) std::rethrow_exception(failure);
  return made;
}

void OneConnection::drop(const std::shared_ptr<Connection>& broken) {
  std::shared_ptr<Connection> gone;  // without the lock: an ssh takes a while to end
  const std::lock_guard lock(mutex_);
  if (connection_ == broken) gone.swap(connection_);
}

}  // namespace gan
