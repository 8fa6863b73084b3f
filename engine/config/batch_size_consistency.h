#pragma once

#include "config/run_config.h"

namespace gan {

/// Whether batch normalisation has enough to normalise when so many processes, each with images of its own, train with
/// this configuration: of one value a channel the variance is 0 and its unbiased estimate 0/0. Throws
/// Error(kInvalidArgument, "config_conflict").
void checkBatchSize(const RunConfig& config, int processes);

/// The same of a branch, before anybody trains it: on as many processes as its parent was made with. A parent whose own
/// batch takes more of them than that was resumed by more, and so may the branch be.
void checkBranchBatchSize(const RunConfig& branch, const RunConfig& parent, int processes);

/// Throws Error(kInvalidArgument, "stages_processes") unless so many processes can hold networks in so many stages. A
/// process on its own cannot.
void checkStages(int stages, int processes);

}  // namespace gan
