#include "protocol/child_stream.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <span>
#include <string_view>
#include <system_error>
#include <thread>

#include "core/error.h"
#include "core/worker_process.h"

namespace gan {
namespace {

constexpr std::size_t kKeptWords = 16384;

[[noreturn]] void throwNotStarted(const std::string& program, int error_number) {
  throw Error(ErrorCode::kUnavailable, "program_not_started", "{program} could not be started: {reason}.",
              {{"program", program}, {"reason", std::generic_category().message(error_number)}});
}

/// Our environment, with these instead of ours of the same names.
std::vector<std::string> environmentWith(const std::vector<std::string>& changes) {
  std::vector<std::string> all = ownEnvironment();
  for (const std::string& change : changes) {
    const std::string_view name = std::string_view(change).substr(0, change.find('=') + 1);
    std::erase_if(all, [name](const std::string& entry) { return entry.starts_with(name); });
    all.push_back(change);
  }
  return all;
}

std::vector<char*> pointersTo(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// How a child is to begin: with no signal of ours blocked or ignored, so that Ctrl-C at its question ends it.
class SpawnSettings {
 public:
  SpawnSettings(int stream, int errors, ChildStream::Session session) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_adddup2(&actions_, stream, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, stream, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO);
    ::posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigemptyset(&none);
    sigset_t ours;
    sigemptyset(&ours);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGPIPE, SIGXFSZ}) sigaddset(&ours, number);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &ours);
    const int own_session = session == ChildStream::Session::kOwn ? POSIX_SPAWN_SETSID : 0;
    ::posix_spawnattr_setflags(&attributes_,
                               static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | own_session));
  }
  ~SpawnSettings() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// What lies at the beginning of the stream, without taking it; -1 as of recv(2).
ssize_t peek(const ChildStream& child, std::span<char> bytes) {
  ssize_t count = 0;
  do {
    count = ::recv(child.descriptor(), bytes.data(), bytes.size(), MSG_PEEK | MSG_DONTWAIT);
  } while (count < 0 && errno == EINTR);
  return count;
}

}  // namespace

ChildStream::ChildStream(const Start& start) : errors_(::memfd_create("errors", MFD_CLOEXEC)) {
  std::array<int, 2> ends{};
  if (!errors_ || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throwNotStarted(start.command.front(), errno);
  }
  FileDescriptor ours(ends[0]);
  const FileDescriptor theirs(ends[1]);
  ::fcntl(ours.get(), F_SETFL, O_NONBLOCK);
  std::vector<std::string> words = start.command;
  std::vector<std::string> variables = environmentWith(start.environment);
  const SpawnSettings settings(theirs.get(), errors_.get(), start.session);
  const int failure = ::posix_spawnp(&child_, words.front().c_str(), settings.actions(), settings.attributes(),
                                     pointersTo(words).data(), pointersTo(variables).data());
  if (failure != 0) throwNotStarted(start.command.front(), failure);
  descriptor_ = std::move(ours);
}

ChildStream::~ChildStream() {
  descriptor_.close();
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  for (int sent = 0; !ended();) {
    const auto waited = Clock::now() - start;
    if (sent == 0 && waited > std::chrono::seconds(1)) {
      ::kill(child_, SIGTERM);
      sent = SIGTERM;
    } else if (sent == SIGTERM && waited > std::chrono::seconds(2)) {
      ::kill(child_, SIGKILL);
      sent = SIGKILL;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

std::string ChildStream::said() const {
  struct stat info {};
  if (::fstat(errors_.get(), &info) != 0) return {};
  const off_t from = std::max<off_t>(0, info.st_size - static_cast<off_t>(kKeptWords));
  std::string text(static_cast<std::size_t>(info.st_size - from), '\0');
  const ssize_t count = ::pread(errors_.get(), text.data(), text.size(), from);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(0, count)));
  return text;
}

std::optional<int> ChildStream::ended() {
  int status = 0;
  if (!status_ && ::waitpid(child_, &status, WNOHANG) != 0) status_ = status;
  return status_;
}

Greeting greetingOf(const ChildStream& child) {
  // A server of HTTP/2 begins with a frame of settings: a length of 3 bytes, type 4, flags 0, stream 0 in 4 bytes.
  constexpr std::size_t kHeader = 9;
  std::array<char, kHeader> bytes{};
  const ssize_t count = peek(child, bytes);
  if (count == 0) return Greeting::kEnd;
  if (count < 0) return errno == EAGAIN ? Greeting::kNone : Greeting::kEnd;
  constexpr std::array<char, kHeader - 3> kSettings{4, 0, 0, 0, 0, 0};
  const auto seen = static_cast<std::size_t>(count);
  if (bytes[0] != 0) return Greeting::kNoise;  // 64 KiB of settings do not occur
  if (seen > 3 && !std::equal(bytes.begin() + 3, bytes.begin() + count, kSettings.begin())) return Greeting::kNoise;
  return seen == kHeader ? Greeting::kSpeaks : Greeting::kNone;
}

std::string noiseOf(const ChildStream& child) {
  std::array<char, 256> bytes{};
  const ssize_t count = peek(child, bytes);
  std::string line(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(0, count)));
  line = line.substr(0, line.find('\n'));
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return line;
}

}  // namespace gan
