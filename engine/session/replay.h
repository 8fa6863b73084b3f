#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "run/event.h"
#include "session/session.h"

namespace gan {

/// What has to be done at which step to repeat a run's current line.
struct ReplayScript {
  std::vector<ScheduledCommand> commands;  ///< By step; only those that change training.
  std::int64_t first_step = 0;             ///< Where the run began: above 0 for a branch.
  std::int64_t last_step = 0;              ///< Where the original stood last.
};

/// Follows a journal's segments: commands that a roll back or a resume superseded are left out, and where a segment
/// begins, its live values are set as the checkpoint had them. Commands whose sequence number is in `without` are
/// left out, to see what would have been.
ReplayScript replayScript(std::span<const Event> events, std::span<const std::uint64_t> without = {});

}  // namespace gan
