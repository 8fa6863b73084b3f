#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace gan {

struct LaunchOptions {
  std::vector<std::string> command;  ///< Program, by its path, and arguments of every worker.
  int processes = 2;
  int max_restarts = 0;                    ///< How often the workers are started again after one of them was lost.
  std::uint16_t store_port = 0;            ///< Where the workers meet on this machine; someone listens there.
  std::chrono::milliseconds grace{5'000};  ///< For the others to end by themselves after one was lost.
  std::chrono::milliseconds stop_limit{600'000};   ///< For all to end after a stop was asked for.
  std::size_t max_output = std::size_t{1} << 20U;  ///< Of rank 0's standard output, the last of it.
};

/// How one worker ended.
struct WorkerEnd {
  int rank = 0;
  int code = 0;         ///< Its exit code, if it ended by itself.
  int signal = 0;       ///< Else the signal that ended it.
  bool silent = false;  ///< It did not end although the others had lost it, so it was killed.
  std::string words;    ///< The last line that a worker other than rank 0 said.
};

/// How a launch ended.
struct LaunchOutcome {
  int code = 0;        ///< 0, or the exit code of the worker that ended first in such a way.
  WorkerEnd cause;     ///< Of a code other than 0: who ended first, or fell silent; rank 0 where that ended alike.
  int restarts = 0;    ///< Starts after the first.
  std::string output;  ///< Rank 0's standard output, of the last attempt.
};

/// Starts the processes of one run on this machine and watches them.
///
/// Each worker has torchrun's variables in its environment (with an id of this launch), is the leader of a process
/// group of its own, and dies with this process, whatever ends it (prctl(2), PR_SET_PDEATHSIG). Rank 0 writes to our
/// standard error itself; what the others say comes out there line by line behind "[rank N] ". Standard input is empty.
///
/// A worker that ends by a signal, with code 1 (failed) or with 5 (lost a peer) takes the others down: they get some
/// seconds, then SIGKILL. Then all are started again, if that is allowed, and are to go on from their last checkpoint.
/// Other codes end the launch without a restart. Use it from one thread, the one that lives as long as the process.
class Launcher {
 public:
  explicit Launcher(LaunchOptions options) : options_(std::move(options)) {}
  Launcher(const Launcher&) = delete;
  Launcher& operator=(const Launcher&) = delete;

  /// Blocks until all workers have ended. Throws Error(kFailedPrecondition, "worker_not_started").
  LaunchOutcome run();

  /// The workers are to finish their step, write a checkpoint and end. From any thread.
  void requestStop() noexcept { stop_ = true; }

 private:
  struct Worker;
  class Attempt;

  LaunchOptions options_;
  std::atomic<bool> stop_{false};
};

/// "rank 2 was killed by signal 9 (Killed)", for people.
std::string describeEnd(const WorkerEnd& end);

}  // namespace gan
