#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/message.h"

namespace gan {

/// A job that gan-engine's script asked for, as squeue tells it. A task of an array is a job of its own.
struct QueuedJob {
  std::string job;                            ///< "17", or "17_3" for a task of an array.
  std::string user;                           ///< Number of its owner.
  std::string state;                          ///< In Slurm's word: "PENDING", "RUNNING", ...
  std::string reason;                         ///< In Slurm's word: "Priority"; empty for none.
  int nodes = 0;                              ///< Machines that it has or asks for.
  std::optional<std::chrono::seconds> used;   ///< Since it began, or began again.
  std::optional<std::chrono::seconds> limit;  ///< Nothing: unlimited, or not known yet.
  std::int64_t restarts = 0;                  ///< How often it was put back into the queue.
  std::string name;
  std::filesystem::path run;  ///< Folder of the run that it trains.
};

/// The job's comment (sbatch --comment), by which listSlurmJobs() knows it again, also after a requeue.
std::string slurmJobComment(const std::filesystem::path& run);

/// The columns that readSlurmQueue() reads, for squeue --Format. Each has a width of bytes; what is longer is cut.
std::string slurmQueueFormat();

/// What squeue printed in that format. Jobs that have another comment are left out, and lines that are no job.
std::vector<QueuedJob> readSlurmQueue(std::string_view printed);

/// This user's jobs that wait, run or end, in squeue's order. Throws Error(kFailedPrecondition, "slurm_missing"),
/// Error(kUnavailable, "slurm_unreachable") with squeue's own words.
std::vector<QueuedJob> listSlurmJobs();

/// Ends a job, of an array ("17") all its tasks: processes that train write a checkpoint first, as long as the site
/// lets them (KillWait, 30 s where nobody changed it). It does not come back into the queue. Returns what it was
/// before.
///
/// Throws Error(kInvalidArgument, "slurm_bad_job"), Error(kNotFound, "slurm_job_unknown"),
/// Error(kPermissionDenied, "slurm_job_foreign") for one that is not this user's or not of gan-engine's making,
/// Error(kFailedPrecondition, "slurm_job_over"), and the errors of listSlurmJobs().
QueuedJob cancelSlurmJob(const std::string& job);

/// Why a pending job waits, for people; Slurm's own word where it is a rare one. Empty for no reason.
Message whySlurmJobWaits(const std::string& reason);

}  // namespace gan
