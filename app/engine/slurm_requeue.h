#pragma once

#include "command.h"

namespace gan::app {

/// What follows when a signal has ended a training.
enum class AfterSignal {
  kEnd,      ///< Nothing: the command ends.
  kRequeue,  ///< In a Slurm job that goes on to exist: the job is put back into the queue.
};

/// Puts this process's job back into the queue, unless Slurm is ending it already (scancel, its time limit, preemption
/// do what the site has set). What was done is added to the result; the exit code stays.
void requeueThisJob(Result& result);

}  // namespace gan::app
