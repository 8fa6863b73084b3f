#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "core/file_descriptor.h"

namespace gan {

/// What a worker is started with.
struct WorkerStart {
  std::vector<std::string> command;
  std::vector<std::string> environment;  ///< "NAME=value", all of it.
  int input = -1;                        ///< Its standard input; -1: empty.
  int output = -1;                       ///< Its standard output.
  int errors = -1;                       ///< Its standard error; -1: ours.
};

/// A child in a process group of its own that is killed when this process dies, and when this object goes.
class WorkerProcess {
 public:
  /// Throws Error(kFailedPrecondition, "worker_not_started"). From the thread that lives as long as the process: the
  /// kernel's death signal follows the thread.
  explicit WorkerProcess(const WorkerStart& start);
  ~WorkerProcess();
  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&&) = delete;

  pid_t pid() const { return pid_; }
  /// To the worker, not to what it started.
  void signal(int number) const;
  /// SIGKILL for the worker and for all that it started and left in its group.
  void kill();
  /// waitpid(2)'s status once it has ended; asks, never waits.
  std::optional<int> ended();
  /// Whether SIGSTOP or the like holds it, by /proc.
  bool isStopped() const;

 private:
  pid_t pid_ = -1;
  std::optional<int> status_;
};

/// This process's variables, "NAME=value".
std::vector<std::string> ownEnvironment();

/// Starts a program that goes on when this process and its terminal have ended, and is nobody's child: with our
/// environment and no file of ours open, its standard streams empty. From any thread. Throws as WorkerProcess.
void startDetached(const std::vector<std::string>& command);

}  // namespace gan
