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

/// What a launcher told this process: torchrun's RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR and
/// MASTER_PORT. A process that was told nothing is alone.
/// Throws Error(kInvalidArgument, "world_bad_environment") naming the variable that is missing or out of range.
World findWorld(const EnvironmentLookup& environment);

}  // namespace gan
