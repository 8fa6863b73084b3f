#pragma once

#include <c10/core/Device.h>

#include <cstdint>
#include <string>
#include <vector>

#include "models/network_blocks.h"
#include "training/block_memory.h"
#include "training/trainer_options.h"

namespace gan {

/// In which stages a run's networks compute; of a network without any, where the process does.
struct NetworkStages {
  std::vector<BlockStage> generator;
  std::vector<BlockStage> discriminator;

  bool empty() const { return generator.empty() && discriminator.empty(); }
};

/// options.placement with each stage's block and device. home: where the process computes. What the placement leaves
/// open is cut so that the largest memory is as small as can be; auto cuts both networks, one behind the other, into
/// one part for each GPU that the process sees, and does nothing on the CPU.
/// Throws Error(kInvalidArgument): "placement_unknown_block", "placement_block_order", "placement_too_many_stages";
/// Error(kFailedPrecondition, "placement_device_missing").
NetworkStages networkStages(const TrainerOptions& options, c10::Device home);
/// The same where it is known what blocks take, and which devices `auto` may take.
NetworkStages networkStages(const TrainerOptions& options, const NetworkMemory& memory,
                            const std::vector<c10::Device>& all);

/// As distributed.placement would name each block and device: "generator=linear:0+blocks.2:1".
std::string formatStages(const NetworkStages& stages, const NetworkMemory& memory);

/// Micro-batches that are under way at a time in an update of `count`, through so many stages, of which 0 is a network
/// in one piece.
std::int64_t underWay(Pipeline pipeline, std::int64_t stages, std::int64_t count);

/// What a device takes for a training.
struct DeviceMemory {
  c10::Device device{c10::kCPU};
  std::uint64_t weights = 0;
  std::uint64_t optimizer = 0;  ///< See BlockMemory.
  std::uint64_t activations = 0;

  std::uint64_t bytes() const { return weights + optimizer + activations; }
};

/// Of batches of so many images, in the order in which the devices are named; networks without stages are at home.
std::vector<DeviceMemory> deviceMemory(const TrainerOptions& options, const NetworkStages& stages,
                                       const NetworkMemory& memory, c10::Device home, std::int64_t batch);

}  // namespace gan
