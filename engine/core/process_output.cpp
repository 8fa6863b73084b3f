#include "core/process_output.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include "core/file_descriptor.h"

namespace gan {

namespace {

using Deadline = std::chrono::steady_clock::time_point;

/// What one end of a pipe brings.
struct Stream {
  FileDescriptor input;
  std::string* text = nullptr;
};

/// The attributes of a program that starts with a clean slate, in a process group of its own.
class SpawnAttributes {
 public:
  SpawnAttributes() {
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes_, 0);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
    sigset_t to_default;
    sigemptyset(&to_default);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGUSR1, SIGUSR2}) sigaddset(&to_default, signal);
    posix_spawnattr_setsigdefault(&attributes_, &to_default);
  }
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

std::vector<char*> environmentWithout(const std::vector<std::string_view>& withheld) {
  std::vector<char*> kept;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (std::ranges::none_of(withheld, [text](std::string_view name) { return text.starts_with(name); })) {
      kept.push_back(*variable);
    }
  }
  kept.push_back(nullptr);
  return kept;
}

/// Starts the program; errors < 0 leaves it our standard error. Returns an errno.
int start(std::vector<std::string> arguments, int output, int errors, const std::vector<std::string_view>& withheld,
          pid_t& pid) {
  const SpawnAttributes attributes;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (errors >= 0) posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const std::vector<char*> environment = environmentWithout(withheld);
  const int error =
      ::posix_spawnp(&pid, pointers.front(), &actions, attributes.get(), pointers.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// Reads once from a stream that has something. Empty when it may go on, or why not.
std::string readSome(Stream& stream, std::size_t max_bytes) {
  std::array<char, 4096> buffer{};
  const ssize_t count = ::read(stream.input.get(), buffer.data(), buffer.size());
  if (count < 0 && errno == EINTR) return {};
  if (count <= 0) {
    stream.input.close();
    return {};
  }
  if (stream.text->size() + static_cast<std::size_t>(count) > max_bytes) return "it printed too much";
  stream.text->append(buffer.data(), static_cast<std::size_t>(count));
  return {};
}

/// Empty when all was read, or why not.
std::string readAll(std::vector<Stream>& streams, std::size_t max_bytes, Deadline deadline) {
  for (;;) {
    std::vector<pollfd> waiting;
    std::vector<Stream*> open;
    for (Stream& stream : streams) {
      if (!stream.input) continue;
      waiting.push_back({.fd = stream.input.get(), .events = POLLIN, .revents = 0});
      open.push_back(&stream);
    }
    if (open.empty()) return {};
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    const int ready = left <= 0 ? 0 : ::poll(waiting.data(), waiting.size(), static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return "it took too long";
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (waiting[i].revents == 0) continue;
      std::string reason = readSome(*open[i], max_bytes);
      if (!reason.empty()) return reason;
    }
  }
}

/// Waits for the end of a process; kills it where there is a reason to, or when the time is over, which is a reason.
int waitUntil(Deadline deadline, pid_t pid, std::string& reason) {
  int status = 0;
  while (reason.empty() && ::waitpid(pid, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() >= deadline) reason = "it took too long";
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (!reason.empty()) {
    ::kill(-pid, SIGKILL);
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
  }
  return status;
}

/// The two ends of a new pipe; an errno when there is none.
int makePipe(FileDescriptor& input, FileDescriptor& output) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return errno;
  input = FileDescriptor(ends[0]);
  output = FileDescriptor(ends[1]);
  return 0;
}

}  // namespace

ProcessOutput runForOutput(const std::vector<std::string>& arguments, const ProcessLimits& limits, ErrorStream errors,
                           const std::vector<std::string_view>& withheld) {
  const Deadline deadline = std::chrono::steady_clock::now() + limits.time;
  ProcessOutput output;
  std::vector<Stream> streams(errors == ErrorStream::kCollect ? 2 : 1);
  std::vector<FileDescriptor> written(streams.size());
  streams[0].text = &output.text;
  streams.back().text = streams.size() == 1 ? &output.text : &output.errors;
  pid_t pid = 0;
  int error = 0;
  for (std::size_t i = 0; i < streams.size() && error == 0; ++i) error = makePipe(streams[i].input, written[i]);
  const int written_errors = written.size() > 1 ? written[1].get() : -1;
  if (error == 0) error = start(arguments, written[0].get(), written_errors, withheld, pid);
  written.clear();
  if (error != 0) {
    output.reason = std::strerror(error);
    return output;
  }
  output.started = true;
  output.reason = readAll(streams, limits.max_bytes, deadline);
  const int status = waitUntil(deadline, pid, output.reason);
  if (output.reason.empty() && (!WIFEXITED(status) || WEXITSTATUS(status) != 0)) {
    output.reason = WIFEXITED(status) ? "it ended with code " + std::to_string(WEXITSTATUS(status)) : "it was killed";
  }
  output.succeeded = output.reason.empty();
  return output;
}

}  // namespace gan
