#pragma once

#include <string>
#include <vector>

#include "core/process_output.h"

namespace gan {

/// Runs one of Slurm's programs and takes what it prints; what it answers, and whether it starts, is for the caller to
/// judge. It does not get the variables with which a user has squeue and scancel choose or print otherwise: SQUEUE_*
/// and SCANCEL_*.
ProcessOutput tryRunSlurmProgram(const std::vector<std::string>& arguments, const ProcessLimits& limits);

/// The same; throws Error(kFailedPrecondition, "slurm_missing") where it does not start.
ProcessOutput runSlurmProgram(const std::vector<std::string>& arguments, const ProcessLimits& limits);

/// Slurm's own words as one line if its program said any, else why it ended.
std::string slurmComplaint(const ProcessOutput& output);

/// Whether a program failed because Slurm does not know the job.
bool saysUnknownJob(const ProcessOutput& output);

}  // namespace gan
