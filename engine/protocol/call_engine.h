#pragma once

#include <grpcpp/client_context.h>

#include <chrono>
#include <stop_token>

#include "protocol/awaited_call.h"
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

/// Makes a call over the shared connection, and again over a new one where that had only outlived its engine. perform
/// does it once, within the patience that is left. Throws the error that it ended with.
template <class Stub, class Reply, class Perform>
Reply performCall(SharedConnection& shared, const char* name, const Patience& patience, const Perform& perform) {
  const auto allowed = patience.until - std::chrono::steady_clock::now();
  while (true) {
    const auto [connection, fresh] = shared.get(patience);
    grpc::ClientContext context;
    addMetadata(context, *connection);
    Patience left = patience;
    // A login waits for a person, a step of a job for Slurm; the time for the answer begins behind them.
    if (fresh && (connection->host || connection->step)) left.until = std::chrono::steady_clock::now() + allowed;
    Stub stub(connection->channel);
    Reply reply;
    const grpc::Status status = perform(stub, context, left, reply);
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

/// A call that changes nothing, and may be made twice: waits for its reply as long as patience lasts, and throws the
/// error that it ended with.
template <class Stub, class Request, class Reply>
Reply callEngine(SharedConnection& shared, const char* name,
                 grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Reply*), const Request& request,
                 const Patience& patience) {
  const auto perform = [&](Stub& stub, grpc::ClientContext& context, const Patience& left, Reply& reply) {
    context.set_deadline(onSystemClock(left.until));
    const std::stop_callback cancel(left.stop, [&context] { context.TryCancel(); });
    return (stub.*method)(&context, request, &reply);
  };
  return performCall<Stub, Reply>(shared, name, patience, perform);
}

/// The same for a large answer: once it has begun, it may take its time.
template <class Request, class Reply>
Reply callForMuch(SharedConnection& shared, const char* name,
                  void (ganstudio::v1::RunService::Stub::async::*method)(grpc::ClientContext*, const Request*, Reply*,
                                                                         grpc::ClientUnaryReactor*),
                  const Request& request, const Patience& patience) {
  using Stub = ganstudio::v1::RunService::Stub;
  const auto perform = [&](Stub& stub, grpc::ClientContext& context, const Patience& left, Reply& reply) {
    AwaitedCall call;
    (stub.async()->*method)(&context, &request, &reply, &call);
    return call.wait(context, left);
  };
  return performCall<Stub, Reply>(shared, name, patience, perform);
}

}  // namespace gan
