#include "launch/slurm_script.h"

#include "launch/shell_quote.h"
#include "launch/slurm_queue.h"

namespace gan {
namespace {

std::string option(const std::string& text) { return "#SBATCH --" + text + "\n"; }

std::string option(const std::string& name, const std::string& value) {
  return value.empty() ? std::string() : option(name + "=" + value);
}

/// checkSlurmJob() has refused what a quoted text could not hold.
std::string quoted(const std::string& text) { return "\"" + text + "\""; }

/// "%" begins a pattern in Slurm's file names; "%j" is the job's number.
std::string logPattern(const std::filesystem::path& stem) {
  std::string text;
  for (const char letter : stem.string()) text += letter == '%' ? "%%" : std::string(1, letter);
  return quoted(text + ".slurm-%j.log");
}

std::string header(const SlurmJob& job) {
  const auto lead = job.signal_lead.count() > 0 ? job.signal_lead : signalLead(std::nullopt);
  std::string text = "#!/bin/bash\n";
  text += option("job-name", job.name);
  text += option("comment", quoted(slurmJobComment(job.log_stem)));
  text += option("partition", job.partition);
  text += option("account", job.account);
  text += option("nodes", std::to_string(job.nodes));
  text += option("ntasks-per-node", std::to_string(job.tasksOnNode()));
  text += option("cpus-per-task", std::to_string(job.cpus_per_task));
  // Not --gpus-per-task: each process would see its own GPU only, and NCCL could not copy between two.
  if (job.gpus_per_node > 0) text += option("gres", "gpu:" + std::to_string(job.gpus_per_node));
  text += option("mem", job.memory);
  text += option("time", job.time);
  text += option("signal", "USR1@" + std::to_string(lead.count()));
  text += option(job.requeue == Requeue::kYes ? "requeue" : "no-requeue");
  text += option("open-mode", "append");
  text += option("output", logPattern(job.log_stem));
  return text;
}

std::vector<std::string> launch(const SlurmJob& job, const std::vector<std::string>& command) {
  std::vector<std::string> words;
  if (!job.container.empty() && job.container_runner == ContainerRunner::kPyxis) {
    words = {"--container-image=" + job.container, "--container-mount-home"};
  } else if (!job.container.empty()) {
    words = {"apptainer", "exec"};
    if (job.gpus_per_node > 0) words.emplace_back("--nv");
    words.push_back(job.container);
  }
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

}  // namespace

std::string slurmScript(const SlurmJob& job, const std::vector<std::string>& command) {
  checkSlurmJob(job);
  std::string text = header(job);
  text += "\n";
  if (!job.modules.empty()) text += "module load " + shellCommand(job.modules) + " || exit\n";
  if (job.gpus_per_node > 0) text += "export CUDA_DEVICE_ORDER=PCI_BUS_ID  # as Slurm counts the GPUs\n";
  text += R"(
# The processes get the signal before the time is over and write a checkpoint. One that reaches this shell is passed on.
# Of an array, the number of its last task alone would be the whole array's.
job=${SLURM_ARRAY_JOB_ID:+${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID}
pass_on() { scancel --signal=USR1 "${job:-$SLURM_JOB_ID}"; }
trap pass_on USR1 USR2 TERM HUP

srun --cpus-per-task="$SLURM_CPUS_PER_TASK" --kill-on-bad-exit=1 )";
  text += shellCommand(launch(job, command)) + " &\n";
  text += R"(step=$!
wait "$step"
code=$?
while kill -0 "$step" 2>/dev/null; do
  wait "$step"
  code=$?
done
exit "$code"
)";
  return text;
}

}  // namespace gan
