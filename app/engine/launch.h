#pragma once

#include <string>
#include <vector>

#include "command.h"
#include "core/message.h"
#include "device_plan.h"
#include "launch/world.h"
#include "stop_signal.h"

namespace gan::app {

/// How many processes train together, and who this one is among them.
struct ProcessOptions {
  int processes = 0;                  ///< On this machine, started and watched by this one; 0: as devices say.
  std::string devices = "auto";       ///< Where they compute.
  std::string of_starter;             ///< Likewise, as the process says that started this one; empty: it says nothing.
  int max_restarts = 0;               ///< Of all of them, after one was lost.
  int arrival_timeout_seconds = 300;  ///< Until all of them must have met.
  int peer_timeout_seconds = 600;     ///< Longest wait for another one in the midst of training.
  std::string interface;              ///< Network interface between them; empty: the one that leads to rank 0.
  WorldFlags flags;                   ///< For a process that a person starts by hand as one of several.
};

/// --devices, --processes, --arrival-timeout, --peer-timeout, --interface, --world-size, --rank, --local-rank and
/// --meet-at.
void addProcessOptions(CLI::App& command, ProcessOptions& options);
/// --max-restarts, for commands that can go on from a checkpoint.
void addRestartOption(CLI::App& command, ProcessOptions& options);

/// Where this command computes. Throws findWorld()'s and planDevices()'s errors.
DevicePlan planDevices(const ProcessOptions& options);

/// What those commands say when a process was lost, "rank_lost": how to go on from the last checkpoint.
Message trainingLost();
/// What those say that only measure.
Message measurementLost();

/// Starts this process's own command as often as planned, with some options more, and ends as it does: with rank 0's
/// answer, or throws `lost` as an Error that says which rank ended how: it may name {what} happened, the {size} and the
/// {restarts}. A signal stops all of them with a checkpoint. Before anything else has started threads.
Result launchWorkers(const ProcessOptions& options, const DevicePlan& plan, std::vector<std::string> more,
                     StopSignal& signal, const Message& lost);

}  // namespace gan::app
