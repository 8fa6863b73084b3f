#include "launch/launcher.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>

#include "core/error.h"
#include "core/log.h"
#include "core/random_hex.h"
#include "core/worker_process.h"
#include "launch/line_relay.h"

namespace gan {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kTick{50};
// The exit codes of the engine's commands, as `gan-engine --help` says.
constexpr int kFailed = 1;
constexpr int kStopped = 3;
constexpr int kPeerLost = 5;

/// Our environment with some variables set anew.
std::vector<std::string> environmentWith(const std::map<std::string, std::string>& more) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (!more.contains(text.substr(0, text.find('=')))) all.push_back(text);
  }
  for (const auto& [name, value] : more) all.push_back(name + "=" + value);
  return all;
}

std::vector<std::string> environmentOf(const LaunchOptions& options, const std::string& id, int rank, int attempt) {
  const std::string size = std::to_string(options.processes);
  return environmentWith({{"RANK", std::to_string(rank)},
                          {"LOCAL_RANK", std::to_string(rank)},
                          {"WORLD_SIZE", size},
                          {"LOCAL_WORLD_SIZE", size},
                          {"MASTER_ADDR", "127.0.0.1"},
                          {"MASTER_PORT", std::to_string(options.store_port)},
                          {"TORCHELASTIC_USE_AGENT_STORE", "True"},
                          {"TORCHELASTIC_RUN_ID", id},
                          {"TORCHELASTIC_RESTART_COUNT", std::to_string(attempt)}});
}

WorkerEnd endOf(int rank, int status, std::string words) {
  WorkerEnd end;
  end.rank = rank;
  end.words = std::move(words);
  if (WIFSIGNALED(status)) {
    end.signal = WTERMSIG(status);
  } else {
    end.code = WEXITSTATUS(status);
  }
  return end;
}

/// A reader of a pipe whose other end a worker writes to.
struct Pipe {
  FileDescriptor reading;
  FileDescriptor writing;

  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
      throw Error(ErrorCode::kResourceExhausted, "worker_no_pipe",
                  "A pipe to a worker process cannot be made: {reason}. Close other programs, or raise the limit that "
                  "`ulimit -n` shows.",
                  {{"reason", std::strerror(errno)}});
    }
    reading = FileDescriptor(ends[0]);
    writing = FileDescriptor(ends[1]);
    ::fcntl(reading.get(), F_SETFL, O_NONBLOCK);
  }
};

/// As those end that wait for another one: by the code for a lost peer, or, in a kernel of NCCL's that cannot be taken
/// back, by c10d's watchdog, which aborts the process.
bool mayHaveWaited(const WorkerEnd& end) { return end.code == kPeerLost || end.signal == SIGABRT; }

bool isLoss(const WorkerEnd& end) { return end.signal != 0 || end.code == kPeerLost || end.code == kFailed; }

}  // namespace

struct Launcher::Worker {
  WorkerProcess process;
  LineRelay relay;
  std::optional<WorkerEnd> end;
};

/// One start of all workers, from the first process to the last end.
class Launcher::Attempt {
 public:
  /// id is the same in all attempts of a launch.
  Attempt(const LaunchOptions& options, const std::atomic<bool>& stop, const std::string& id, int number)
      : options_(options), stop_(stop) {
    for (int rank = 0; rank < options.processes; ++rank) start(rank, environmentOf(options, id, rank, number));
  }

  /// Fills in how it ended.
  void watch(LaunchOutcome& outcome) {
    while (std::ranges::any_of(workers_, [](const Worker& worker) { return !worker.end; })) {
      relayOutput();
      collectEnds();
      passStopOn();
      enforceDeadline();
    }
    relayOutput();
    outcome.output = workers_.front().relay.kept();
    outcome.code = 0;
    if (!first_) return;
    outcome.cause = rootCause();
    outcome.code = outcome.cause.signal != 0 || outcome.cause.silent ? kPeerLost : outcome.cause.code;
  }

 private:
  void start(int rank, std::vector<std::string> environment) {
    Pipe pipe;
    WorkerStart start{.command = options_.command,
                      .environment = std::move(environment),
                      .output = pipe.writing.get(),
                      .errors = rank == 0 ? -1 : pipe.writing.get()};
    // Rank 0's standard output is the command's answer; all else is for people.
    LineRelay relay = rank == 0 ? LineRelay(std::move(pipe.reading), options_.max_output)
                                : LineRelay(std::move(pipe.reading), "[rank " + std::to_string(rank) + "] ");
    workers_.push_back({WorkerProcess(start), std::move(relay), std::nullopt});
  }

  /// Waits a moment for words of the workers.
  void relayOutput() {
    std::vector<pollfd> waiting;
    for (const Worker& worker : workers_) {
      if (worker.relay.isOpen()) waiting.push_back({.fd = worker.relay.descriptor(), .events = POLLIN, .revents = 0});
    }
    ::poll(waiting.data(), waiting.size(), static_cast<int>(kTick.count()));
    for (Worker& worker : workers_) worker.relay.pump();
  }

  void collectEnds() {
    for (std::size_t rank = 0; rank < workers_.size(); ++rank) {
      Worker& worker = workers_[rank];
      if (worker.end) continue;
      const auto status = worker.process.ended();
      if (!status) continue;
      worker.relay.pump();
      worker.end = endOf(static_cast<int>(rank), *status, worker.relay.lastLine());
      worker.process.kill();  // what it left behind in its group
      if (worker.end->code == 0 && worker.end->signal == 0) continue;
      if (!first_) first_ = worker.end;
      // One that stops on request leaves the others to finish what they do; any other end is the end of all.
      if (worker.end->code != kStopped && !deadline_) deadline_ = Clock::now() + options_.grace;
    }
  }

  void passStopOn() {
    if (!stop_ || stop_passed_on_) return;
    stop_passed_on_ = true;
    for (const Worker& worker : workers_) worker.process.signal(SIGUSR1);
    const auto limit = Clock::now() + options_.stop_limit;
    deadline_ = deadline_ ? std::min(*deadline_, limit) : limit;
  }

  /// Past it, whoever has not ended is killed: a process that hangs in a collective does not hear anything else.
  void enforceDeadline() {
    if (!deadline_ || Clock::now() < *deadline_) return;
    for (std::size_t rank = 0; rank < workers_.size(); ++rank) {
      Worker& worker = workers_[rank];
      if (worker.end || killed_) continue;
      if (!silent_ && worker.process.isStopped()) silent_ = static_cast<int>(rank);
      overdue_.push_back(static_cast<int>(rank));
      worker.process.kill();
    }
    killed_ = true;
  }

  /// Who began it. Those who have waited for another one lost that one: above all one that was still there at the
  /// deadline and stopped, else one that was killed or failed, else any that was still there.
  WorkerEnd rootCause() const {
    if (rankZeroSpeaksForAll()) return *workers_.front().end;
    if (!mayHaveWaited(*first_)) return *first_;
    if (silent_) return silentEnd(*silent_);
    if (first_->code != kPeerLost) return *first_;
    for (const Worker& worker : workers_) {
      const bool by_us = std::ranges::find(overdue_, worker.end->rank) != overdue_.end();
      if (!by_us && isLoss(*worker.end) && worker.end->code != kPeerLost) return *worker.end;
    }
    return overdue_.empty() ? *first_ : silentEnd(overdue_.front());
  }

  /// What rank 0 fails at in the name of all, or all find out together, ends them with one code, in any order.
  bool rankZeroSpeaksForAll() const {
    const WorkerEnd& zero = *workers_.front().end;
    return first_->signal == 0 && zero.signal == 0 && zero.code == first_->code && zero.code != kPeerLost;
  }

  WorkerEnd silentEnd(int rank) const {
    WorkerEnd end = *workers_[static_cast<std::size_t>(rank)].end;
    end.silent = true;
    return end;
  }

  const LaunchOptions& options_;
  const std::atomic<bool>& stop_;
  std::vector<Worker> workers_;
  std::optional<WorkerEnd> first_;             ///< First that did not end with 0.
  std::optional<Clock::time_point> deadline_;  ///< For those that still run.
  std::vector<int> overdue_;                   ///< Still there at the deadline.
  std::optional<int> silent_;                  ///< Stopped by SIGSTOP or the like at the deadline.
  bool stop_passed_on_ = false;
  bool killed_ = false;
};

LaunchOutcome Launcher::run() {
  LaunchOutcome outcome;
  const std::string id = randomHex(8);
  for (int attempt = 0;; ++attempt) {
    outcome.restarts = attempt;
    Attempt(options_, stop_, id, attempt).watch(outcome);
    const bool again = outcome.code != 0 && (isLoss(outcome.cause) || outcome.cause.silent);
    if (!again || stop_ || attempt >= options_.max_restarts) return outcome;
    log::warning(describeEnd(outcome.cause) + "; starting all processes again (" + std::to_string(attempt + 1) +
                 " of " + std::to_string(options_.max_restarts) + ")");
  }
}

std::string describeEnd(const WorkerEnd& end) {
  std::string text = "rank " + std::to_string(end.rank);
  if (end.silent) return text + " fell silent and was killed";
  if (end.signal != 0) {
    return text + " was killed by signal " + std::to_string(end.signal) + " (" + ::strsignal(end.signal) + ")";
  }
  text += " ended with code " + std::to_string(end.code);
  return end.words.empty() ? text : text + ": " + end.words;
}

}  // namespace gan
