#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "run/command.h"

namespace gan {

enum class RunStatus { kStarting, kRunning, kPaused, kFinished, kStopped, kDiverged, kFailed };
std::string_view runStatusName(RunStatus status);

/// A new segment begins: records of earlier segments at steps > first_step are superseded.
struct SegmentStarted {
  enum class Cause { kStart, kResume, kRollback, kBranch, kReplay };
  Cause cause = Cause::kStart;
  std::int64_t first_step = 0;  ///< Iterations completed in the state it starts from.
  std::string engine;           ///< Version, host and pid, for people.
};

struct StatusChanged {
  RunStatus status = RunStatus::kRunning;
  std::string reason;  ///< Why, when it is not obvious.
};

/// A command and its answer. Replaying those that were applied repeats the run.
struct CommandHandled {
  Command command;
  CommandAnswer answer;
};

enum class Severity { kInfo, kWarning, kError };

struct Alert {
  Severity severity = Severity::kWarning;
  std::string rule;                  ///< "nan", ...
  std::string message;               ///< One sentence.
  std::vector<std::string> actions;  ///< Names of what could be done about it: "rollback", "stop", "ignore".
};

struct CheckpointWritten {
  std::string name;  ///< Folder name inside checkpoints/.
  std::uint64_t bytes = 0;
  double seconds = 0;
  bool pinned = false;
};

struct SampleWritten {
  std::string name;  ///< File name inside samples/, without ".png".
  double truncation = 1;
};

/// What the host is doing; measured every few seconds.
struct LoadMeasured {
  double cpu_percent = 0;          ///< Of this process; 100 is one core.
  std::uint64_t memory_bytes = 0;  ///< Resident, of this process.
  std::uint64_t host_memory_bytes = 0;
  std::uint64_t host_memory_used_bytes = 0;
  std::uint64_t disk_free_bytes = 0;  ///< Where the run folder lies.
};

/// An entry of the journal: everything that happened except scalars.
struct Event {
  std::uint64_t sequence = 0;  ///< 1, 2, 3 ... across restarts.
  std::int32_t segment = 0;
  std::int64_t step = 0;  ///< Iterations completed.
  double unix_seconds = 0;
  std::variant<SegmentStarted, StatusChanged, CommandHandled, Alert, CheckpointWritten, SampleWritten, LoadMeasured>
      what;
};

/// One line of JSON, as stored in the journal and printed by `log --json`.
std::string toJson(const Event& event);
/// Throws Error(kDataLoss, "journal_bad_event"). Members it does not know are ignored.
Event eventFromJson(std::string_view json);
/// A sentence for people: "step 1,200: optimizer.generator.learning_rate 0.0002 -> 0.0001 (by ann)".
std::string describe(const Event& event);

}  // namespace gan
