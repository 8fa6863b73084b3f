#pragma once

#include <grpcpp/client_context.h>

#include <chrono>
#include <stop_token>

#include "protocol/shared_connection.h"
#include "protocol/status.h"
#include "protocol/studio.grpc.pb.h"

namespace gan {

/// gRPC reckons by the other clock.
inline std::chrono::system_clock::time_point onSystemClock(std::chrono::steady_clock::time_point time) {
  return std::chrono::system_clock::now() +
         std::chrono::ceil<std::chrono::milliseconds>(time - std::chrono::steady_clock::now());
}

/// Whether it says that another engine answers for the run, or none any more.
inline bool saysEngineLeaves(const Error& error) {
  return error.id() == "engine_ending" || error.id() == "engine_replaced";
}

/// A call that changes nothing, and may be made twice: waits for its reply as long as patience lasts, and throws the
/// error that it ended with.
template <class Stub, class Request, class Reply>
Reply callEngine(SharedConnection& shared, const char* name,
                 grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Reply*), const Request& request,
                 const Patience& patience) {
  const auto allowed = patience.until - std::chrono::steady_clock::now();
  while (true) {
    const auto [connection, fresh] = shared.get(patience);
    grpc::ClientContext context;
    addMetadata(context, *connection);
    // A login waits for a person, a step of a job for Slurm; the time for the answer begins behind them.
    const bool took_long = fresh && (connection->host || connection->step);
    context.set_deadline(onSystemClock(took_long ? std::chrono::steady_clock::now() + allowed : patience.until));
    const std::stop_callback cancel(patience.stop, [&context] { context.TryCancel(); });
    Stub stub(connection->channel);
    Reply reply;
    const grpc::Status status = (stub.*method)(&context, request, &reply);
    if (status.ok()) {
      connection->answered = true;
      return reply;
    }
    throwIfClosed(patience.stop);
    const Error error = toError(status, name, connection->address);
    if (status.error_code() == grpc::StatusCode::UNAVAILABLE) {
      const bool is_broken = saysConnectionBroke(status);
      // What an engine that stays cannot do just now leaves the connection to the others that use it.
      if (is_broken || saysEngineLeaves(error)) shared.drop(connection, status);
      // A connection from before may only have outlived its engine.
      if (is_broken && !fresh) continue;
    }
    throw error;
  }
}

}  // namespace gan
