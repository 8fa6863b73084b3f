#pragma once

#include <string>

#include "command.h"
#include "run/run_folder.h"
#include "session/session.h"
#include "slurm_requeue.h"
#include "stop_signal.h"

namespace gan::app {

/// What every command that trains is given beside the run.
struct ServeOptions {
  std::string listen;  ///< "HOST:PORT" for clients of other machines; empty: this machine's socket only.
  AfterSignal after_signal = AfterSignal::kEnd;
};

/// --listen and --requeue.
void addServeOptions(CLI::App& command, ServeOptions& options);

/// Locks the folder, trains with a progress bar, serves clients meanwhile, and turns the outcome into a result.
/// A signal ends it with a checkpoint.
Result runTraining(const RunFolder& folder, SessionOptions options, const ServeOptions& serve, StopSignal& signal);

}  // namespace gan::app
