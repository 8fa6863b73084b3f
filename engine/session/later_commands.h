#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "config/run_config.h"
#include "run/event.h"

namespace gan {

/// What people asked of a run after the state it goes on from: lost with the iterations since, unless it is done again.
struct LaterCommands {
  std::vector<Assignment> values;          ///< Set at the state's own step: part of the state.
  std::vector<ScheduledCommand> commands;  ///< kSet after it, by step; a kPause behind them for a run that was paused.
};

/// Takes out of what is to come after step `at` what a person has decided otherwise by then: the fields of a kSet, and
/// with kContinue a pause.
void supersede(std::vector<ScheduledCommand>& later, const Command& decided, std::int64_t at);

/// Takes out what sets a field to the value that it has by then anyway, and commands of which nothing stays. values:
/// where the fields stand before the first of them.
void leaveOutUnchanged(std::vector<ScheduledCommand>& later, RunConfig values);

/// events: the run's journal. The state has `step` iterations and was made in `segment`; 0: before all segments.
/// What a roll back or another start superseded is left out, and so is what came before losses that are not finite:
/// nobody wants to go there again.
LaterCommands laterCommands(std::span<const Event> events, std::int64_t step, std::int32_t segment);

}  // namespace gan
