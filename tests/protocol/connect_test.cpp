#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <future>
#include <thread>
#include <vector>

#include "protocol/run_client.h"
#include "protocol/studio.pb.h"
#include "protocol/unix_socket.h"
#include "run/child_process.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

using std::chrono::milliseconds;

Patience patience(milliseconds time) { return {.until = std::chrono::steady_clock::now() + time}; }

/// Takes all places in the queue of a listener.
std::vector<FileDescriptor> fill(const std::filesystem::path& socket) {
  std::vector<FileDescriptor> waiting;
  try {
    while (waiting.size() < 100) waiting.push_back(connectUnixSocket(socket, patience({})));
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), "engine_not_accepting");
  }
  return waiting;
}

/// Listens as a stopped process does: the kernel takes connections until the queue is full, and nobody accepts them.
class FullListener {
 public:
  FullListener() {
    const sockaddr_un address = socketAddress(socket());
    EXPECT_EQ(::bind(listening_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    EXPECT_EQ(::listen(listening_.get(), 0), 0);
    waiting_ = fill(socket());
  }
  std::filesystem::path socket() const { return folder_ / "engine.sock"; }
  void acceptOne() { const FileDescriptor accepted(::accept(listening_.get(), nullptr, nullptr)); }

 private:
  TemporaryFolder folder_;
  FileDescriptor listening_{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  std::vector<FileDescriptor> waiting_;
};

/// A process that binds, listens and is then stopped by SIGSTOP. When it goes on, it accepts whoever comes.
class StoppedListener {
 public:
  explicit StoppedListener(int queue) : process_([this, queue] { return serve(queue); }) {
    int status = 0;
    EXPECT_EQ(::waitpid(process_.pid(), &status, WUNTRACED), process_.pid());
    EXPECT_TRUE(WIFSTOPPED(status));
  }
  std::filesystem::path socket() const { return folder_ / "engine.sock"; }
  std::string target() const { return "unix:" + socket().string(); }
  void goOn() const { ::kill(process_.pid(), SIGCONT); }

 private:
  int serve(int queue) const {
    const sockaddr_un address = socketAddress(socket());
    const FileDescriptor listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::bind(listening.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) return 1;
    if (::listen(listening.get(), queue) != 0) return 2;
    ::raise(SIGSTOP);
    for (;;) const FileDescriptor accepted(::accept(listening.get(), nullptr, nullptr));
  }

  TemporaryFolder folder_;
  ChildProcess process_;
};

TEST(Connecting, ToAStoppedProcessEndsEachCallWithItsTimeout) {
  const StoppedListener engine(/*queue=*/8);
  RunClient client({engine.target()}, milliseconds(200));
  for (int i = 0; i < 2; ++i) {
    expectError(ErrorCode::kUnavailable, "engine_timeout", [&] { client.run(); });
  }
}

TEST(Connecting, ToAStoppedProcessWithAFullQueueEndsEachCallWithItsTimeout) {
  const StoppedListener engine(/*queue=*/0);
  const std::vector<FileDescriptor> waiting = fill(engine.socket());
  RunClient client({engine.target()}, milliseconds(200));
  for (int i = 0; i < 2; ++i) {
    expectError(ErrorCode::kUnavailable, "engine_not_accepting", [&] { client.run(); });
  }
}

TEST(Connecting, ToAStoppedProcessSucceedsWhenItGoesOn) {
  const StoppedListener engine(/*queue=*/0);
  const std::vector<FileDescriptor> waiting = fill(engine.socket());
  auto connected = std::async(std::launch::async,
                              [&] { return connectUnixSocket(engine.socket(), patience(std::chrono::minutes(1))); });
  EXPECT_EQ(connected.wait_for(milliseconds(100)), std::future_status::timeout);
  engine.goOn();
  EXPECT_TRUE(connected.get());
}

TEST(Connecting, ToAStoppedProcessKeepsNobodyFromClosingTheClient) {
  const StoppedListener engine(/*queue=*/8);
  RunClient client({engine.target()}, std::chrono::hours(1));
  std::promise<std::string> command;
  client.command({}, {},
                 {.on_reply = [&](const auto& reply) { command.set_value(reply.result()); },
                  .on_failure = [&](const Error& why) { command.set_value(why.id()); }});
  std::thread call([&] { expectError(ErrorCode::kCancelled, "client_closed", [&] { client.run(); }); });
  client.close();
  call.join();
  const std::string told = command.get_future().get();
  EXPECT_TRUE(told == "unknown" || told == "client_closed") << told;
}

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
  EXPECT_TRUE(connected.get());
}

TEST(Connecting, KeepsNobodyFromClosingTheClient) {
  const FullListener engine;
  RunClient client({"unix:" + engine.socket().string()}, std::chrono::hours(1));
  std::promise<void> connecting;
  client.watch(0, 0, {.on_update = {}, .on_state = [&](ConnectionState state, const Message&) {
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
