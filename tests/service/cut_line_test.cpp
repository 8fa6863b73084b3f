#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/file_descriptor.h"
#include "protocol/unix_socket.h"
#include "service/fake_run.h"
#include "service/watch_log.h"

namespace gan {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

/// Leads connections to an engine's socket, one after the other. While it is cut there is none, and nobody can make
/// one.
class CutLine {
 public:
  CutLine(std::filesystem::path socket, std::filesystem::path engine)
      : socket_(std::move(socket)), engine_(std::move(engine)) {
    plugIn();
  }
  ~CutLine() { cut(); }
  CutLine(const CutLine&) = delete;
  CutLine& operator=(const CutLine&) = delete;

  std::string target() const { return "unix:" + socket_.string(); }
  void cut() {
    if (!carrying_.joinable()) return;
    carrying_.request_stop();
    carrying_.join();
  }
  void plugIn() {
    FileDescriptor listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_un address = socketAddress(socket_);
    ASSERT_EQ(::bind(listening.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    ASSERT_EQ(::listen(listening.get(), 8), 0);
    carrying_ = std::jthread([this, listening = std::move(listening)](const std::stop_token& stop) {
      carry(listening, stop);
      std::filesystem::remove(socket_);
    });
  }

 private:
  struct Between {
    FileDescriptor client;
    FileDescriptor engine;
  };

  /// False when the connection has ended.
  static bool passOn(int from, int to) {
    std::array<char, 65536> bytes{};
    const ssize_t size = ::recv(from, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (size < 0) return errno == EAGAIN;
    return size > 0 && ::send(to, bytes.data(), static_cast<std::size_t>(size), MSG_NOSIGNAL) == size;
  }

  void carry(const FileDescriptor& listening, const std::stop_token& stop) const {
    std::vector<Between> lines;
    while (!stop.stop_requested()) {
      std::vector<pollfd> waiting{{listening.get(), POLLIN, 0}};
      for (const Between& line : lines) {
        waiting.push_back({line.client.get(), POLLIN, 0});
        waiting.push_back({line.engine.get(), POLLIN, 0});
      }
      ::poll(waiting.data(), waiting.size(), 10);
      std::vector<Between> going;
      for (std::size_t i = 0; i < lines.size(); ++i) {
        const int client = lines[i].client.get();
        const int engine = lines[i].engine.get();
        const bool goes_on = (waiting[1 + 2 * i].revents == 0 || passOn(client, engine)) &&
                             (waiting[2 + 2 * i].revents == 0 || passOn(engine, client));
        if (goes_on) going.push_back(std::move(lines[i]));
      }
      lines = std::move(going);
      if (waiting[0].revents == 0) continue;
      FileDescriptor client(::accept4(listening.get(), nullptr, nullptr, SOCK_CLOEXEC));
      FileDescriptor engine = connectUnixSocket(engine_, {.until = std::chrono::steady_clock::now() + seconds(10)});
      ::fcntl(engine.get(), F_SETFL, 0);  // send() waits until all is taken
      lines.push_back({std::move(client), std::move(engine)});
    }
  }

  const std::filesystem::path socket_;
  const std::filesystem::path engine_;
  std::jthread carrying_;  ///< While it is plugged in.
};

constexpr milliseconds kCutFor = minutes(10);

/// A clock that goes only where a client waits, and what happens meanwhile: a row and an event of the run each second,
/// and the end of the cut.
class SimulatedCut {
 public:
  struct Seen {
    ConnectionState state;
    milliseconds at;
    bool is_cut;
  };

  SimulatedCut(FakeRun& run, CutLine& line) : run_(run), line_(line) {}

  void begin() {
    const std::lock_guard lock(mutex_);
    line_.cut();
    is_cut_ = true;
  }
  void pass(milliseconds pause) {
    const std::lock_guard lock(mutex_);
    const milliseconds end = now_ + pause;
    for (; next_ <= end; next_ += seconds(1)) {
      if (is_cut_ && next_ >= kCutFor) {
        line_.plugIn();
        is_cut_ = false;
      }
      run_.rows(1);
      run_.journal(LoadMeasured{});
      ++events_;
    }
    now_ = end;
  }
  void note(ConnectionState state) {
    const std::lock_guard lock(mutex_);
    seen_.push_back({state, now_, is_cut_});
  }
  /// Events that were journalled since it began, once it is over; -1 before.
  std::int64_t eventsOfAll() const {
    const std::lock_guard lock(mutex_);
    return is_cut_ || now_ < kCutFor ? -1 : events_;
  }
  std::vector<Seen> seen() const {
    const std::lock_guard lock(mutex_);
    return seen_;
  }

 private:
  FakeRun& run_;
  CutLine& line_;
  mutable std::mutex mutex_;
  milliseconds now_{0};
  milliseconds next_ = seconds(1);
  bool is_cut_ = false;
  std::int64_t events_ = 0;
  std::vector<Seen> seen_;
};

TEST(CutLine, ForTenMinutesLosesAndDoublesNothingAndTheStateIsTrueAllTheWhile) {
  FakeRun run;
  run.rows(1);
  FakeEngine engine(run);
  CutLine line(run.temporary() / "line", engine.server().unixSocket());
  SimulatedCut cut(run, line);
  WatchLog log;
  RunClient::WatchCallbacks callbacks = log.callbacks();
  callbacks.on_state = [&cut, tell = callbacks.on_state](ConnectionState state, const Message& why) {
    cut.note(state);
    tell(state, why);
  };
  RunClient client({line.target()});
  client.watch(0, 0, callbacks, {.wait = [&cut](milliseconds pause, const std::stop_token&) { cut.pass(pause); }});
  ASSERT_TRUE(log.waitForState(ConnectionState::kConnected));
  ASSERT_TRUE(log.waitForSteps(1));
  cut.begin();
  ASSERT_TRUE(log.waitFor([&cut](const WatchLog& all) {
    return static_cast<std::int64_t>(all.sequences_.size()) == cut.eventsOfAll() + 1;
  }));
  ASSERT_TRUE(log.waitForSteps(static_cast<std::size_t>(cut.eventsOfAll()) + 1));
  client.stopWatching();

  const std::int64_t events = cut.eventsOfAll();
  EXPECT_GE(events, 600);
  EXPECT_EQ(log.sequences_, numbersFrom<std::uint64_t>(1, static_cast<std::uint64_t>(events) + 1));
  EXPECT_EQ(log.steps_, numbersFrom<std::int64_t>(1, events + 1));
  EXPECT_EQ(log.skipped_rows_, 0U);

  const std::vector<SimulatedCut::Seen> seen = cut.seen();
  ASSERT_GE(seen.size(), 6U);
  EXPECT_EQ(seen[0].state, ConnectionState::kConnecting);
  EXPECT_EQ(seen[1].state, ConnectionState::kConnected);
  EXPECT_EQ(seen[2].at, milliseconds(0)) << "it is told at once";
  const std::size_t back = seen.size() - 2;  // the last state is that the watch has ended
  for (std::size_t i = 2; i < back; ++i) {
    EXPECT_EQ(seen[i].state, i % 2 == 0 ? ConnectionState::kLost : ConnectionState::kConnecting) << i;
    EXPECT_TRUE(seen[i].is_cut || i == back - 1) << i;
  }
  EXPECT_EQ(seen[back].state, ConnectionState::kConnected);
  EXPECT_FALSE(seen[back].is_cut);
  EXPECT_GE(seen[back].at, kCutFor);
  EXPECT_LE(seen[back].at, kCutFor + seconds(33)) << "the longest pause between two attempts, a tenth longer";
  const auto attempts = std::ranges::count(seen, ConnectionState::kConnecting, &SimulatedCut::Seen::state);
  EXPECT_GE(attempts, 26) << "of 0.5 s growing by half to 30 s, each up to a tenth longer or shorter";
  EXPECT_LE(attempts, 34);
  for (const auto& [state, why] : log.states_) EXPECT_EQ(why.empty(), state != ConnectionState::kLost) << why;
}

}  // namespace
}  // namespace gan
