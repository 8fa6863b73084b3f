#include "run/unattended_command.h"

#include <exception>
#include <system_error>

#include "core/error.h"
#include "core/message.h"
#include "run/checkpoint_store.h"
#include "run/lock.h"
#include "run/run_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// Without the run's lock, which would take the trace of an engine that was lost: no engine that begins meanwhile
/// removes anything before it has trained.
CheckpointStore::Entry pinUnattended(const fs::path& run, std::int64_t step) {
  if (const auto holder = RunLock::holder(run); holder && !RunLock::isStale(*holder)) {
    throw Error(ErrorCode::kUnavailable, "run_begins",
                "An engine has {run} and does not answer yet. Ask again in a moment.", {{"run", run.string()}});
  }
  return CheckpointStore(RunFolder::openForDisplay(run).checkpoints()).pin(step);
}

}  // namespace

CommandAnswer carryOutUnattended(const fs::path& run, const Command& command) try {
  if (command.kind == CommandKind::kKeep) {
    return {CommandResult::kApplied, pinUnattended(run, command.step).state.step, {}};
  }
  return {CommandResult::kRefused,
          0,
          {"run_not_live", "No engine trains this run at present: `gan-engine resume` goes on with it.", {}}};
} catch (const std::exception& error) {
  return {CommandResult::kRefused, 0, messageOf(error)};
}

}  // namespace gan
