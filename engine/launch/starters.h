#pragma once

#include <string>
#include <vector>

#include "launch/world.h"

namespace gan {

/// One who starts a run's processes and starts them again after a loss: Slurm a job, a launcher its workers.
struct Starter {
  std::string identity;  ///< The same at every start of one job or launch, and no other's; empty: it does not say.
  int restarts = 0;      ///< Starts before this one.
};

/// Those that have a hand in this process. Throws Error(kInvalidArgument, "world_bad_environment").
std::vector<Starter> startersOf(const EnvironmentLookup& environment);

/// Their identities, as far as they say them: what the manifest of a run keeps of who began it.
std::vector<std::string> launchesOf(const EnvironmentLookup& environment);

/// Whether a run that was begun under these launches may have been begun by an earlier start of this very process. A
/// starter without an identity is believed where all others agree.
bool begunByEarlierStart(const std::vector<std::string>& launches, const EnvironmentLookup& environment);

}  // namespace gan
