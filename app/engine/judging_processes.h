#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "core/message.h"
#include "judging_options.h"
#include "launch/world.h"

namespace gan::app {

/// Processes on this machine that compute features for one which puts them together.
struct JudgingProcesses {
  int processes = 1;
  bool share = false;        ///< This one was started to compute some of them.
  std::string share_device;  ///< Where the one that started it computes; empty: it does not say.
};
/// --processes, and what the processes that it starts are told. help: of --processes.
void addJudgingProcesses(CLI::App& command, JudgingProcesses& options, const std::string& help);

/// Makes judging.device one that all processes have, so that they take what others have computed.
void chooseDeviceOfAll(const JudgingProcesses& options, JudgingOptions& judging);
/// Has this process's own command carried out by as many processes as options say, with some options more; before
/// anything else has started threads. Their answer where they failed, nothing where they did what they can. lost: see
/// launchWorkers().
std::optional<Result> shareAmongProcesses(const JudgingProcesses& options, const JudgingOptions& judging,
                                          std::vector<std::string> more, const Message& lost);

/// The place of one of so many on this machine.
World worldOf(int rank, int size);
/// What so many processes take for what one would need `seconds` for, when they share `shared` of these: on a CPU as
/// many compute at the same time as it has cores for.
double sharedAmong(const JudgingNetwork& network, int processes, double seconds, double shared);

}  // namespace gan::app
