#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace gan {

/// A process's place among the processes that train one run together.
struct World {
  /// Who answers at the place where the ranks meet.
  enum class StoreHost { kRankZero, kLauncher };

  int rank = 0;  ///< 0 ... size - 1. Rank 0 records, serves and writes checkpoints.
  int size = 1;
  int local_rank = 0;  ///< Among the processes of this host.
  int local_size = 1;
  std::string store_host;  ///< Where the ranks meet: name or address of rank 0's or the launcher's host.
  std::uint16_t store_port = 0;
  StoreHost store_at = StoreHost::kRankZero;
  std::string attempt;  ///< Sets the meeting of a restarted group apart from those before it, in one store.
  std::string found;    ///< Where all this was read, for people; empty for a process on its own.

  bool alone() const { return size == 1; }
};

/// Reads a variable of an environment; nothing where it is not set.
using EnvironmentLookup = std::function<std::optional<std::string>(const std::string& name)>;
EnvironmentLookup processEnvironment();

/// What a person says on the command line; size 0: nothing.
struct WorldFlags {
  int size = 0;
  int rank = 0;
  int local_rank = 0;
  std::string meet_at;  ///< "HOST:PORT" of rank 0.
};

/// This process's place. The first that says anything wins: the command line; torchrun's RANK, WORLD_SIZE, LOCAL_RANK,
/// LOCAL_WORLD_SIZE, MASTER_ADDR and MASTER_PORT; mpirun's variables; those of a step of Slurm. A process that was told
/// nothing is alone.
/// Throws Error(kInvalidArgument, "world_bad_environment" | "world_bad_flags" | "world_bad_meeting_place" |
/// "world_no_meeting_place" | "node_list_invalid") naming what is missing or out of range.
World findWorld(const EnvironmentLookup& environment, const WorldFlags& flags = {});

/// How often Slurm or a launcher on this machine has started this process's run before.
int restartsBefore(const EnvironmentLookup& environment);

}  // namespace gan
