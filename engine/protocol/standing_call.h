#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "core/message.h"
#include "protocol/run_client.h"
#include "protocol/shared_connection.h"
#include "protocol/studio.grpc.pb.h"

namespace gan {

/// A thread that keeps one streaming call of a client going: makes it, and again when it broke, waiting longer after
/// each failure, until destruction or until waiting cannot make it better.
class StandingCall {
 public:
  using Stub = ganstudio::v1::RunService::Stub;
  struct Parts {
    const char* name = "";                         ///< Of the call, for messages.
    const char* thread_name = "";                  ///< At most 15 bytes.
    std::chrono::milliseconds connect_timeout{0};  ///< For each attempt.
    std::vector<ErrorCode> also_permanent = {};    ///< Beside bad arguments, missing rights and missing abilities.
    std::function<void(ConnectionState, const Message& why)> on_state = {};
    /// Between two attempts; see WatchOptions.
    std::function<void(std::chrono::milliseconds pause, const std::stop_token& stop)> wait = {};
    /// Makes the call and returns how it ended; calls answered() at each message. The context is cancelled when the
    /// thread is to end.
    std::function<grpc::Status(Stub& stub, grpc::ClientContext& context, const std::function<void()>& answered)>
        perform = {};
  };

  /// connection must outlive it. Callbacks come from the thread.
  StandingCall(SharedConnection& connection, Parts parts);
  ~StandingCall();
  StandingCall(const StandingCall&) = delete;
  StandingCall& operator=(const StandingCall&) = delete;

 private:
  void run();
  /// One call, until it breaks.
  std::optional<Error> performOnce(bool& reached);
  bool isPermanent(ErrorCode code) const;
  Patience patience(std::chrono::milliseconds time) const;
  void wait(std::chrono::milliseconds pause) const;
  void tell(ConnectionState state, const Message& why);

  SharedConnection& shared_;
  const Parts parts_;
  std::stop_source stop_;
  std::thread thread_;
};

}  // namespace gan
