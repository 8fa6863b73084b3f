#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gan {

class RunConfig;

/// Blocks of a network, one after the other, and where they compute.
struct StagePlace {
  std::string device;      ///< "cpu" or "cuda:1".
  std::string block = {};  ///< The first of them; empty: wherever the stages' memory is balanced.
  bool operator==(const StagePlace&) const = default;
};

/// On which devices a run's networks compute, as distributed.placement says it:
///
///     (empty)                              both where the process computes
///     auto                                 both over all GPUs that the process sees, memory balanced
///     0+1                                  each in two stages, on GPUs 0 and 1
///     generator=0,discriminator=1          each on one; a network that is not named computes where the process does
///     generator=0+blocks.2:1               the second stage begins with block blocks.2
///
/// A device is the number of a GPU, `cuda:` and that number, or `cpu`; the same one may be named more than once.
struct NetworkPlacement {
  bool automatic = false;
  std::vector<StagePlace> generator;  ///< In order; empty: where the process computes.
  std::vector<StagePlace> discriminator;

  bool isDefault() const { return !automatic && generator.empty() && discriminator.empty(); }
  /// The devices that are named, each once.
  std::vector<std::string> devices() const;
  bool operator==(const NetworkPlacement&) const = default;

  /// Throws Error(kInvalidArgument, "config_bad_placement").
  static NetworkPlacement parse(std::string_view text);
};

/// As parse() reads it.
std::string formatPlacement(const NetworkPlacement& placement);

/// Reads distributed.placement.
NetworkPlacement networkPlacement(const RunConfig& config);

}  // namespace gan
