#include "protocol/ssh_tunnel.h"

#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/error.h"

namespace gan {
namespace {

[[noreturn]] void throwFailed(const std::string& program, const std::string& host, int error_number) {
  throw Error(ErrorCode::kUnavailable, "ssh_failed",
              "{program} could not be started to reach {host}: {reason}. Install it, or name another in GAN_SSH.",
              {{"program", program}, {"host", host}, {"reason", std::generic_category().message(error_number)}});
}

/// The remote side hands its command line to a shell.
std::string quoteForShell(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::vector<std::string> commandLine(const std::string& program, const SshTarget& target) {
  std::vector<std::string> words{program, "-T"};
  if (!target.port.empty()) words.insert(words.end(), {"-p", target.port});
  words.emplace_back("--");
  words.push_back(target.user.empty() ? target.host : target.user + "@" + target.host);
  words.push_back("gan-engine connect " + quoteForShell(target.path));
  return words;
}

}  // namespace

SshTunnel::SshTunnel(const SshTarget& target) {
  const char* override_program = std::getenv("GAN_SSH");
  const std::string program = override_program != nullptr && override_program[0] != '\0' ? override_program : "ssh";
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) throwFailed(program, target.host, errno);
  FileDescriptor ours(ends[0]);
  const FileDescriptor theirs(ends[1]);

  std::vector<std::string> words = commandLine(program, target);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, theirs.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, theirs.get(), STDOUT_FILENO);
  const int failure = ::posix_spawnp(&child_, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) throwFailed(program, target.host, failure);
  descriptor_ = std::move(ours);
}

SshTunnel::~SshTunnel() {
  descriptor_.close();
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  for (int sent = 0; ::waitpid(child_, nullptr, WNOHANG) == 0;) {
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

}  // namespace gan
