#pragma once

#include <string>
#include <vector>

namespace gan {

/// Whether several ranks may compute on one GPU: slower than one alone, but enough to try out what several do.
enum class GpuSharing { kRefused, kWanted };

/// On what a rank computes, as it tells the others when they meet.
struct RankDevice {
  std::string name = "cpu";  ///< "cpu" or "cuda:N".
  int index = -1;            ///< The N.
  std::string model;         ///< "NVIDIA H200"; empty on a CPU.
  std::string uuid;          ///< The GPU's, "GPU-5a3c..."; empty on a CPU.
  GpuSharing sharing = GpuSharing::kRefused;

  bool onGpu() const { return !uuid.empty(); }
};

/// A rank's device and the host that it is in.
struct RankPlace {
  std::string host;
  RankDevice device;
};

/// "cuda:0 (NVIDIA H200, GPU-5a3c...) of n3", for people.
std::string describe(const RankPlace& place);

/// How tensors of GPUs travel between the ranks: from GPU to GPU, or by way of the hosts.
enum class GpuPath { kDirect, kThroughHosts };

/// Looks at where all ranks compute, by rank: all on CPUs, or each on a GPU of its own; where all of them want to share
/// GPUs and do, their tensors must go through the hosts.
/// Throws Error(kFailedPrecondition, "ranks_mix_devices" | "ranks_share_gpu") naming two ranks; the same on every rank.
GpuPath checkPlacement(const std::vector<RankPlace>& places);

}  // namespace gan
