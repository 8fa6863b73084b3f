#include "core/worker_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <utility>

#include "core/error.h"

namespace gan {
namespace {

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// What a child does between fork and exec: other threads may hold any lock, so only system calls. What it has to say
/// of its failure goes to `report`.
[[noreturn]] void execute(char* const* arguments, char* const* environment, int report) {
  sigset_t none;
  sigemptyset(&none);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGUSR1, SIGUSR2, SIGCHLD}) ::signal(signal, SIG_DFL);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  // Sockets and files of this process are not the worker's; the pipe for the report closes by itself at exec.
  ::close_range(STDERR_FILENO + 1, static_cast<unsigned>(report) - 1, 0);
  ::close_range(static_cast<unsigned>(report) + 1, ~0U, 0);
  ::execve(arguments[0], arguments, environment);
  const int error = errno;
  [[maybe_unused]] const ssize_t written = ::write(report, &error, sizeof(error));
  ::_exit(127);
}

[[noreturn]] void becomeWorker(pid_t parent, int empty_input, const WorkerStart& start, char* const* arguments,
                               char* const* environment, int report) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it died before the line above
  ::dup2(start.input >= 0 ? start.input : empty_input, STDIN_FILENO);
  ::dup2(start.output, STDOUT_FILENO);
  if (start.errors >= 0) ::dup2(start.errors, STDERR_FILENO);
  execute(arguments, environment, report);
}

/// Leaves the session and the parent behind.
[[noreturn]] void becomeDetached(int nothing, char* const* arguments, char* const* environment, int report) {
  ::setsid();
  const pid_t child = ::fork();
  if (child > 0) ::_exit(0);
  if (child == 0) {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, stream);
    execute(arguments, environment, report);
  }
  const int error = errno;
  [[maybe_unused]] const ssize_t written = ::write(report, &error, sizeof(error));
  ::_exit(127);
}

/// What a child reported before exec; 0 once it is the program.
int reported(const FileDescriptor& report) {
  int error = 0;
  ssize_t count = 0;
  do {
    count = ::read(report.get(), &error, sizeof(error));
  } while (count < 0 && errno == EINTR);
  return count == static_cast<ssize_t>(sizeof(error)) ? error : 0;
}

[[noreturn]] void throwNotStarted(const std::string& program, int error) {
  throw Error(
      ErrorCode::kFailedPrecondition, "worker_not_started",
      "A worker process cannot be started from {program}: {reason}. Look whether the program is still there and may "
      "be run, and whether `ulimit -u` leaves room for more processes.",
      {{"program", program}, {"reason", std::strerror(error)}});
}

}  // namespace

WorkerProcess::WorkerProcess(const WorkerStart& start) {
  std::vector<std::string> command = start.command;
  std::vector<std::string> environment = start.environment;
  const std::vector<char*> arguments = pointersTo(command);
  const std::vector<char*> variables = pointersTo(environment);
  const FileDescriptor empty(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  std::array<int, 2> ends{};
  if (!empty || ::pipe2(ends.data(), O_CLOEXEC) != 0) throwNotStarted(command.front(), errno);
  const FileDescriptor report(ends[0]);
  FileDescriptor reporting(ends[1]);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ == 0) {
    becomeWorker(parent, empty.get(), start, arguments.data(), variables.data(), reporting.get());
  }
  if (pid_ < 0) throwNotStarted(command.front(), errno);
  ::setpgid(pid_, pid_);  // whichever of the two comes first
  reporting.close();
  if (const int error = reported(report); error != 0) {
    int status = 0;
    ::waitpid(std::exchange(pid_, -1), &status, 0);
    throwNotStarted(command.front(), error);
  }
}

WorkerProcess::~WorkerProcess() {
  if (pid_ < 0) return;
  kill();
  int status = 0;
  while (!status_ && ::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), status_(other.status_) {}

void WorkerProcess::signal(int number) const {
  if (!status_) ::kill(pid_, number);
}

void WorkerProcess::kill() {
  // The group may outlive its leader.
  ::kill(-pid_, SIGKILL);
  if (!status_) ::kill(pid_, SIGKILL);
}

std::optional<int> WorkerProcess::ended() {
  int status = 0;
  if (!status_ && ::waitpid(pid_, &status, WNOHANG) == pid_) status_ = status;
  return status_;
}

bool WorkerProcess::isStopped() const {
  std::ifstream file("/proc/" + std::to_string(pid_) + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');  // the name may hold anything
  return name_end != std::string::npos && line.size() > name_end + 2 && line[name_end + 2] == 'T';
}

std::vector<std::string> ownEnvironment() {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
  return variables;
}

void startDetached(const std::vector<std::string>& command) {
  std::vector<std::string> words = command;
  std::vector<std::string> environment = ownEnvironment();
  const std::vector<char*> arguments = pointersTo(words);
  const std::vector<char*> variables = pointersTo(environment);
  const FileDescriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  std::array<int, 2> ends{};
  if (!nothing || ::pipe2(ends.data(), O_CLOEXEC) != 0) throwNotStarted(command.front(), errno);
  const FileDescriptor report(ends[0]);
  FileDescriptor reporting(ends[1]);
  const pid_t child = ::fork();
  if (child == 0) becomeDetached(nothing.get(), arguments.data(), variables.data(), reporting.get());
  if (child < 0) throwNotStarted(command.front(), errno);
  reporting.close();
  const int error = reported(report);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (error != 0) throwNotStarted(command.front(), error);
}

}  // namespace gan
