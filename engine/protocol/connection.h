#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

#include "protocol/child_stream.h"
#include "protocol/patience.h"
#include "protocol/ssh_options.h"
#include "protocol/ssh_tunnel.h"
#include "protocol/target.h"

namespace grpc {
class Channel;
}

namespace gan {

/// A way to one engine, or to a host that leads to its engines. When it breaks it stays broken: a new one is made, from
/// endpoint.json anew.
struct Connection {
  std::unique_ptr<SshTunnel> tunnel;  ///< Of a host over ssh; goes after the channel.
  std::unique_ptr<ChildStream> step;  ///< Where a step of a Slurm job leads to the engine; goes after the channel.
  std::shared_ptr<Connection> host;   ///< Of a run: the host whose channel it shares.
  std::shared_ptr<grpc::Channel> channel;
  std::string address;  ///< For messages.
  std::string token;    ///< Empty over the unix socket.
  std::string run;      ///< Which run of its host calls are for; empty: the only one.
  /// Whether an engine has ever answered: before it did, a call that breaks may be taken as one that was never made.
  std::atomic<bool> answered{false};

  /// Whether it goes to another machine, or may.
  bool isOverNetwork() const { return host != nullptr || step != nullptr || !token.empty(); }
};

/// To an engine that needs no login. Waits no longer than patience allows, but a minute for a step of a Slurm job.
/// Throws Error(kNotFound, "run_not_served"), Error(kUnavailable), and over TLS Error(kPermissionDenied):
/// "certificate_unknown", "certificate_other", "token_unknown".
std::shared_ptr<Connection> connectTo(const ParsedTarget& parsed, const Target& target, const Patience& patience);

/// Logs in to a host by ssh. Throws what SshTunnel does.
std::shared_ptr<Connection> connectToHost(const SshTarget& target, const SshOptions& options, const Patience& patience);

/// A stream to the engine that serves a run, and the process that carries it where the engine is on another machine.
struct EngineStream {
  std::unique_ptr<ChildStream> step;  ///< Goes after the descriptor.
  FileDescriptor descriptor;
};
/// Whether the engine may be looked for on the node of its Slurm job.
enum class Reach { kThisMachine, kItsJob };
/// Throws Error(kNotFound, "run_not_served"), Error(kUnavailable, "engine_elsewhere" | "slurm_step_failed" |
/// "engine_unreachable" | "engine_not_accepting").
EngineStream openEngineStream(const std::filesystem::path& run, Reach reach, const Patience& patience);

/// The name in every engine's certificate. Clients compare the certificate itself, so that one name serves all hosts.
inline constexpr const char* kCertificateName = "gan-studio-engine";
inline constexpr const char* kCertificateFile = "certificate.pem";

}  // namespace gan
