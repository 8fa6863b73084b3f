#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "launch/world.h"

namespace gan {

/// Whole numbers and texts out of an environment; what a launcher set wrongly is named with its variable.
class LauncherVariables {
 public:
  explicit LauncherVariables(const EnvironmentLookup& lookup) : lookup_(lookup) {}

  bool has(const std::string& name) const { return lookup_(name).has_value(); }
  /// Throws Error(kInvalidArgument, "world_bad_environment").
  std::string text(const std::string& name) const;
  int number(const std::string& name, int lowest, int highest) const;
  std::uint16_t port(const std::string& name) const;

 private:
  const EnvironmentLookup& lookup_;
};

inline constexpr int kMostRanks = 1 << 20;

/// A port for those who share an identity and for nobody else, as far as that goes: never in the range from which the
/// kernel takes ports for outgoing connections (32768 and up), never one of the well-known.
std::uint16_t portFor(std::string_view identity);

/// What torchrun says. Throws Error(kInvalidArgument, "world_bad_environment"), like the others.
World torchrunWorld(const EnvironmentLookup& environment);
/// What Open MPI's and MPICH's mpirun say; nothing when this process is not theirs.
std::optional<World> mpiWorld(const EnvironmentLookup& environment);
/// What Slurm says to a task of a step; nothing to any other process, such as a job's own shell.
std::optional<World> slurmWorld(const EnvironmentLookup& environment);

}  // namespace gan
