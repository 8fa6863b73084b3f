#include "service/listener.h"

#include <arpa/inet.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/create_channel_posix.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "protocol/patience.h"
#include "protocol/studio.grpc.pb.h"
#include "protocol/unix_socket.h"
#include "service/caller.h"
#include "service/tcp_connection.h"
#include "support/expect_error.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;
using std::chrono::milliseconds;
using Standing = Claimant::Standing;

/// Answers whoever comes, and admits those who ask for the run unless they want to stay strangers, or to be dismissed.
class ListeningServer : public v1::RunService::Service {
 public:
  explicit ListeningServer(const Listener::Limits& limits, const std::string& host = "127.0.0.1")
      : listener_(folder_ / "socket", limits, [this](const std::string& address, std::string_view why) {
          const std::lock_guard lock(mutex_);
          cuts_.push_back(address + " " + std::string(why));
        }) {
    grpc::ServerBuilder builder;
    builder.RegisterService(this);
    port_ = listener_.listenOverTcp(host, 0, builder, grpc::InsecureServerCredentials());
    server_ = builder.BuildAndStart();
    listener_.start(*server_);
  }
  ~ListeningServer() override {
    listener_.close(milliseconds(0));
    server_->Shutdown(std::chrono::system_clock::now());
  }

  int port() const { return port_; }
  std::filesystem::path socket() const { return folder_ / "socket"; }
  /// What was cut: address and reason.
  std::vector<std::string> cuts() {
    const std::lock_guard lock(mutex_);
    return cuts_;
  }

 private:
  grpc::Status GetRun(grpc::ServerContext* context, const v1::GetRunRequest*, v1::RunInfo* reply) override {
    try {
      listener_.countCall(context->peer());
      if (context->client_metadata().contains("stranger")) return grpc::Status::OK;
      if (context->client_metadata().contains("dismissed")) {
        listener_.dismiss(context->peer());
        EXPECT_EQ(listener_.standing(context->peer()), Standing::kStranger);
        return grpc::Status::OK;
      }
      const bool steers = context->client_metadata().contains("steers");
      listener_.admit(context->peer(), steers ? Standing::kSteers : Standing::kWatches);
      EXPECT_EQ(listener_.standing(context->peer()), steers ? Standing::kSteers : Standing::kWatches);
    } catch (const Error& error) {
      return {grpc::StatusCode::RESOURCE_EXHAUSTED, error.id()};
    }
    reply->set_name(context->peer());
    reply->set_path(Caller(*context).client);
    return grpc::Status::OK;
  }

  TemporaryFolder folder_;
  std::mutex mutex_;
  std::vector<std::string> cuts_;
  int port_ = 0;
  Listener listener_;
  std::unique_ptr<grpc::Server> server_;
};

/// A client with a connection of its own.
class Client {
 public:
  explicit Client(const std::string& address) : channel_(makeChannel(address)) {}
  /// Over a connection that there is.
  explicit Client(FileDescriptor connection)
      : channel_(grpc::CreateInsecureChannelFromFd("engine", connection.release())) {}
  grpc::Status call(v1::RunInfo* reply = nullptr, Standing standing = Standing::kWatches,
                    milliseconds timeout = std::chrono::seconds(20)) {
    grpc::ClientContext context;
    if (standing == Standing::kSteers) context.AddMetadata("steers", "");
    if (standing == Standing::kStranger) context.AddMetadata("stranger", "");
    context.set_deadline(std::chrono::system_clock::now() + timeout);
    v1::RunInfo unused;
    return v1::RunService::NewStub(channel_)->GetRun(&context, {}, reply == nullptr ? &unused : reply);
  }
  grpc::Status callAndBeDismissed() {
    grpc::ClientContext context;
    context.AddMetadata("dismissed", "");
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
    v1::RunInfo unused;
    return v1::RunService::NewStub(channel_)->GetRun(&context, {}, &unused);
  }

 private:
  static std::shared_ptr<grpc::Channel> makeChannel(const std::string& address) {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
  }
  std::shared_ptr<grpc::Channel> channel_;
};

TEST(Listener, CutsAStrangerThatShowsNothingAndKeepsWhomItHasAdmitted) {
  ListeningServer server({.patience = std::chrono::seconds(2)});
  Client client("127.0.0.1:" + std::to_string(server.port()));
  v1::RunInfo first;
  ASSERT_TRUE(client.call(&first).ok());
  TcpConnection(server.port()).waitForEnd();
  EXPECT_EQ(server.cuts(), (std::vector<std::string>{"127.0.0.1 token_not_shown"}));
  v1::RunInfo later;
  ASSERT_TRUE(client.call(&later).ok());
  EXPECT_EQ(later.name(), first.name()) << "the connection is another one";
}

TEST(Listener, KnowsItsClientsOverIpv6) {
  std::unique_ptr<ListeningServer> server;
  try {
    server = std::make_unique<ListeningServer>(Listener::Limits{.patience = std::chrono::seconds(2)}, "[::1]");
  } catch (const Error& error) {
    GTEST_SKIP() << "no IPv6 here: " << error.what();
  }
  Client client("[::1]:" + std::to_string(server->port()));
  v1::RunInfo first;
  ASSERT_TRUE(client.call(&first).ok());
  EXPECT_EQ(addressOfPeer(first.name()), "[::1]");
  Client stranger("[::1]:" + std::to_string(server->port()));
  std::this_thread::sleep_for(std::chrono::seconds(4));  // twice its patience
  v1::RunInfo later;
  ASSERT_TRUE(client.call(&later).ok());
  EXPECT_EQ(later.name(), first.name()) << "the connection is another one";
}

TEST(Listener, GivesTheOldestStrangersPlaceToANewcomer) {
  ListeningServer server({.strangers = 4});
  std::vector<std::unique_ptr<TcpConnection>> strangers;
  for (int i = 0; i < 4; ++i) {
    strangers.push_back(std::make_unique<TcpConnection>(server.port()));
    ASSERT_TRUE(strangers.back()->connected());
  }
  Client client("127.0.0.1:" + std::to_string(server.port()));
  EXPECT_TRUE(client.call().ok());
  strangers.front()->waitForEnd();
  EXPECT_EQ(server.cuts(), (std::vector<std::string>{"127.0.0.1 too_many_strangers"}));
}

/// An address and a port of this host.
struct Place {
  std::string address;
  int port = 0;

  sockaddr_in socketAddress() const {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(static_cast<std::uint16_t>(port));
    ::inet_pton(AF_INET, address.c_str(), &place.sin_addr);
    return place;
  }
};

/// A connection between two of them that waits 20 s for what it reads; empty where there is none. Port 0: any.
FileDescriptor connectedFrom(const Place& from, const Place& to) {
  FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int yes = 1;
  const timeval patience{20, 0};
  const sockaddr_in own = from.socketAddress();
  const sockaddr_in other = to.socketAddress();
  const bool is_connected = ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) == 0 &&
                            ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)) == 0 &&
                            ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&own), sizeof(own)) == 0 &&
                            ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&other), sizeof(other)) == 0;
  return is_connected ? std::move(socket) : FileDescriptor();
}

int portOf(const FileDescriptor& socket) {
  sockaddr_in own{};
  socklen_t size = sizeof(own);
  return ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&own), &size) == 0 ? ntohs(own.sin_port) : 0;
}

/// Whether the other side has taken it and said something.
bool isGreeted(const FileDescriptor& socket) {
  char byte = 0;
  return ::recv(socket.get(), &byte, 1, 0) == 1;
}

/// Reads until the other side has ended it; false where that takes too long.
bool isEnded(const FileDescriptor& socket) {
  char byte = 0;
  ssize_t count = 0;
  while ((count = ::recv(socket.get(), &byte, 1, 0)) > 0) {
  }
  return count == 0 || errno != EAGAIN;
}

TEST(Listener, OfConnectionsFromOnePortToSeveralAddressesKeepsTheNewestAlone) {
  ListeningServer server({.strangers = 4, .patience = std::chrono::minutes(5)}, "0.0.0.0");
  std::vector<FileDescriptor> all;
  all.push_back(connectedFrom({"127.0.0.1"}, {"127.0.0.1", server.port()}));
  ASSERT_TRUE(all.front());
  const int from = portOf(all.front());
  for (int last = 2; last <= 9; ++last) {
    all.push_back(connectedFrom({"127.0.0.1", from}, {"127.0.0." + std::to_string(last), server.port()}));
    ASSERT_TRUE(all.back()) << last;
    EXPECT_TRUE(isEnded(all[all.size() - 2])) << "it goes on, and nobody counts it";
  }
  Client client("127.0.0.1:" + std::to_string(server.port()));
  EXPECT_TRUE(client.call().ok()) << "those that nobody counted are in the way";
}

TEST(Listener, OfStrangersWithEquallyManyConnectionsTheOldestGoes) {
  ListeningServer server({.strangers = 2, .patience = std::chrono::minutes(5)});
  const FileDescriptor old = connectedFrom({"127.0.0.9"}, {"127.0.0.1", server.port()});
  ASSERT_TRUE(old);
  ASSERT_TRUE(isGreeted(old));
  const FileDescriptor young = connectedFrom({"127.0.0.8"}, {"127.0.0.1", server.port()});
  ASSERT_TRUE(young);
  ASSERT_TRUE(isGreeted(young));
  Client client("127.0.0.1:" + std::to_string(server.port()));
  EXPECT_TRUE(client.call().ok());
  EXPECT_TRUE(isEnded(old));
  EXPECT_EQ(server.cuts(), (std::vector<std::string>{"127.0.0.9 too_many_strangers"}));
}

TEST(Listener, TellsOfAStrangerWhoseWordsMakeNoSense) {
  ListeningServer server({.patience = std::chrono::minutes(5)});
  const TcpConnection stranger(server.port());
  ASSERT_TRUE(stranger.connected());
  stranger.send("GET / HTTP/1.0\r\n\r\n");
  EXPECT_TRUE(test::waitUntil([&] { return !server.cuts().empty(); }));
  EXPECT_EQ(server.cuts(), (std::vector<std::string>{"127.0.0.1 not_understood"}));
}

TEST(Listener, TellsNothingOfAStrangerWhoLeaves) {
  ListeningServer server({.patience = std::chrono::minutes(5)});
  const FileDescriptor stranger = connectedFrom({"127.0.0.1"}, {"127.0.0.1", server.port()});
  ASSERT_TRUE(stranger);
  ASSERT_TRUE(isGreeted(stranger));
  ::shutdown(stranger.get(), SHUT_WR);
  EXPECT_TRUE(isEnded(stranger));
  Client client("127.0.0.1:" + std::to_string(server.port()));
  EXPECT_TRUE(client.call().ok());  // the listener has come by
  EXPECT_EQ(server.cuts(), std::vector<std::string>());
}

TEST(Listener, TellsOfAStrangerWithTooManyCallsWhereTheyAreCounted) {
  ListeningServer server({.patience = std::chrono::minutes(5), .calls_of_strangers = {.at_once = 1, .each_second = 0}});
  Client stranger("127.0.0.1:" + std::to_string(server.port()));
  EXPECT_TRUE(stranger.call(nullptr, Standing::kStranger).ok());
  EXPECT_FALSE(stranger.call(nullptr, Standing::kStranger).ok());
  Client client("127.0.0.1:" + std::to_string(server.port()));
  EXPECT_TRUE(client.call().ok());
  EXPECT_EQ(server.cuts(), std::vector<std::string>());
}

TEST(Listener, TellsOfConnectionsOnThisMachineThatAreTooMany) {
  ListeningServer server({.local = 1});
  const Patience patience{.until = std::chrono::steady_clock::now() + std::chrono::seconds(20)};
  const FileDescriptor first = connectUnixSocket(server.socket(), patience);
  const FileDescriptor second = connectUnixSocket(server.socket(), patience);
  EXPECT_TRUE(test::waitUntil([&] { return !server.cuts().empty(); }));
  EXPECT_EQ(server.cuts(), (std::vector<std::string>{"this machine too_many_connections"}));
}

TEST(Listener, RefusesAClientTooManyByName) {
  ListeningServer server({.admitted = {.all = 2, .of_one_client = 2}});
  const std::string address = "127.0.0.1:" + std::to_string(server.port());
  Client first(address);
  Client second(address);
  auto third = std::make_unique<Client>(address);
  EXPECT_TRUE(first.call().ok());
  EXPECT_TRUE(second.call().ok());
  EXPECT_EQ(third->call().error_message(), "too_many_connections");
  EXPECT_TRUE(first.call().ok());
}

/// From an address of this host; empty where there is no such connection.
FileDescriptor connectedOverIpv6(const char* from, const char* to, int port) {
  const auto at = [](const char* text, int number) {
    sockaddr_in6 place{};
    place.sin6_family = AF_INET6;
    place.sin6_port = htons(static_cast<std::uint16_t>(number));
    ::inet_pton(AF_INET6, text, &place.sin6_addr);
    return place;
  };
  FileDescriptor socket(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const sockaddr_in6 own = at(from, 0);
  const sockaddr_in6 other = at(to, port);
  const bool is_connected = ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&own), sizeof(own)) == 0 &&
                            ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&other), sizeof(other)) == 0;
  return is_connected ? std::move(socket) : FileDescriptor();
}

TEST(Listener, GivesOneShareToAllAddressesOfAnIpv6Network) {
  bool was_checked = false;
  // Sockets are of the network namespace of the thread that makes them.
  std::thread([&was_checked] {
    constexpr const char* kAddresses =
        "ip link set lo up || exit 1\n"
        "for a in fd00:1::1 fd00:1::7 fd00:1::f:8 fd00:2::1; do ip -6 address add $a/64 dev lo || exit 1; done";
    if (::unshare(CLONE_NEWNET) != 0 || test::run({"sh", "-c", kAddresses}).code != 0) return;
    ListeningServer server({.admitted = {.all = 8, .of_one_client = 2}}, "fd00:1::1");
    const auto comeFrom = [&server](const char* address) {
      return std::make_unique<Client>(connectedOverIpv6(address, "fd00:1::1", server.port()));
    };
    const auto first = comeFrom("fd00:1::1");
    const auto second = comeFrom("fd00:1::7");
    const auto third = comeFrom("fd00:1::f:8");
    const auto elsewhere = comeFrom("fd00:2::1");
    v1::RunInfo of_first;
    v1::RunInfo of_second;
    EXPECT_TRUE(first->call(&of_first).ok());
    EXPECT_TRUE(second->call(&of_second).ok());
    EXPECT_NE(addressOfPeer(of_first.name()), addressOfPeer(of_second.name()));
    EXPECT_EQ(of_first.path(), "[fd00:1::]") << "its calls share what is limited";
    EXPECT_EQ(of_second.path(), "[fd00:1::]");
    EXPECT_EQ(third->call().error_message(), "too_many_connections");
    EXPECT_TRUE(elsewhere->call().ok());
    was_checked = true;
  }).join();
  if (!was_checked) GTEST_SKIP() << "needs the right to make a network namespace, IPv6 and the program ip";
}

TEST(Listener, TakesThePlaceOfAClientBackWhoseTokenIsRefused) {
  ListeningServer server({.admitted = {.all = 1, .of_one_client = 1}, .patience = std::chrono::seconds(2)});
  const std::string address = "127.0.0.1:" + std::to_string(server.port());
  Client former(address);
  Client next(address);
  EXPECT_TRUE(former.call().ok());
  EXPECT_EQ(next.call().error_message(), "too_many_connections");
  EXPECT_TRUE(former.callAndBeDismissed().ok());
  EXPECT_TRUE(next.call().ok());
  EXPECT_TRUE(test::waitUntil([&] { return !server.cuts().empty(); })) << "it has a stranger's time";
  EXPECT_EQ(server.cuts().front(), "127.0.0.1 token_not_shown");
  EXPECT_TRUE(next.call().ok());
}

TEST(Listener, KeepsPlacesForThoseWhoSteerFromThoseWhoOnlyWatch) {
  ListeningServer server({.admitted = {.all = 3, .kept = 1, .of_one_client = 3}});
  const std::string address = "127.0.0.1:" + std::to_string(server.port());
  Client first(address);
  Client second(address);
  Client third(address);
  EXPECT_TRUE(first.call().ok());
  EXPECT_TRUE(second.call().ok());
  EXPECT_EQ(third.call().error_message(), "too_many_connections");
  EXPECT_TRUE(third.call(nullptr, Standing::kSteers).ok());
  EXPECT_TRUE(third.call(nullptr, Standing::kSteers).ok()) << "its place is taken once";
}

TEST(Listener, RefusesCallsOfAClientThatMakesTooManyAndKeepsItsConnection) {
  ListeningServer server({.calls = {.at_once = 5, .each_second = 0}});
  Client client("127.0.0.1:" + std::to_string(server.port()));
  v1::RunInfo first;
  EXPECT_TRUE(client.call(&first).ok());
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(client.call().ok());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(client.call().error_message(), "calls_too_many");
  Client other("127.0.0.1:" + std::to_string(server.port()));
  EXPECT_TRUE(other.call().ok());
}

TEST(Listener, LetsThoseWaitWhoComeWhenTooManyHave) {
  ListeningServer server({.newcomers = {.at_once = 2, .each_second = 0}});
  const std::string address = "127.0.0.1:" + std::to_string(server.port());
  Client first(address);
  Client second(address);
  Client third(address);
  EXPECT_TRUE(first.call().ok());
  EXPECT_TRUE(second.call().ok());
  EXPECT_EQ(third.call(nullptr, Standing::kWatches, milliseconds(200)).error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_TRUE(first.call().ok());
}

TEST(Listener, CutsAStrangerThatMakesTooManyCalls) {
  ListeningServer server({.calls_of_strangers = {.at_once = 3, .each_second = 0}});
  Client client("127.0.0.1:" + std::to_string(server.port()));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(client.call(nullptr, Standing::kStranger).ok());
  EXPECT_FALSE(client.call(nullptr, Standing::kStranger).ok());
  EXPECT_TRUE(test::waitUntil([&] { return client.call(nullptr, Standing::kStranger).ok(); }))
      << "its next connection has calls of its own";
}

TEST(Listener, TakesNobodyElsesProcessAtItsSocket) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can be another user for a moment";
  const TemporaryFolder folder;
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  std::promise<std::string> cut;
  Listener listener(folder / "socket", {}, [&cut](const std::string& address, std::string_view why) {
    cut.set_value(address + " " + std::string(why));
  });
  struct stat socket {};
  ASSERT_EQ(::stat((folder / "socket").c_str(), &socket), 0);
  EXPECT_EQ(socket.st_mode & 0777U, 0600U);
  ASSERT_EQ(::chmod((folder / "socket").c_str(), 0666), 0);  // as if folder and mode had failed
  grpc::ServerBuilder builder;
  v1::RunService::Service service;
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  listener.start(*server);
  test::Process other({GAN_SERVICE_TEST_TOOL, "as-user", "65534", (folder / "socket").string()});
  EXPECT_EQ(cut.get_future().get(), "user 65534 other_user");
  EXPECT_TRUE(test::waitUntil([&] { return other.output().find("ended") != std::string::npos; })) << other.output();
  listener.close(milliseconds(0));
  server->Shutdown(std::chrono::system_clock::now());
}

TEST(Listener, SaysWhyItCannotListen) {
  grpc::ServerBuilder builder;
  const TemporaryFolder folder;
  Listener listener(folder / "socket", {}, [](const auto&, auto) {});
  const auto error = expectError(ErrorCode::kUnavailable, "listen_failed", [&] {
    listener.listenOverTcp("192.0.2.1", 0, builder, grpc::InsecureServerCredentials());  // of no host, by RFC 5737
  });
  EXPECT_NE(error->message().find("192.0.2.1"), std::string::npos);
}

TEST(Caller, OfIpv6HasANetworkOfItsOwn) {
  EXPECT_EQ(networkOf("[2001:db8:1:2:3:4:5:6]"), "[2001:db8:1:2::]");
  EXPECT_EQ(networkOf("[2001:db8:1:2::77]"), networkOf("[2001:db8:1:2:ffff::1]"));
  EXPECT_NE(networkOf("[2001:db8:1:2::77]"), networkOf("[2001:db8:1:3::77]"));
  EXPECT_EQ(networkOf("[fe80::1%2]"), "[fe80::]");
  EXPECT_EQ(networkOf("10.0.0.5"), "10.0.0.5");
  EXPECT_EQ(networkOf("fd:12"), "fd:12");
}

TEST(Caller, IsTakenByItsAddressWithoutThePort) {
  EXPECT_EQ(addressOfPeer("ipv4:10.0.0.5:40312"), "10.0.0.5");
  EXPECT_EQ(addressOfPeer("ipv6:%5B2001:db8::1%5D:7420"), "[2001:db8::1]");
  EXPECT_EQ(addressOfPeer("fd:12"), "fd:12");
  EXPECT_EQ(addressOfPeer(""), "");
}

}  // namespace
}  // namespace gan
