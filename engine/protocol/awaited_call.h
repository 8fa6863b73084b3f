#pragma once

#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>
#include <grpcpp/support/status.h>

#include <condition_variable>
#include <mutex>
#include <stop_token>

#include "protocol/patience.h"

namespace gan {

/// A call whose answer may take long to arrive over a slow line: for its beginning one waits as long as patience lasts,
/// and for the rest of it as long as the connection lives. One over which nothing comes any more is ended by its
/// keepalive.
class AwaitedCall final : public grpc::ClientUnaryReactor {
 public:
  /// Once the call was handed to a stub with this reactor; starts it. Context, request and reply must outlive this.
  grpc::Status wait(grpc::ClientContext& context, const Patience& patience) {
    const std::stop_callback cancel(patience.stop, [&context] { context.TryCancel(); });
    StartCall();
    std::unique_lock lock(mutex_);
    const bool in_time = changed_.wait_until(lock, patience.until, [this] { return begun_ || done_; });
    lock.unlock();
    if (!in_time) context.TryCancel();
    lock.lock();
    changed_.wait(lock, [this] { return done_; });
    if (!in_time && !status_.ok()) return {grpc::StatusCode::DEADLINE_EXCEEDED, "no answer began"};
    return status_;
  }

 private:
  void OnReadInitialMetadataDone(bool ok) override {
    const std::lock_guard lock(mutex_);
    begun_ = ok;
    changed_.notify_all();
  }
  void OnDone(const grpc::Status& status) override {
    const std::lock_guard lock(mutex_);
    status_ = status;
    done_ = true;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool begun_ = false;
  bool done_ = false;
  grpc::Status status_;
};

}  // namespace gan
