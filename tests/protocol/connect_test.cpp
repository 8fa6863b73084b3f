#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <future>
#include <thread>
#include <vector>

#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "protocol/unix_socket.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

using std::chrono::milliseconds;

Patience patience(milliseconds time) { return {.until = std::chrono::steady_clock::now() + time}; }

/// Listens as a stopped process does: the kernel takes connections until the queue is full, and nobody accepts them.
class FullListener {
 public:
  FullListener() {
    const sockaddr_un address = socketAddress(socket());
    EXPECT_EQ(::bind(listening_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    EXPECT_EQ(::listen(listening_.get(), 0), 0);
    try {
      while (waiting_.size() < 100) waiting_.push_back(connectUnixSocket(socket(), patience({})));
    } catch (const Error& error) {
      EXPECT_EQ(error.id(), "engine_not_accepting");
    }
  }
  ~FullListener() {
    for (const int connection : waiting_) ::close(connection);
  }
  std::filesystem::path socket() const { return folder_ / "engine.sock"; }
  void acceptOne() { const Descriptor accepted(::accept(listening_.get(), nullptr, nullptr)); }

 private:
  TemporaryFolder folder_;
  Descriptor listening_{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  std::vector<int> waiting_;
};

TEST(Connecting, ToAListenerThatAcceptsNobodyEndsWithTheTimeout) {
  const FullListener engine;
  RunClient client({"unix:" + engine.socket().string()}, milliseconds(200));
  expectError(ErrorCode::kUnavailable, "engine_not_accepting", [&] { client.run(); });
}

TEST(Connecting, InVainIsNoAnswerThatMayHaveGotLost) {
  const FullListener engine;
  RunClient client({"unix:" + engine.socket().string()}, milliseconds(200));
  expectError(ErrorCode::kUnavailable, "engine_not_accepting", [&] { client.command({}); });
}

TEST(Connecting, GoesOnWhenTheListenerAcceptsAgain) {
  FullListener engine;
  auto connected = std::async(std::launch::async,
                              [&] { return connectUnixSocket(engine.socket(), patience(std::chrono::minutes(1))); });
  engine.acceptOne();
  const Descriptor descriptor(connected.get());
  EXPECT_GE(descriptor.get(), 0);
}

TEST(Connecting, KeepsNobodyFromClosingTheClient) {
  const FullListener engine;
  RunClient client({"unix:" + engine.socket().string()}, std::chrono::hours(1));
  std::promise<void> connecting;
  client.watch(0, 0, {.on_update = {}, .on_state = [&](ConnectionState state, const std::string&) {
                        if (state == ConnectionState::kConnecting) connecting.set_value();
                      }});
  connecting.get_future().wait();
  const auto call = [&] { expectError(ErrorCode::kCancelled, "client_closed", [&] { client.run(); }); };
  std::thread first(call);
  std::thread second(call);
  std::promise<std::string> command;
  client.command({}, {}, {.on_reply = {}, .on_failure = [&](const Error& why) { command.set_value(why.id()); }});
  client.stopWatching();
  client.close();
  first.join();
  second.join();
  EXPECT_EQ(command.get_future().get(), "client_closed");
}

}  // namespace
}  // namespace gan
