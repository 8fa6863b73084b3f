#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "launch/signal_lead.h"

namespace gan {

/// What a job does when a signal has ended its training before its time.
enum class Requeue {
  kYes,  ///< It goes back into the queue and goes on from the checkpoint.
  kNo,   ///< It ends.
};

/// How a job finds the program inside a container.
enum class ContainerRunner {
  kApptainer,  ///< srun starts `apptainer exec`, once for each process.
  kPyxis,      ///< NVIDIA's plugin of Slurm: srun --container-image.
};

/// Most processes, GPUs or cores that can be asked of one machine.
inline constexpr int kMostTasksPerNode = 4096;

/// What is asked of Slurm. Empty texts and zeros leave the choice to the site.
struct SlurmJob {
  std::string name;                  ///< Shown by squeue.
  int nodes = 1;                     ///< Machines.
  int gpus_per_node = 0;             ///< 0 trains on the CPU.
  int tasks_per_node = 0;            ///< Processes on a machine; 0: one for each GPU, or one.
  int cpus_per_task = 2;             ///< Cores of a process: one that computes and one that loads, at least.
  std::string memory;                ///< Of a machine, as Slurm writes it: "64G".
  std::string time;                  ///< Limit, as Slurm writes it: "90", "1:30:00", "2-12".
  std::string partition;             ///< Name.
  std::string account;               ///< Name.
  std::vector<std::string> modules;  ///< Environment modules that are loaded first.
  std::string container;             ///< Image; empty: none.
  ContainerRunner container_runner = ContainerRunner::kApptainer;
  std::chrono::seconds signal_lead{0};  ///< Before the limit comes the signal; 0: signalLead() of nothing measured.
  Requeue requeue = Requeue::kYes;
  std::filesystem::path log_stem;  ///< Absolute; the log is this and ".slurm-JOB.log".

  /// Processes on a machine, and of the whole job.
  int tasksOnNode() const { return tasks_per_node > 0 ? tasks_per_node : (gpus_per_node > 0 ? gpus_per_node : 1); }
  std::int64_t tasks() const { return std::int64_t{nodes} * tasksOnNode(); }
};

/// A time limit as sbatch reads it: minutes, minutes:seconds, hours:minutes:seconds, days-hours, days-hours:minutes,
/// days-hours:minutes:seconds. Nothing when it is none.
std::optional<std::chrono::seconds> parseSlurmTime(std::string_view text);

/// Checks what can be checked without Slurm: counts, one process a GPU, time against the signal, and that names hold
/// nothing which sbatch or a shell would read as something else. Throws Error(kInvalidArgument, "slurm_...").
void checkSlurmJob(const SlurmJob& job);

/// The share of a global batch that each copy of the networks takes. Throws Error(kInvalidArgument,
/// "slurm_batch_indivisible") that names the nearest batches which can be divided.
std::int64_t batchOfCopy(std::int64_t global_batch, std::int64_t copies);

/// The job's container image as its machines are to be told it: a file's absolute path, for the job runs in another
/// folder than this process; a name of a registry as it is. A text with :// in it is of a registry, and for pyxis also
/// one that begins neither with / nor with a dot.
std::string containerPlace(const SlurmJob& job);

/// Refuses an image that is a file and is not there, or that compute nodes would not see. Throws
/// Error(kNotFound, "slurm_no_container"), Error(kInvalidArgument, "slurm_not_shared").
void checkContainer(const SlurmJob& job);

/// Refuses a path that compute nodes would not see: one on a file system that only this machine has.
/// Throws Error(kInvalidArgument, "slurm_not_shared").
void checkShared(const std::filesystem::path& path);

}  // namespace gan
