#pragma once

#include <grpcpp/support/server_callback.h>

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "service/update_source.h"

namespace gan {

/// One open Watch call. At most one update is on its way: a client that reads slowly gets the next one when the former
/// has left, and what is new by then. Thread-safe.
class Watcher : public grpc::ServerWriteReactor<grpc::ByteBuffer>, public std::enable_shared_from_this<Watcher> {
 public:
  using Clock = std::chrono::steady_clock;

  /// Lives until the call, whose context it is, is over. Nothing is sent before start().
  static std::shared_ptr<Watcher> open(grpc::CallbackServerContext& context, std::shared_ptr<UpdateSource> source);

  struct Callbacks {
    std::function<void(Watcher&)> on_sent;  ///< An update has left: what is new by now may be sent with wake().
    std::function<void(Watcher&)> on_done;  ///< Once, when the call is over.
  };
  /// Sends the first update, if only to say where the run stands. False if the call is over already: then nothing of
  /// callbacks is called.
  bool start(const RunReader::Cursor& cursor, UpdateSource::Scalars scalars, Callbacks callbacks);
  /// Sends what is new, unless the client is still busy with the update before. May read files, while which all else
  /// here goes on.
  void wake();
  /// Cancels the call if an update or the end has been on its way since before this time, and returns its peer(): where
  /// the transport is stuck, the connection has to be cut as well.
  std::optional<std::string> cancelIfStuckSince(Clock::time_point time);
  /// Whether all that came before the cursor has left, or nothing more will.
  bool isPast(const RunReader::Cursor& cursor);
  /// Ends the call, after the update that is on its way.
  void end(const grpc::Status& status);
  /// The call's peer().
  const std::string& peer() const { return peer_; }

 private:
  Watcher(grpc::CallbackServerContext& context, std::shared_ptr<UpdateSource> source);

  void OnWriteDone(bool ok) override;
  void OnCancel() override { end(grpc::Status::CANCELLED); }
  void OnDone() override;

  /// What is read for the next update.
  struct Place {
    RunReader::Cursor cursor;
    UpdateSource::Scalars scalars = UpdateSource::Scalars::kSent;
    bool greeted = false;
  };
  /// Nothing where nobody asked for more, somebody reads already, or nothing may be sent.
  std::optional<Place> beginReading();
  /// Whether there is an update, which is to be sent now.
  bool endReading(const std::shared_ptr<const UpdateSource::Encoded>& update);

  grpc::CallbackServerContext& context_;
  const std::string peer_;  // a cancelled call no longer knows it
  const std::shared_ptr<UpdateSource> source_;
  std::mutex mutex_;
  bool started_ = false;
  bool over_ = false;
  UpdateSource::Scalars scalars_ = UpdateSource::Scalars::kSent;
  Callbacks callbacks_;
  RunReader::Cursor cursor_;
  bool greeted_ = false;
  bool wanted_ = false;  // there may be more than was read
  bool reading_ = false;
  bool writing_ = false;
  std::optional<Clock::time_point> busy_since_;  // when the present write began, or the end if there is none
  std::optional<grpc::Status> end_;              // how the call ends, once that is known
  grpc::ByteBuffer buffer_;
  std::shared_ptr<Watcher> self_;  // gRPC needs it until OnDone
};

}  // namespace gan
