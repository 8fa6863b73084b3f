#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/file_descriptor.h"
#include "core/worker_process.h"
#include "service/worker.h"

namespace gan {

/// The engines that are started for the clients of a host: trainings, which go on when this process has ended, and
/// engines that answer for finished runs, which end with it. Thread-safe.
class HostProcesses {
 public:
  /// program: gan-engine.
  explicit HostProcesses(std::string program);
  /// Ends those that answer for finished runs.
  ~HostProcesses();
  HostProcesses(const HostProcesses&) = delete;
  HostProcesses& operator=(const HostProcesses&) = delete;

  /// Whether to go on waiting.
  using GoOn = std::function<bool()>;
  enum class Started { kServes, kEnded };
  /// Starts a training and waits until it serves its run, or has ended without an error. Throws what the program said,
  /// as Error(kFailedPrecondition) with its own id, "engine_ended_early", and Error(kCancelled, "client_closed").
  Started start(const std::vector<std::string>& arguments, const std::filesystem::path& run, const GoOn& go_on);
  /// Waits until somebody answers for a run; starts an engine that does where nobody works on it. Throws
  /// Error(kFailedPrecondition, "serve_failed") and Error(kCancelled, "client_closed").
  void serve(const std::filesystem::path& run, const GoOn& go_on);
  /// What a program found that looked at images.
  struct Found {
    std::string json;
    std::string sheet;  ///< Samples, a PNG; empty: it drew none.
  };
  /// Runs `gan-engine data inspect` or `data tune` with these arguments and waits for it; it ends when it is not waited
  /// for. progress is called with its newest line. Throws what the program said, as start() does,
  /// "engine_ended_looking" and "data_report_large", and Error(kCancelled, "client_closed").
  Found look(const std::vector<std::string>& arguments, const std::function<void(const std::string& line)>& progress,
             const GoOn& go_on);
  /// Runs `gan-engine slurm` with such arguments, "slurm" and what it is to do first, and waits for it; it ends when it
  /// is not waited for. Returns what it prints as JSON. Throws what the program said, as start() does,
  /// "slurm_answer_large" and "engine_ended_asking", and Error(kCancelled, "client_closed").
  std::string askSlurm(const std::vector<std::string>& arguments, const GoOn& go_on);
  /// Takes leave of trainings that have ended: until then the system keeps their numbers.
  void reap();

 private:
  /// An engine that answers for a run.
  struct Server {
    std::optional<WorkerProcess> process;
    FileDescriptor errors;
    std::string failure;  ///< Why it could not be started.
  };

  std::shared_ptr<Server> serverFor(const std::filesystem::path& run);
  bool hasEnded(Server& server);

  const std::string program_;
  std::mutex mutex_;
  std::vector<pid_t> trainings_;
  std::map<std::filesystem::path, std::shared_ptr<Server>> servers_;
  Worker starter_;  ///< Its thread lives as long as this object: what it starts ends when it does.
};

}  // namespace gan
