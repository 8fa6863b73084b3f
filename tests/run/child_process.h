#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <functional>
#include <system_error>

namespace gan {

/// A copy of this process that runs one function and ends with its result, without destructors or exit handlers.
/// Killed when the object goes.
class ChildProcess {
 public:
  explicit ChildProcess(const std::function<int()>& work) : pid_(::fork()) {
    if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (pid_ > 0) return;
    int result = 255;
    try {
      result = work();
    } catch (...) {
      result = 254;
    }
    ::_exit(result);
  }
  ~ChildProcess() { kill(); }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t pid() const { return pid_; }
  /// SIGKILL, and waits for the end.
  void kill() {
    if (ended_) return;
    ::kill(pid_, SIGKILL);
    wait();
  }
  /// What the function returned; -1 when it was killed.
  int wait() {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    ended_ = true;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_;
  bool ended_ = false;
};

}  // namespace gan
