#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "training/trainer_options.h"

namespace gan {

/// What a block of a network takes on its device while it is trained.
struct BlockMemory {
  std::string name;
  std::uint64_t weights = 0;    ///< With buffers.
  std::uint64_t optimizer = 0;  ///< Gradients, what the optimiser keeps, and the average of a generator.
  std::uint64_t image = 0;      ///< What a pass keeps of one image until its gradients are computed.
};

struct NetworkMemory {
  std::vector<BlockMemory> generator;  ///< In the order of its blocks.
  std::vector<BlockMemory> discriminator;
};

/// Counts weights, and measures a pass of a small batch through networks of the options on the host, whose weights are
/// zeros. Empty for a network that is no chain of blocks.
NetworkMemory measureBlocks(const TrainerOptions& options);

/// Cuts `costs` into so many runs of at least one, of which the largest sum is as small as can be: where each begins.
/// There are at least as many costs.
std::vector<std::size_t> balancedCuts(std::span<const double> costs, std::size_t parts);

}  // namespace gan
