#pragma once

#include <string>
#include <vector>

#include "launch/slurm_job.h"

namespace gan {

/// The script for sbatch that runs command, the program first, once for each process of the job. It checks the job like
/// checkSlurmJob(). Whatever a value holds reaches the program as one argument and the shell as nothing else.
///
/// srun's processes get SIGUSR1 before the time limit; a signal that reaches only the batch shell is passed on to them.
/// The shell ends with srun's code.
std::string slurmScript(const SlurmJob& job, const std::vector<std::string>& command);

}  // namespace gan
