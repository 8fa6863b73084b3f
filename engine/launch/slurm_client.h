#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "launch/world.h"

namespace gan {

/// Hands a script to sbatch; from its own folder, so that relative names in a site's settings mean that. Returns the
/// job's number. Throws Error(kFailedPrecondition, "slurm_missing") where there is no sbatch,
/// Error(kFailedPrecondition, "slurm_refused") with sbatch's own words.
std::string submitSlurmJob(const std::filesystem::path& script);

/// Asks sbatch whether it would take the script; the same errors.
void testSlurmJob(const std::filesystem::path& script);

/// What became of a request to put a job back into the queue.
struct RequeueAnswer {
  bool done = false;
  std::string reason;  ///< Why not.
};

/// `scontrol requeue JOB`, where JOB is "17", or "17_3" for a task of an array.
RequeueAnswer requeueSlurmJob(const std::string& job);

/// The job's state as squeue names it ("RUNNING", "COMPLETING", ...); "ENDED" for a job that Slurm does not list as
/// pending, running or about to end; empty when Slurm cannot be asked.
std::string slurmJobState(const std::string& job);

/// Whether a job of this cluster's is known to be over or back in the queue; false when that cannot be known: no Slurm
/// here, or another cluster's.
bool slurmJobHasEnded(const std::string& job, const std::string& cluster);

/// This process's job as Slurm's commands name it: "17", or "17_3" for a task of an array; empty outside a job.
std::string thisSlurmJob(const EnvironmentLookup& environment);

/// True for "17" and "17_3": nothing else goes onto the command line of Slurm's programs.
bool isSlurmJobId(std::string_view text);

}  // namespace gan
