#include "core/error.h"
#include "launch/launcher_variables.h"
#include "launch/node_list.h"

namespace gan {
namespace {

/// Tasks of the step on this process's node; where Slurm does not say, enough for this one.
int tasksHere(const LauncherVariables& variables, int local_rank, int size) {
  if (!variables.has("SLURM_STEP_TASKS_PER_NODE") || !variables.has("SLURM_NODEID")) return local_rank + 1;
  const std::vector<int> counts = parseTasksPerNode(variables.text("SLURM_STEP_TASKS_PER_NODE"));
  const int node = variables.number("SLURM_NODEID", 0, kMostRanks);
  if (static_cast<std::size_t>(node) >= counts.size()) return local_rank + 1;
  const int here = counts[static_cast<std::size_t>(node)];
  return here > local_rank && here <= size ? here : local_rank + 1;
}

}  // namespace

std::optional<World> slurmWorld(const EnvironmentLookup& environment) {
  const LauncherVariables variables(environment);
  // A job's shell has SLURM_PROCID=0 and SLURM_NTASKS, too: only the step tells that srun started this process.
  if (!variables.has("SLURM_STEP_ID") || !variables.has("SLURM_PROCID")) return std::nullopt;
  World world;
  world.size =
      variables.number(variables.has("SLURM_STEP_NUM_TASKS") ? "SLURM_STEP_NUM_TASKS" : "SLURM_NTASKS", 1, kMostRanks);
  world.rank = variables.number("SLURM_PROCID", 0, world.size - 1);
  world.local_rank = variables.number("SLURM_LOCALID", 0, world.size - 1);
  world.local_size = tasksHere(variables, world.local_rank, world.size);
  const std::string step = variables.text("SLURM_JOB_ID") + "." + variables.text("SLURM_STEP_ID");
  world.found = "Slurm's step " + step;
  if (world.alone()) return world;
  const std::string nodes =
      variables.text(variables.has("SLURM_STEP_NODELIST") ? "SLURM_STEP_NODELIST" : "SLURM_JOB_NODELIST");
  world.store_host = parseNodeList(nodes).front();
  // A requeued job keeps its number: what is left of its last attempt must not be met.
  world.store_port = portFor(step + "." + environment("SLURM_RESTART_COUNT").value_or("0"));
  return world;
}

}  // namespace gan
