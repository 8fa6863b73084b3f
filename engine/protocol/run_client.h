#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace ganstudio::v1 {
class RunInfo;
class SchemaReply;
class WatchUpdate;
class SeriesRequest;
class SeriesReply;
class SampleList;
class SampleData;
class CheckpointList;
class CommandRequest;
class CommandReply;
}  // namespace ganstudio::v1

namespace gan {

/// Where a run's engine can be reached.
struct Target {
  /// A run folder (its endpoint.json), "unix:/path", "ssh://[user@]host[:port]/path", or "tcp:HOST:PORT".
  std::string text;
  std::string token = {};        ///< For tcp only; a run folder brings its own.
  std::string certificate = {};  ///< For tcp only: the engine's, as PEM. No other is accepted.
};

/// What a client that watches wants besides updates.
struct WatchOptions {
  /// Somebody may steer the run through this client: with guard.on_nan = auto a run that diverges waits for a command.
  bool steers = false;
  /// Rows of scalars are only counted: for a client that draws from series().
  bool without_scalars = false;
};

enum class ConnectionState { kConnecting, kConnected, kLost, kClosed };

/// Client of one run. Calls block the calling thread up to the time-out and throw gan::Error with the engine's code, id
/// and text; when nobody answers: "run_not_served", "engine_elsewhere", "engine_unreachable", "engine_timeout",
/// "unsupported_call". Safe for several threads. Message types are in "protocol/studio.pb.h".
class RunClient {
 public:
  /// Connects with the first call. Throws Error(kInvalidArgument, "target_invalid").
  explicit RunClient(const Target& target, std::chrono::milliseconds timeout = std::chrono::seconds(10));
  ~RunClient();

  ganstudio::v1::RunInfo run();
  ganstudio::v1::SchemaReply schema();
  ganstudio::v1::SeriesReply series(const ganstudio::v1::SeriesRequest& request);
  ganstudio::v1::SampleList samples();
  ganstudio::v1::SampleData sample(const std::string& name);
  ganstudio::v1::CheckpointList checkpoints();
  /// Waits for the answer: applied at step N, needs a restart, refused. An empty id is filled in. on_accepted is called
  /// on this thread, perhaps more than once, when the engine has the command: one that is sent later is done later.
  ganstudio::v1::CommandReply command(
      const ganstudio::v1::CommandRequest& request, const std::function<void()>& on_accepted = [] {});

  /// Streams updates to on_update on a thread of the client until stopWatching() or destruction. A lost connection is
  /// made again (0.5 s, growing by half to 30 s, from endpoint.json anew), going on after the last sequence and row
  /// seen. What cannot get better by waiting (wrong token, other major version) ends it: kClosed with the reason.
  struct WatchCallbacks {
    std::function<void(const ganstudio::v1::WatchUpdate&)> on_update;
    std::function<void(ConnectionState, const std::string& why)> on_state;
  };
  /// One watch at a time: a second call ends the first. Callbacks must not throw, nor call watch() or stopWatching().
  void watch(std::uint64_t next_sequence, std::uint64_t next_row, WatchCallbacks callbacks,
             const WatchOptions& options = {});
  void stopWatching();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
