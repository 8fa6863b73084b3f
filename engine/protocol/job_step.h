#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/child_stream.h"
#include "protocol/endpoint.h"
#include "protocol/patience.h"

namespace gan {

/// The Slurm job in which the engine of a run works, on another machine.
struct EngineJob {
  std::string id;
  std::string host;
};
/// Nothing where the run's lock names no job, or the engine is not the one that holds it.
std::optional<EngineJob> jobOf(const std::filesystem::path& run, const Endpoint& endpoint);

/// `srun` as a step of that job beside its engine, which takes nothing of its share; program: this gan-engine, which
/// nodes of a cluster share.
std::vector<std::string> jobStepCommand(const EngineJob& job, const std::string& program,
                                        const std::filesystem::path& run);

/// A running job step, whose stream carries the protocol to the engine of the run. Throws Error(kUnavailable,
/// "slurm_step_failed") with Slurm's own words, and Error(kCancelled, "client_closed").
std::unique_ptr<ChildStream> openJobStep(const EngineJob& job, const std::filesystem::path& run,
                                         const Patience& patience);

}  // namespace gan
