#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

#include "protocol/patience.h"
#include "protocol/ssh_tunnel.h"
#include "protocol/target.h"

namespace grpc {
class Channel;
}

namespace gan {

/// A way to one engine. When it breaks it stays broken: a new one is made, from endpoint.json anew.
struct Connection {
  std::unique_ptr<SshTunnel> tunnel;  ///< Set for ssh; goes after the channel.
  std::shared_ptr<grpc::Channel> channel;
  std::string address;  ///< For messages.
  std::string token;    ///< Empty over the unix socket.
  /// Whether an engine has ever answered: before it did, a call that breaks may be taken as one that was never made.
  std::atomic<bool> answered{false};
};

/// Waits no longer than patience allows. Throws Error(kNotFound, "run_not_served"), Error(kUnavailable), and over TLS
/// Error(kPermissionDenied): "certificate_unknown", "certificate_other", "token_unknown".
std::shared_ptr<Connection> connectTo(const ParsedTarget& parsed, const Target& target, const Patience& patience);

/// The socket of the engine that serves this run on this host.
/// Throws Error(kNotFound, "run_not_served"), Error(kUnavailable, "engine_elsewhere").
std::filesystem::path servingSocket(const std::filesystem::path& run);

/// The name in every engine's certificate. Clients compare the certificate itself, so that one name serves all hosts.
inline constexpr const char* kCertificateName = "gan-studio-engine";
inline constexpr const char* kCertificateFile = "certificate.pem";

}  // namespace gan
