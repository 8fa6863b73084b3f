#pragma once

#include <string>
#include <vector>

#include "command.h"
#include "distributed/world.h"
#include "stop_signal.h"

namespace gan::app {

/// How many processes train together, and who this one is among them.
struct ProcessOptions {
  int processes = 1;                  ///< On this machine, started and watched by this one.
  int max_restarts = 0;               ///< Of all of them, after one was lost.
  int arrival_timeout_seconds = 300;  ///< Until all of them must have met.
  int peer_timeout_seconds = 600;     ///< Longest wait for another one in the midst of training.
  std::string interface;              ///< Network interface between them; empty: the one that leads to rank 0.
  WorldFlags flags;                   ///< For a process that a person starts by hand as one of several.
};

/// --processes, --arrival-timeout, --peer-timeout, --interface, --world-size, --rank, --local-rank and --meet-at.
void addProcessOptions(CLI::App& command, ProcessOptions& options);
/// --max-restarts, for commands that can go on from a checkpoint.
void addRestartOption(CLI::App& command, ProcessOptions& options);

/// Whether this process has workers to start, instead of being one. Throws findWorld()'s errors, and
/// Error(kInvalidArgument, "processes_conflict") when a launcher has started another number of processes.
bool isLauncher(const ProcessOptions& options);

/// Starts this process's own command as often as asked for, with some options more, and ends as it does: with rank 0's
/// answer, or throws Error("rank_lost") that says which rank ended how. A signal stops all of them with a checkpoint.
/// Before anything else has started threads.
Result launchWorkers(const ProcessOptions& options, const std::vector<std::string>& more, StopSignal& signal);

}  // namespace gan::app
