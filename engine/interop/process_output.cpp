#include "interop/process_output.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include "core/file_descriptor.h"

namespace gan {

namespace {

/// Starts the shell in a process group of its own; returns an errno.
int start(const std::string& command, int output, pid_t& pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  std::string shell = "sh";
  std::string option = "-c";
  std::string line = command;
  std::array<char*, 4> arguments{shell.data(), option.data(), line.data(), nullptr};
  const int error = ::posix_spawn(&pid, "/bin/sh", &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// Empty when all was read, or why not.
std::string readAll(int input, std::size_t max_bytes, std::chrono::steady_clock::time_point deadline,
                    std::string& text) {
  std::array<char, 4096> buffer{};
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
    pollfd waiting{.fd = input, .events = POLLIN, .revents = 0};
    const int ready = left <= 0 ? 0 : ::poll(&waiting, 1, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return "it took too long";
    const ssize_t count = ::read(input, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return {};
    if (text.size() + static_cast<std::size_t>(count) > max_bytes) return "it printed too much";
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

/// Waits for the end of a process; kills it where there is a reason to, or when the time is over, which is a reason.
int waitUntil(std::chrono::steady_clock::time_point deadline, pid_t pid, std::string& reason) {
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

}  // namespace

ProcessOutput runForOutput(const std::string& command, std::size_t max_bytes, std::chrono::seconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  ProcessOutput output;
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    output.reason = std::strerror(errno);
    return output;
  }
  const FileDescriptor input(ends[0]);
  FileDescriptor written(ends[1]);
  pid_t pid = 0;
  const int error = start(command, written.get(), pid);
  written.close();
  if (error != 0) {
    output.reason = std::strerror(error);
    return output;
  }
  output.reason = readAll(input.get(), max_bytes, deadline, output.text);
  const int status = waitUntil(deadline, pid, output.reason);
  if (output.reason.empty() && (!WIFEXITED(status) || WEXITSTATUS(status) != 0)) {
    output.reason = WIFEXITED(status) ? "it ended with code " + std::to_string(WEXITSTATUS(status)) : "it was killed";
  }
  output.succeeded = output.reason.empty();
  return output;
}

}  // namespace gan
