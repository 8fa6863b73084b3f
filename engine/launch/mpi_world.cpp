#include "core/error.h"
#include "launch/launcher_variables.h"

namespace gan {
namespace {

struct Names {
  const char* launcher;
  const char* rank;
  const char* size;
  const char* local_rank;
  const char* local_size;
};

constexpr Names kOpenMpi{"Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
                         "OMPI_COMM_WORLD_LOCAL_SIZE"};
// srun sets PMI_RANK and PMI_SIZE as well; the local ones come from MPICH's mpirun only.
constexpr Names kMpich{"MPICH", "PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS"};

/// What all processes of one mpirun have in common and no other has; empty when it does not say.
std::string jobOf(const EnvironmentLookup& environment) {
  for (const char* name : {"PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid"}) {
    if (const auto value = environment(name); value && !value->empty()) return *value;
  }
  return {};
}

void findStore(World& world, const EnvironmentLookup& environment, const Names& names) {
  const LauncherVariables variables(environment);
  if (variables.has("MASTER_ADDR") && variables.has("MASTER_PORT")) {
    world.store_host = variables.text("MASTER_ADDR");
    world.store_port = variables.port("MASTER_PORT");
    return;
  }
  const std::string job = jobOf(environment);
  if (world.local_size == world.size && !job.empty()) {
    world.store_host = "127.0.0.1";
    world.store_port = portFor(job);
    return;
  }
  throw Error(ErrorCode::kInvalidArgument, "world_no_meeting_place",
              "{launcher} started {size} processes but does not say where they can meet. Name the host of rank 0 and a "
              "free port there: mpirun -x MASTER_ADDR=HOST -x MASTER_PORT=29400 ...",
              {{"launcher", names.launcher}, {"size", std::to_string(world.size)}});
}

}  // namespace

std::optional<World> mpiWorld(const EnvironmentLookup& environment) {
  const LauncherVariables variables(environment);
  const bool open_mpi = variables.has(kOpenMpi.rank);
  if (!open_mpi && !(variables.has(kMpich.rank) && variables.has(kMpich.local_rank))) return std::nullopt;
  const Names& names = open_mpi ? kOpenMpi : kMpich;
  World world;
  world.size = variables.number(names.size, 1, kMostRanks);
  world.rank = variables.number(names.rank, 0, world.size - 1);
  world.local_rank = variables.number(names.local_rank, 0, world.size - 1);
  world.local_size = variables.has(names.local_size)
                         ? variables.number(names.local_size, world.local_rank + 1, world.size)
                         : world.local_rank + 1;
  world.found = std::string(names.launcher) + "'s environment";
  if (!world.alone()) findStore(world, environment, names);
  return world;
}

}  // namespace gan
