#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/device_load.h"
#include "core/message.h"
#include "run/command.h"
#include "run/evaluated.h"
#include "run/phases.h"

namespace gan {

enum class RunStatus { kStarting, kRunning, kPaused, kFinished, kStopped, kDiverged, kFailed };
std::string_view runStatusName(RunStatus status);

/// A new segment begins: records of earlier segments at steps > first_step are superseded.
struct SegmentStarted {
  /// kOther: for a reason that this version has no name for, as a later one may.
  enum class Cause { kStart, kResume, kRollback, kBranch, kReplay, kOther };
  Cause cause = Cause::kStart;
  std::int64_t first_step = 0;          ///< Iterations completed in the state it starts from.
  std::string engine;                   ///< Version, host and pid, for people.
  std::vector<Assignment> live_values;  ///< Of all live fields at that moment.
  std::int64_t total_steps = 0;         ///< At which it is to end, by its steps or epochs; 0: no end is set.
  /// What was asked of earlier segments after that state, to be done again at its steps.
  std::vector<ScheduledCommand> later = {};
  std::string other_cause = {};  ///< The name of a kOther.

  friend bool operator==(const SegmentStarted& a, const SegmentStarted& b) = default;
};

struct StatusChanged {
  RunStatus status = RunStatus::kRunning;
  Message reason;                    ///< Why, when it is not obvious.
  double deadline_unix_seconds = 0;  ///< When the run ends by itself unless somebody acts; 0: it does not.

  friend bool operator==(const StatusChanged& a, const StatusChanged& b) = default;
};

/// A command and its answer. Replaying those that were applied repeats the run.
struct CommandHandled {
  Command command;
  CommandAnswer answer;
  std::vector<Assignment> previous;  ///< What the fields of an applied kSet were before.

  friend bool operator==(const CommandHandled& a, const CommandHandled& b) = default;
};

enum class Severity { kInfo, kWarning, kError };
std::string_view severityName(Severity severity);  // "info", "warning", "error"

struct Alert {
  Severity severity = Severity::kWarning;
  std::string rule;  ///< "nan", ...
  Message message;   ///< One sentence.
  /// Names of what could be done about it: "halve", "rollback", "checkpoint", "stop", "ignore".
  std::vector<std::string> actions;
  std::int64_t since_step = -1;  ///< The first step that shows it; -1: nobody knows.
  /// Of the newest checkpoint on the run's line from before that, which stays; -1: there is none.
  std::int64_t healthy_step = -1;
  std::vector<Assignment> remedy = {};  ///< What "halve" sets.

  friend bool operator==(const Alert& a, const Alert& b) = default;
};

/// The rule of alerts about losses that are not finite: its trouble alone pauses or ends a run.
inline constexpr std::string_view kNotFiniteRule = "nan";

struct CheckpointWritten {
  std::string name;  ///< Folder name inside checkpoints/.
  std::uint64_t bytes = 0;
  double seconds = 0;
  bool pinned = false;

  friend bool operator==(const CheckpointWritten& a, const CheckpointWritten& b) = default;
};

struct SampleWritten {
  std::string name;       ///< File name inside samples/, without ".png".
  double truncation = 0;  ///< Threshold in standard deviations; 0 is none.

  friend bool operator==(const SampleWritten& a, const SampleWritten& b) = default;
};

/// What the host is doing; measured every few seconds.
struct LoadMeasured {
  double cpu_percent = 0;          ///< Of this process; 100 is one core.
  std::uint64_t memory_bytes = 0;  ///< Resident, of this process.
  /// What the host has, or a control group that the process is in, whichever has the least left; see memoryRoom().
  std::uint64_t host_memory_bytes = 0;
  std::uint64_t host_memory_used_bytes = 0;
  std::uint64_t disk_free_bytes = 0;      ///< Where the run folder lies.
  std::optional<DeviceLoad> device = {};  ///< This process's GPU; none on CPUs, or where it cannot be asked.

  friend bool operator==(const LoadMeasured& a, const LoadMeasured& b) = default;
};

/// What a rank other than 0 wrote to its log, or the error that ended it.
struct RankReported {
  int rank = 0;
  std::string host;
  Severity severity = Severity::kInfo;
  Message message;
  std::uint64_t read_to = 0;  ///< How far rank 0 has read what that rank left for it; see RankReportReader.
  double unix_seconds = 0;    ///< When it said so, by its host's clock.

  friend bool operator==(const RankReported& a, const RankReported& b) = default;
};

/// What one rank did with the time of an iteration.
struct RankTimes {
  std::string host;
  PhaseTimes times{};                     ///< Means.
  std::optional<DeviceLoad> device = {};  ///< Its GPU's, the newest; none on CPUs, or where it cannot be asked.
  /// Where it computes, by the numbers of its GPUs as it sees them: "cpu", "0", "0+1"; empty in older journals.
  std::string computes_on = {};

  friend bool operator==(const RankTimes& a, const RankTimes& b) = default;
};

/// What the ranks of the training did with their time; measured every few seconds, see RankWindow.
struct RanksMeasured {
  std::int64_t steps = 0;        ///< Iterations that the means are taken over, up to the entry's.
  std::vector<RankTimes> ranks;  ///< By rank.

  friend bool operator==(const RanksMeasured& a, const RanksMeasured& b) = default;
};

/// An entry that this version does not know, as a later one may write: its type, or the name of something in it, such
/// as a status. Its place in the sequence counts all the same, and whoever passes it on passes it on whole.
struct OtherEvent {
  std::string type;
  std::string text;  ///< Its own members as a line of JSON; empty: it has none.

  friend bool operator==(const OtherEvent& a, const OtherEvent& b) = default;
};

/// Whether a report came to the journal so late that it is about an earlier start: its rank was gone by then, or rank
/// 0.
bool isOfEarlierStart(const RankReported& reported, double recorded_unix_seconds);

/// An entry of the journal: everything that happened except scalars.
struct Event {
  std::uint64_t sequence = 0;  ///< 1, 2, 3 ... across restarts.
  std::int32_t segment = 0;
  std::int64_t step = 0;  ///< Iterations completed.
  double unix_seconds = 0;
  std::variant<SegmentStarted, StatusChanged, CommandHandled, Alert, CheckpointWritten, SampleWritten, Evaluated,
               LoadMeasured, RankReported, RanksMeasured, OtherEvent>
      what;

  friend bool operator==(const Event& a, const Event& b) = default;
};

/// One line of JSON, as stored in the journal and printed by `log --json`. Assigned fields come sorted by their path,
/// a message's arguments by their name.
std::string toJson(const Event& event);
/// Whether it is one of the measurements that come every few seconds, of which people want the newest, not the list.
bool isMeasurement(const Event& event);
/// What has a type that it does not know, or a name in it (a status, a result, a command), is an OtherEvent; other
/// members that it does not know are ignored. A segment stays one whatever its cause, and leaves out of `later` what
/// this version could not do again. Throws Error(kDataLoss, "journal_bad_event"), in which source names the text.
Event eventFromJson(std::string_view json, std::string_view source = "A journal entry");
/// What it says, and behind it the commands of a shell for what could be done about it.
std::string describe(const Alert& alert);
/// A sentence for people: "step 1,200: optimizer.generator.learning_rate 2e-4 -> 1e-4 (by ann)". Control characters
/// in texts from outside are written as \xNN.
std::string describe(const Event& event);

}  // namespace gan
