#include "service/host_server.h"

#include <fcntl.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/server_posix.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <memory>
#include <system_error>

#include "core/error.h"
#include "core/file_descriptor.h"
#include "protocol/grpc_runtime.h"
#include "protocol/pump.h"
#include "service/host_calls.h"
#include "service/run_relay.h"

namespace gan {
namespace {

constexpr int kMaxMessageBytes = 80 << 20;  // as clients take them
constexpr std::chrono::seconds kEndWithin(1);

[[noreturn]] void throwServiceFailed(const std::string& reason) {
  throw Error(ErrorCode::kInternal, "service_failed", "The engine failed to answer: {reason}", {{"reason", reason}});
}

}  // namespace

void serveHostOverStdio(const std::string& program) {
  prepareGrpc();
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0) {
    throwServiceFailed(std::generic_category().message(errno));
  }
  const FileDescriptor ours(ends[0]);
  FileDescriptor servers(ends[1]);
  RunRelay relay;
  HostCalls host(program, [&relay](const std::filesystem::path& run) { relay.reach(run); });
  grpc::ServerBuilder builder;
  builder.SetMaxReceiveMessageSize(kMaxMessageBytes);
  // Of a client that has gone without a word ssh may not know for a long time.
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 20'000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 20'000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_SENT_PING_INTERVAL_WITHOUT_DATA_MS, 5'000);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 5'000);
  builder.RegisterService(&host);
  builder.RegisterCallbackGenericService(&relay);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (!server) throwServiceFailed("gRPC did not start");
  grpc::AddInsecureChannelFromFd(server.get(), servers.release());
  pumpStdio(ours);
  host.close();
  relay.close();
  server->Shutdown(std::chrono::system_clock::now() + kEndWithin);
}

}  // namespace gan
