#include "service/run_service.h"

#include <grpcpp/grpcpp.h>
#include <grpcpp/resource_quota.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>

#include "core/error.h"
#include "core/host_name.h"
#include "core/log.h"
#include "core/reason_of.h"
#include "core/units.h"
#include "protocol/endpoint.h"
#include "protocol/grpc_runtime.h"
#include "protocol/token.h"
#include "protocol/version.h"
#include "service/certificate.h"
#include "service/checkpoint_sheets.h"
#include "service/command_desk.h"
#include "service/curves.h"
#include "service/export_desk.h"
#include "service/host_calls.h"
#include "service/listener.h"
#include "service/permit.h"
#include "service/refusal_log.h"
#include "service/run_calls.h"
#include "service/sampler_host.h"
#include "service/socket_place.h"
#include "service/unknown_calls.h"
#include "service/watch_hub.h"

namespace gan {
namespace {

constexpr int kMaxReceiveBytes = 256 << 10;  // a photograph has 160 KiB at most, an export 192 KiB, a point 64 KiB
// Of what is received and not yet understood: five connections full of calls.
constexpr std::size_t kMaxTransportBytes = std::size_t{128} << 20U;
constexpr int kMaxCallsOfAConnection = 100;
constexpr int kHandshakeMilliseconds = 10'000;
// Since an engine answered for the run last.
constexpr std::chrono::hours kTokenLifetime(7 * 24);
constexpr std::chrono::hours kRenewalInterval(1);
// Together less than two seconds: calls end by themselves, then they are cancelled, then their connections are cut.
constexpr std::chrono::milliseconds kStopTime(1200);
constexpr std::chrono::milliseconds kCutTime(200);
// Before that, for those who watch over the network to take what happened last: on a slow line, or a line that is cut.
constexpr std::chrono::seconds kLastWordsTime(5);
constexpr std::chrono::minutes kLongestLeave(1);  // for the sheets of the last checkpoints

struct ListenAddress {
  std::string host;
  int port = 0;
};

ListenAddress parseListen(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  int port = -1;
  if (colon != std::string::npos) {
    const char* end = text.data() + text.size();
    if (std::from_chars(text.data() + colon + 1, end, port).ptr != end) port = -1;
  }
  if (colon == 0 || port < 0 || port > 65535) {
    throw Error(ErrorCode::kInvalidArgument, "listen_invalid",
                "--listen {listen} is not an address: give HOST:PORT, for example 0.0.0.0:7420.", {{"listen", text}});
  }
  return {text.substr(0, colon), port};
}

SamplerOptions samplerOptions(const RunConfig& config, const ServiceOptions& options) {
  SamplerOptions sampler{.idle = options.sampler_idle};
  if (!options.sampler_program.empty()) {
    sampler.command = {options.sampler_program,
                       "sampler",
                       "--threads",
                       formatValue(config.value("sampler.threads")),
                       "--device",
                       config.text("sampler.device"),
                       "--gpu-memory",
                       formatValue(config.value("sampler.memory_mib"))};
  }
  if (options.trains_on_gpu && config.text("sampler.device") == "cpu") {
    sampler.advice =
        Message{"sampler_on_cpu",
                "the training computes on a GPU, but pictures for who asks are made on the CPU, with "
                "sampler.threads={threads}; sampler.device=auto takes a part of the GPU, sampler.memory_mib says "
                "how much of its memory",
                {{"threads", formatValue(config.value("sampler.threads"))}}};
  }
  sampler.memory_bytes = static_cast<std::uint64_t>(config.integer("sampler.memory_mib")) << 20U;
  return sampler;
}

bool isAnyAddress(const std::string& host) { return host == "0.0.0.0" || host == "[::]" || host == "*"; }

void ensureTokens(const std::filesystem::path& access) {
  for (const Role role : {Role::kWatch, Role::kSteer}) {
    const std::optional<Token> known = readToken(access, role);
    if (known && known->expires_unix_seconds > unixSeconds()) continue;
    Token token = makeToken(role, kTokenLifetime);
    token.renewed_for_seconds = std::chrono::duration<double>(kTokenLifetime).count();
    writeToken(access, token);
  }
}

/// Answering for a run is done by one process at a time; training it goes first.
void refuseSecond(const std::filesystem::path& run) {
  const std::optional<Endpoint> other = readEndpoint(run);
  if (!other || !mayBeAlive(*other)) return;
  if (other->host == hostName() && !socketAnswers(other->unix_socket)) return;
  throw Error(
      ErrorCode::kFailedPrecondition, "run_already_served",
      "Process {pid} on {host} answers for {path} already: attach to it with `gan-engine watch {path}`. If it no "
      "longer runs, remove endpoint.json in that folder.",
      {{"pid", std::to_string(other->pid)}, {"host", other->host}, {"path", run.string()}});
}

/// Another engine took the run over when endpoint.json names it.
std::optional<Error> takenOver(const std::filesystem::path& run, const Endpoint& ours) try {
  const std::optional<Endpoint> present = readEndpoint(run);
  if (!present || sameEngine(*present, ours)) return std::nullopt;
  return Error(ErrorCode::kUnavailable, "engine_replaced",
               "Process {pid} on {host} answers for this run now. Connect again.",
               {{"pid", std::to_string(present->pid)}, {"host", present->host}});
} catch (const Error&) {
  return std::nullopt;
}

}  // namespace

struct RunServer::Impl {
  Impl(RunReader& reader, CommandSink* command_sink, const ServiceOptions& options);
  ~Impl();
  void listen(grpc::ServerBuilder& builder, const std::string& address);
  void start(const ServiceOptions& options);
  /// Before stop(): has those who watch over the network told of what happened last.
  void tellLast();
  void stop();
  /// Tells of refused calls when it is time to.
  void tellRefusals();
  /// Now and then, since the process that makes them may have been lost. An engine whose exports cannot go on still
  /// answers for its run.
  void goOnWithExports();
  /// While it listens on the network, now and then.
  void renewTokens();
  /// What is gone is there again as soon as it may be: the runtime folder goes with its user's last login, and the
  /// training does not.
  void keepSocket();

  const std::filesystem::path run;
  SocketPlace place;
  Endpoint endpoint;
  std::atomic<bool> published{false};  ///< endpoint.json is ours, and all that is below has been made.
  int tcp_port = 0;
  CommandSink* const sink;
  RefusalLog refusals;
  std::optional<CheckpointSheets> sheets;  ///< Unless no pictures are made here.
  SamplerHost sampler;
  ExportDesk exports;
  const std::chrono::milliseconds exports_interval;
  std::chrono::steady_clock::time_point exports_seen_at;    ///< Of the hub's thread.
  std::string exports_wait_for;                             ///< The same: why they did not go on when they were seen.
  std::chrono::steady_clock::time_point tokens_renewed_at;  ///< The same.
  Listener listener;
  Permit permit;
  CommandDesk desk;
  WatchHub hub;  ///< Its thread uses the calls, which are made after it and go before it: see published and stop().
  Curves curves;
  RunCalls calls;
  NoHostCalls no_host_calls;
  UnknownCalls unknown_calls;
  std::unique_ptr<grpc::Server> server;
};

RunServer::Impl::Impl(RunReader& reader, CommandSink* command_sink, const ServiceOptions& options)
    : run(std::filesystem::absolute(reader.folder().path())),
      place(reader.folder().manifest().id),
      endpoint{place.socket(), "", hostName(), ::getpid(), kProtocolVersion, unixSeconds()},
      sink(command_sink),
      sampler(reader.folder(), sink, place.socket().parent_path(), samplerOptions(reader.folder().config(), options)),
      exports(reader.folder().path(), options.export_program),
      exports_interval(options.exports_interval),
      listener(place.socket(), {},
               [this](const std::string& address, std::string_view why) { refusals.add(address, why); }),
      permit(reader.folder().access()),
      desk(sink, run),
      hub(reader, sink,
          {.reason_to_end = [this] { return published ? takenOver(run, endpoint) : std::nullopt; },
           .attend =
               [this] {
                 tellRefusals();
                 goOnWithExports();
                 renewTokens();
                 keepSocket();
                 if (published && sheets) sheets->attend();
               },
           .cut_connection = [this](const std::string& peer) { listener.cut(peer); }}),
      curves(reader.folder()),
      calls({.reader = reader,
             .permit = permit,
             .desk = desk,
             .hub = hub,
             .sampler = sampler,
             .exports = exports,
             .query_series = [this](const auto& request, auto& reply) { curves.query(request, reply); },
             .admit = [this](const std::string& peer, Claimant::Standing standing) { listener.admit(peer, standing); },
             .dismiss = [this](const std::string& peer) { listener.dismiss(peer); },
             .count_call = [this](const std::string& peer) { listener.countCall(peer); },
             .standing = [this](const std::string& peer) { return listener.standing(peer); },
             .refused = [this](const std::string& address, std::string_view why) { refusals.add(address, why); },
             .liveness = sink != nullptr ? RunCalls::Liveness::kLive : RunCalls::Liveness::kFinished}),
      no_host_calls([this](const std::string& peer) { listener.countCall(peer); },
                    [this](const std::string& address, std::string_view why) { refusals.add(address, why); }),
      unknown_calls([this](const std::string& peer) { listener.countCall(peer); },
                    [this](const std::string& address, std::string_view why) { refusals.add(address, why); }) {
  prepareGrpc();
  if (sink == nullptr) refuseSecond(run);
  reader.takeOnlyWhatIsOnDisk();
  reader.refresh();
  for (const Event& event : reader.events()) {
    const auto* handled = std::get_if<CommandHandled>(&event.what);
    if (handled != nullptr && !handled->command.id.empty()) desk.remember(handled->command.id, handled->answer);
  }
  try {
    start(options);
    writeEndpoint(run, endpoint);
    const bool draws = reader.folder().config().flag("sampler.enabled") && !options.sampler_program.empty();
    if (draws) sheets.emplace(reader, sampler);
    published = true;
  } catch (...) {
    stop();
    throw;
  }
}

void RunServer::Impl::listen(grpc::ServerBuilder& builder, const std::string& address) {
  const ListenAddress parsed = parseListen(address);
  const std::filesystem::path access = run / "access";
  const Certificate certificate = ensureCertificate(access);
  ensureTokens(access);
  grpc::SslServerCredentialsOptions tls(GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE);
  tls.pem_key_cert_pairs.push_back({certificate.key, certificate.certificate});
  tcp_port = listener.listenOverTcp(parsed.host, parsed.port, builder, grpc::SslServerCredentials(tls));
}

void RunServer::Impl::start(const ServiceOptions& options) {
  grpc::ServerBuilder builder;
  if (!options.listen.empty()) listen(builder, options.listen);
  builder.SetMaxReceiveMessageSize(kMaxReceiveBytes);
  grpc::ResourceQuota quota("gan-service");
  quota.Resize(kMaxTransportBytes);
  builder.SetResourceQuota(quota);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, kMaxCallsOfAConnection);
  builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS, kHandshakeMilliseconds);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 20'000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10'000);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_SENT_PING_INTERVAL_WITHOUT_DATA_MS, 5'000);  // watchers send nothing
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 5'000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.RegisterService(&calls);
  builder.RegisterService(&no_host_calls);
  builder.RegisterCallbackGenericService(&unknown_calls);
  server = builder.BuildAndStart();
  if (server == nullptr) {
    throw Error(ErrorCode::kInternal, "service_failed", "The engine failed to answer: {reason}",
                {{"reason", "gRPC did not start"}});
  }
  listener.start(*server);
  if (tcp_port > 0) {
    const std::string host = parseListen(options.listen).host;
    endpoint.tcp = (isAnyAddress(host) ? endpoint.host : host) + ":" + std::to_string(tcp_port);
  }
}

RunServer::Impl::~Impl() {
  removeEndpoint(run, endpoint);
  tellLast();
  stop();
  if (const std::optional<Message> rest = refusals.rest()) log::warning(rest->english());  // the journal has ended
}

void RunServer::Impl::tellLast() {
  if (tcp_port == 0) return;
  const auto until = std::chrono::steady_clock::now() + kLastWordsTime;
  listener.waitUntilTaken(hub.tellLast(until), until);
}

void RunServer::Impl::stop() {
  if (server == nullptr) return;
  listener.close(kStopTime + kCutTime);
  const Error ending(ErrorCode::kUnavailable, "engine_ending",
                     "The engine of this run is ending. Connect again when it is back.");
  calls.endAll(ending);
  hub.endAll(ending);
  desk.close();
  server->Shutdown(std::chrono::system_clock::now() + kStopTime);
  server.reset();
  hub.stop();  // it has the calls remove what exports left, and they go before it
}

void RunServer::Impl::goOnWithExports() {
  const auto now = std::chrono::steady_clock::now();
  if (!published || now < exports_seen_at + exports_interval) return;
  exports_seen_at = now;
  calls.removeExportLeftOvers();
  std::string why_not;
  try {
    exports.goOn();
  } catch (const std::exception&) {
    why_not = reasonOf(std::current_exception());
  }
  if (!why_not.empty() && why_not != exports_wait_for) log::warning("exports of this run do not go on: " + why_not);
  exports_wait_for = why_not;
}

void RunServer::Impl::renewTokens() {
  const auto now = std::chrono::steady_clock::now();
  if (!published || tcp_port == 0 || now < tokens_renewed_at + kRenewalInterval) return;
  tokens_renewed_at = now;
  gan::renewTokens(run / "access");
}

void RunServer::Impl::keepSocket() try {
  std::error_code unknown;
  if (!published || std::filesystem::exists(place.socket(), unknown) || unknown) return;
  place.restore();
  listener.listenAnew(place.socket());
  log::info("the socket " + place.socket().string() + " was gone and is there again");
} catch (const Error&) {  // nobody of the user's is there who could come
}

void RunServer::Impl::tellRefusals() {
  const std::optional<Message> message = refusals.due(RefusalLog::Clock::now());
  if (!message) return;
  log::warning(message->english());
  if (sink != nullptr) sink->report(Alert{Severity::kWarning, "calls_refused", *message, {}});
}

void checkListenAddress(const std::string& text) { (void)parseListen(text); }

RunServer::RunServer(RunReader& reader, CommandSink* sink, const ServiceOptions& options)
    : impl_(std::make_unique<Impl>(reader, sink, options)) {}

RunServer::~RunServer() = default;

void RunServer::finishSheets(const std::function<bool()>& go_on) {
  constexpr std::chrono::milliseconds kLookInterval(20);
  if (!impl_->sheets) return;
  const auto until = std::chrono::steady_clock::now() + kLongestLeave;
  do {
    impl_->sheets->attend();
    if (!impl_->sheets->isDrawing()) return;
    std::this_thread::sleep_for(kLookInterval);
  } while (go_on() && std::chrono::steady_clock::now() < until);
  log::warning("the sheets of the newest checkpoints are not all drawn");
}

std::string RunServer::unixSocket() const { return impl_->endpoint.unix_socket; }

std::string RunServer::tcpAddress() const { return impl_->endpoint.tcp; }

}  // namespace gan
