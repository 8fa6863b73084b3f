#include "protocol/connection.h"

#include <grpcpp/channel.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/create_channel_posix.h>
#include <grpcpp/security/credentials.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "core/atomic_file.h"
#include "core/error.h"
#include "core/host_name.h"
#include "protocol/endpoint.h"
#include "protocol/job_step.h"
#include "protocol/known_engines.h"
#include "protocol/shown_certificate.h"
#include "protocol/token.h"
#include "protocol/unix_socket.h"

namespace gan {
namespace {

constexpr int kMaxReceiveBytes = 80 << 20;  // a sample sheet may have 64 MiB

grpc::ChannelArguments channelArguments() {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kMaxReceiveBytes);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 20'000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10'000);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  arguments.SetInt(GRPC_ARG_HTTP2_MIN_SENT_PING_INTERVAL_WITHOUT_DATA_MS, 5'000);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // a new connection inherits no waiting time of an old one
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  return arguments;
}

std::shared_ptr<Connection> overDescriptor(FileDescriptor descriptor, std::string address) {
  auto connection = std::make_shared<Connection>();
  connection->address = std::move(address);
  connection->channel = grpc::CreateCustomInsecureChannelFromFd("engine", descriptor.release(), channelArguments());
  return connection;
}

std::shared_ptr<Connection> overTcp(const std::string& address, const std::string& certificate, std::string token) {
  grpc::SslCredentialsOptions tls;
  tls.pem_root_certs = certificate;
  grpc::ChannelArguments arguments = channelArguments();
  arguments.SetSslTargetNameOverride(kCertificateName);
  auto connection = std::make_shared<Connection>();
  connection->address = address;
  connection->token = std::move(token);
  connection->channel = grpc::CreateCustomChannel(address, grpc::SslCredentials(tls), arguments);
  return connection;
}

Endpoint servingEndpoint(const std::filesystem::path& run) {
  const std::optional<Endpoint> endpoint = readEndpoint(run);
  if (endpoint && mayBeAlive(*endpoint)) return *endpoint;
  throw Error(
      ErrorCode::kNotFound, "run_not_served",
      "No engine serves {path}; `gan-engine serve {path}` answers for a finished run, `gan-engine resume {path}` "
      "goes on with it.",
      {{"path", run.string()}});
}

/// An engine whose socket went with its folder, as the runtime folder does with a user's last login, makes both again
/// in about a second once it may: at their next login.
FileDescriptor reachOnThisMachine(const Endpoint& endpoint, const Patience& patience) {
  constexpr std::chrono::seconds kLongestAbsence(3);
  constexpr std::chrono::milliseconds kLook(20);
  const std::filesystem::path socket = endpoint.unix_socket;
  std::error_code unknown;
  if (!std::filesystem::exists(socket.parent_path(), unknown)) {
    const Patience absence{std::min(patience.until, std::chrono::steady_clock::now() + kLongestAbsence), patience.stop};
    while (mayBeAlive(endpoint)) {
      try {
        return connectUnixSocket(socket, patience);
      } catch (const Error& error) {
        if (error.id() != "engine_unreachable" || !absence.sleep(kLook)) throw;
      }
    }
  }
  return connectUnixSocket(socket, patience);
}

[[noreturn]] void throwElsewhere(const std::filesystem::path& run, const Endpoint& endpoint) {
  throw Error(
      ErrorCode::kUnavailable, "engine_elsewhere",
      "The engine of {path} runs on {host} and can be reached from there only. Attach with ssh://{host}{path}, or "
      "start it with --listen.",
      {{"path", std::filesystem::absolute(run).string()}, {"host", endpoint.host}});
}

/// Whoever may read access/ of a run may steer it, if only through the weaker token.
std::string tokenFromFolder(const std::filesystem::path& access) {
  for (const Role role : {Role::kSteer, Role::kWatch}) {
    if (const std::optional<Token> token = readToken(access, role)) return token->secret;
  }
  throw Error(
      ErrorCode::kNotFound, "token_missing",
      "{path} holds no token, and without one the engine answers nobody over the network. Start the engine again "
      "with --listen.",
      {{"path", access.string()}});
}

[[noreturn]] void throwUnknown(const std::string& address, const std::string& fingerprint) {
  throw Error(ErrorCode::kPermissionDenied, "certificate_unknown",
              "The engine at {address} shows the certificate {fingerprint}, by which nobody has recognised it here. If "
              "`gan-engine token` prints the same beside its run, attach with tls://{address}#{fingerprint}.",
              {{"address", address}, {"fingerprint", fingerprint}});
}

[[noreturn]] void throwOther(const std::string& address, const std::string& shown, const std::string& expected) {
  throw Error(ErrorCode::kPermissionDenied, "certificate_other",
              "At {address} the certificate {shown} is shown and not {expected}: another run's engine listens there "
              "now, or somebody stands between. Ask the run's owner, and attach with tls://{address}#FINGERPRINT.",
              {{"address", address}, {"shown", shown}, {"expected", expected}});
}

/// What a call over TLS needs to know of the engine.
struct Recognised {
  std::string certificate;
  std::string token;
};

/// By the certificate that was given, else by the fingerprint in the target, else by the one that is remembered.
Recognised recognise(const TlsTarget& tls, const Target& target, const KnownEngines& engines,
                     const Patience& patience) {
  Recognised engine{target.certificate, target.token};
  std::optional<KnownEngine> known;
  if (engine.certificate.empty() || engine.token.empty()) known = engines.find(tls.address);
  std::string expected = tls.fingerprint;
  if (expected.empty() && engine.certificate.empty() && known) expected = known->fingerprint;
  if (engine.certificate.empty()) engine.certificate = fetchCertificate(tls.address, patience);
  const std::string shown = fingerprintOf(engine.certificate);
  if (expected.empty() && target.certificate.empty()) throwUnknown(tls.address, shown);
  if (!expected.empty() && expected != shown) throwOther(tls.address, shown, expected);
  // A token is shown to the engine for which it was given, and to no other that may listen there.
  if (engine.token.empty() && known && known->fingerprint == shown) engine.token = known->token;
  if (!engine.token.empty()) return engine;
  throw Error(ErrorCode::kPermissionDenied, "token_unknown",
              "The engine at {address} answers those who show a token, and none is known here. Let the run's owner "
              "make one with `gan-engine token`, and give it in the variable GAN_TOKEN.",
              {{"address", tls.address}});
}

/// Reaches an engine on another machine as a step of its Slurm job.
std::unique_ptr<ChildStream> stepTo(const std::filesystem::path& run, const Endpoint& endpoint,
                                    const Patience& patience) {
  const std::optional<EngineJob> job = jobOf(run, endpoint);
  if (!job) throwElsewhere(run, endpoint);
  return openJobStep(*job, run, patience);
}

struct Connector {
  const Target& target;
  const Patience& patience;

  std::shared_ptr<Connection> operator()(const FolderTarget& folder) const {
    const Endpoint endpoint = servingEndpoint(folder.run);
    if (endpoint.host == hostName())
      return overDescriptor(reachOnThisMachine(endpoint, patience), endpoint.unix_socket);
    if (endpoint.tcp.empty()) {
      auto step = stepTo(folder.run, endpoint, patience);
      auto connection = overDescriptor(step->takeDescriptor(), folder.run.string());
      connection->step = std::move(step);
      return connection;
    }
    const std::filesystem::path access = folder.run / "access";
    return overTcp(endpoint.tcp, readFile(access / kCertificateFile, 65536), tokenFromFolder(access));
  }
  std::shared_ptr<Connection> operator()(const UnixTarget& local) const {
    return overDescriptor(connectUnixSocket(local.socket, patience), local.socket.string());
  }
  std::shared_ptr<Connection> operator()(const TlsTarget& tls) const {
    Recognised engine = recognise(tls, target, KnownEngines::ofUser(), patience);
    return overTcp(tls.address, engine.certificate, std::move(engine.token));
  }
  /// The host alone: calls say which of its runs they are for.
  std::shared_ptr<Connection> operator()(const SshTarget& ssh) const { return connectToHost(ssh, {}, patience); }
};

}  // namespace

std::shared_ptr<Connection> connectTo(const ParsedTarget& parsed, const Target& target, const Patience& patience) {
  return std::visit(Connector{target, patience}, parsed);
}

std::shared_ptr<Connection> connectToHost(const SshTarget& target, const SshOptions& options,
                                          const Patience& patience) {
  auto tunnel = std::make_unique<SshTunnel>(target, options, patience);
  auto connection = overDescriptor(tunnel->takeDescriptor(), "ssh://" + target.host);
  connection->tunnel = std::move(tunnel);
  return connection;
}

EngineStream openEngineStream(const std::filesystem::path& run, Reach reach, const Patience& patience) {
  const Endpoint endpoint = servingEndpoint(run);
  if (endpoint.host == hostName()) return {nullptr, reachOnThisMachine(endpoint, patience)};
  if (reach == Reach::kThisMachine) throwElsewhere(run, endpoint);
  EngineStream stream{stepTo(run, endpoint, patience), {}};
  stream.descriptor = stream.step->takeDescriptor();
  return stream;
}

}  // namespace gan
