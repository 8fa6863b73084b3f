#include "protocol/standing_call.h"

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <pthread.h>

#include <algorithm>
#include <utility>

#include "protocol/backoff.h"
#include "protocol/status.h"

namespace gan {

StandingCall::StandingCall(SharedConnection& connection, Parts parts)
    : shared_(connection), parts_(std::move(parts)), thread_([this] { run(); }) {}

StandingCall::~StandingCall() {
  stop_.request_stop();
  thread_.join();
}

void StandingCall::run() {
  ::pthread_setname_np(::pthread_self(), parts_.thread_name);
  Backoff backoff;
  while (!stop_.stop_requested()) {
    tell(ConnectionState::kConnecting, {});
    bool reached = false;
    const std::optional<Error> error = performOnce(reached);
    if (stop_.stop_requested()) break;
    if (error && isPermanent(error->code())) return tell(ConnectionState::kClosed, messageOf(*error));
    tell(ConnectionState::kLost, error ? messageOf(*error) : Message{});
    if (reached) backoff.reset();
    wait(backoff.next());
  }
  tell(ConnectionState::kClosed, {});
}

std::optional<Error> StandingCall::performOnce(bool& reached) try {
  const auto [connection, fresh] = shared_.get(patience(parts_.connect_timeout));
  grpc::ClientContext context;
  addMetadata(context, *connection);
  const std::stop_callback cancel(stop_.get_token(), [&context] { context.TryCancel(); });
  Stub stub(connection->channel);
  const grpc::Status status = parts_.perform(stub, context, [&, used = connection.get()] {
    if (!std::exchange(reached, true)) tell(ConnectionState::kConnected, {});
    used->answered = true;
  });
  // An engine that refuses more calls is there, and others may have theirs open over this connection.
  const bool is_refusal =
      status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED && !status.error_details().empty();
  if (!stop_.stop_requested() && !is_refusal) shared_.drop(connection, status);
  // A connection from before may only have outlived its engine.
  if (saysConnectionBroke(status) && !fresh && !reached && !stop_.stop_requested()) return performOnce(reached);
  if (status.ok()) return std::nullopt;
  return toError(status, parts_.name, connection->address);
} catch (const Error& error) {
  return error;
}

bool StandingCall::isPermanent(ErrorCode code) const {
  return code == ErrorCode::kInvalidArgument || code == ErrorCode::kPermissionDenied ||
         code == ErrorCode::kUnsupported ||
         std::ranges::find(parts_.also_permanent, code) != parts_.also_permanent.end();
}

Patience StandingCall::patience(std::chrono::milliseconds time) const {
  return {std::chrono::steady_clock::now() + time, stop_.get_token()};
}

void StandingCall::wait(std::chrono::milliseconds pause) const {
  if (parts_.wait) return parts_.wait(pause, stop_.get_token());
  (void)patience(std::chrono::hours(1)).sleep(pause);
}

void StandingCall::tell(ConnectionState state, const Message& why) {
  if (parts_.on_state) parts_.on_state(state, why);
}

}  // namespace gan
