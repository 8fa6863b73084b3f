#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/message.h"

namespace ganstudio::v1 {
class RunInfo;
class SchemaReply;
class WatchUpdate;
class SeriesRequest;
class SeriesReply;
class SampleList;
class SampleData;
class CheckpointList;
class EvaluationList;
class CommandRequest;
class CommandReply;
}  // namespace ganstudio::v1

namespace gan {

class SharedConnection;
class SshHosts;

/// Where a run's engine can be reached.
struct Target {
  /// A run folder (its endpoint.json), "unix:/path", "ssh://[user@]host[:port]/path", or "tls://HOST:PORT", which may
  /// be written "tcp:HOST:PORT"; behind these "#" and the fingerprint of the engine's certificate.
  std::string text;
  std::string token = {};  ///< For tls only; a run folder brings its own. Empty: what KnownEngines has.
  /// For tls only: the engine's, as PEM; no other is accepted. Empty: the one with the fingerprint in the text, or in
  /// KnownEngines.
  std::string certificate = {};
  /// For ssh only: the logins that clients of one host share. Null: the client logs in for itself.
  std::shared_ptr<SshHosts> hosts = {};
};

/// What a client that watches wants besides updates.
struct WatchOptions {
  /// Somebody may steer the run through this client: with guard.on_nan = auto a run that diverges waits for a command.
  bool steers = false;
  /// Rows of scalars are only counted: for a client that draws from series().
  bool without_scalars = false;
  /// Waits between two attempts, on the thread that watches, for this time or until it is told to stop; empty: by the
  /// clock. Another one has a clock of its own.
  std::function<void(std::chrono::milliseconds pause, const std::stop_token& stop)> wait = {};
};

enum class ConnectionState { kConnecting, kConnected, kLost, kClosed };

/// Client of one run, over one connection, which a PictureClient and an ExportClient of the run may share: for
/// watching, queries, samples and commands together. Message types are in "protocol/studio.pb.h".
///
/// Calls block the calling thread until their answer begins, up to the time-out, and then as long as it comes, but
/// command() no longer than the time-out. They throw gan::Error with the engine's code, id and text; when nobody
/// answers: "run_not_served", "engine_elsewhere", "engine_unreachable", "engine_not_accepting", "engine_timeout",
/// "unsupported_call", "protocol_version"; over TLS "certificate_unknown", "certificate_other", "token_unknown"; after
/// close(), also by another thread: Error(kCancelled, "client_closed").
///
/// Threads: every function may be called from any thread at any time, except from a callback where it says so. A thread
/// of the client runs while it watches, another from its first command on; callbacks come from these two, one at a time
/// from each. They must not throw, and must return soon: the next ones wait for them.
class RunClient {
 public:
  /// Connects with the first call. Throws Error(kInvalidArgument, "target_invalid").
  explicit RunClient(const Target& target, std::chrono::milliseconds timeout = std::chrono::seconds(10));
  explicit RunClient(std::shared_ptr<SharedConnection> connection,
                     std::chrono::milliseconds timeout = std::chrono::seconds(10));
  ~RunClient();

  ganstudio::v1::RunInfo run();
  ganstudio::v1::SchemaReply schema();
  ganstudio::v1::SeriesReply series(const ganstudio::v1::SeriesRequest& request);
  ganstudio::v1::SampleList samples();
  ganstudio::v1::SampleData sample(const std::string& name);
  /// A JPEG whose longer side has at most so many pixels, 1 at least. Throws besides Error(kUnsupported,
  /// "engine_lacks_thumbnails"); so does series() with "engine_lacks_raw_beside" and "engine_lacks_ancestors" for what
  /// an older engine does not have.
  ganstudio::v1::SampleData thumbnail(const std::string& name, std::uint32_t longest_side);
  ganstudio::v1::CheckpointList checkpoints();
  /// mark: of the list that is known; empty: none is. An engine that does not know them is "unsupported_call".
  ganstudio::v1::EvaluationList evaluations(const std::string& mark);

  struct CommandOptions {
    /// For the answer of an engine that has the command; a checkpoint of a slow disk takes minutes.
    std::chrono::milliseconds answer_timeout = std::chrono::minutes(10);
    /// For an engine that has the command to come back, or another one of the run, after it went away.
    std::chrono::milliseconds restart_timeout = std::chrono::seconds(30);
  };
  /// One of the two is called, once.
  struct CommandCallbacks {
    /// Applied at step N, needs a restart, or refused; "unknown" when an engine may have had the command and did not
    /// answer, however the call broke: its event in the run's journal then says what became of it, if anything.
    std::function<void(const ganstudio::v1::CommandReply&)> on_reply;
    /// It was not carried out: no engine could be reached, or it would not take the command.
    std::function<void(const Error&)> on_failure;
  };
  /// Returns at once. Commands reach the engine in the order in which they were given, and none waits for another's
  /// answer. One whose engine went away is sent again, also to the engine that takes the run over: under the same id,
  /// so that it is carried out once. An empty id is filled in. The callbacks may give further commands.
  void command(const ganstudio::v1::CommandRequest& request, const CommandOptions& options, CommandCallbacks callbacks);
  /// The same, waiting for the answer, up to the client's time-out; throws what on_failure is told.
  ganstudio::v1::CommandReply command(const ganstudio::v1::CommandRequest& request);

  /// Streams updates to on_update on a thread of the client until stopWatching() or destruction. A lost connection is
  /// made again (0.5 s, growing by half to 30 s, from endpoint.json anew), going on after the last sequence and row
  /// seen. What cannot get better by waiting (wrong token, other major version, another run in its place) ends it:
  /// kClosed with the reason.
  struct WatchCallbacks {
    std::function<void(const ganstudio::v1::WatchUpdate&)> on_update;
    std::function<void(ConnectionState, const Message& why)> on_state;
  };
  /// One watch at a time: a second call ends the first. Its callbacks must not call watch(), stopWatching() or
  /// close().
  void watch(std::uint64_t next_sequence, std::uint64_t next_row, WatchCallbacks callbacks,
             const WatchOptions& options = {});
  void stopWatching();

  /// Ends whatever is under way, on all threads, and refuses what comes later; what the destructor does first. Commands
  /// are told so before it returns: those that an engine may have are "unknown". Not to be called from a callback.
  void close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gan
