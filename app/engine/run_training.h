#pragma once

#include <functional>
#include <memory>
#include <string>

#include "command.h"
#include "launch.h"
#include "run/run_folder.h"
#include "session/ranks.h"
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

/// Whether this process is to wait no longer for the others of its run: a signal has come. With --requeue it waits all
/// the same: what puts the job back into the queue is the end of a training.
std::function<bool()> givenUp(const StopSignal& signal, const ServeOptions& serve);

/// Locks the folder, trains with a progress bar, serves clients meanwhile, and turns the outcome into a result.
/// A signal ends it with a checkpoint.
Result runTraining(const RunFolder& folder, SessionOptions options, const ServeOptions& serve, StopSignal& signal);
/// The same as one of several processes: rank 0 does all that, the others only train.
Result runTraining(const RunFolder& folder, SessionOptions options, const ServeOptions& serve, StopSignal& signal,
                   Ranks& ranks);

}  // namespace gan::app
