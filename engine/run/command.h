#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "config/schema.h"
#include "core/message.h"

namespace gan {

enum class CommandKind {
  kSet,  ///< Live fields, all or none: `values`.
  kPause,
  kContinue,
  kStep,        ///< One iteration while paused.
  kSample,      ///< A sample grid now, also while paused.
  kCheckpoint,  ///< A checkpoint now; it is pinned.
  kKeep,        ///< Checkpoint `step` is pinned, superseded or not.
  kRollback,    ///< To checkpoint `step`.
  kBranch,      ///< Copies checkpoint `step` into the new run folder `path`.
  kEvaluate,
  kStop,  ///< Finish the iteration, write a checkpoint, end.
};

std::string_view commandKindName(CommandKind kind);  // "set", "pause", ...
/// Throws Error(kInvalidArgument, "command_unknown").
CommandKind commandKindFromName(std::string_view name);

struct Assignment {
  std::string path;
  Value value;

  friend bool operator==(const Assignment& a, const Assignment& b) = default;
};

/// What somebody asks of a running engine.
struct Command {
  std::string id;      ///< Chosen by the client; an engine answers a repeated id with the first answer.
  std::string client;  ///< Who asks, for the journal.
  CommandKind kind = CommandKind::kSet;
  std::vector<Assignment> values;
  std::int64_t step = -1;  ///< kRollback, kBranch, kKeep: which checkpoint; -1 is the newest, but of kKeep.
  std::string path;        ///< kBranch.

  friend bool operator==(const Command& a, const Command& b) = default;
};

/// A command and the step at which it takes effect.
struct ScheduledCommand {
  std::int64_t step = 0;
  Command command;

  friend bool operator==(const ScheduledCommand& a, const ScheduledCommand& b) = default;
};

/// Throws Error(kInvalidArgument, "command_too_large" | "command_duplicate_field"): a command's texts may have 64 KiB
/// in all, so that it fits into the journal, and no field may be set twice.
void checkCommand(const Command& command);

enum class CommandResult {
  kApplied,
  kNeedsRestart,
  kRefused,
  kUnknown,  ///< Nobody answered who knows; the run's journal has the command if it was carried out.
};

std::string_view commandResultName(CommandResult result);  // "applied", "needs_restart", "refused", "unknown"

/// The answer to a command: applied at step N, needs a restart, refused because ..., or nobody knows.
struct CommandAnswer {
  CommandResult result = CommandResult::kApplied;
  std::int64_t step = 0;  ///< Iterations completed when it took effect.
  Message reason;         ///< Why it was not applied; empty when it was.

  friend bool operator==(const CommandAnswer& a, const CommandAnswer& b) = default;
};

}  // namespace gan
