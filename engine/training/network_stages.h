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

/// Where the stages of both networks begin that are in a process each: the numbers of blocks, in the order of a pass.
struct ProcessStages {
  std::vector<std::size_t> generator;
  std::vector<std::size_t> discriminator;

  /// Of the process of stage `stage`: of the generator it holds that part, of the discriminator the one from behind.
  /// Then images meet the discriminator where they were made, and what it says of them comes to stage 0.
  std::size_t ofGenerator(int stage) const { return static_cast<std::size_t>(stage); }
  std::size_t ofDiscriminator(int stage) const { return discriminator.size() - 1 - static_cast<std::size_t>(stage); }
};

/// Cuts each network into so many parts with weights, so that the largest memory is as small as can be. Throws
/// Error(kInvalidArgument, "stages_too_many").
ProcessStages processStages(const TrainerOptions& options, const NetworkMemory& memory, int stages);
/// As its fields, for one process to tell the others.
std::string toText(const ProcessStages& stages);
ProcessStages processStagesFromText(const std::string& text);
/// What each process's stage holds, as formatStages() does: "generator=linear:0+blocks.1:1,discriminator=...", where
/// the numbers are those of stages.
std::string formatProcessStages(const ProcessStages& stages, const NetworkMemory& memory);

/// Micro-batches that are under way at a time in an update of `count`, through so many stages, of which 0 is a network
/// in one piece.
std::int64_t underWay(Pipeline pipeline, std::int64_t stages, std::int64_t count);

/// In which order the process of one stage does its part of an update's micro-batches, so that it waits for the others
/// as little as can be. A generated batch goes from stage 0 to the last one, and through the discriminator back to 0.
struct StageOrder {
  std::int64_t ahead = 0;      ///< Batches generated before the one that the discriminator passes on.
  std::int64_t under_way = 1;  ///< Batches that the discriminator has passed on when the first one comes back.
  std::int64_t behind = 0;     ///< Batches that have come back through the discriminator alone.
};
StageOrder stageOrder(Pipeline pipeline, int stage, int stages, std::int64_t count);

/// What a device takes for a training.
struct DeviceMemory {
  c10::Device device{c10::kCPU};
  std::uint64_t weights = 0;
  std::uint64_t optimizer = 0;  ///< See BlockMemory.
  std::uint64_t activations = 0;

  std::uint64_t bytes() const { return weights + optimizer + activations; }
};

/// Of the process of one stage, likewise.
DeviceMemory stageMemory(const TrainerOptions& options, const ProcessStages& stages, const NetworkMemory& memory,
                         int stage, std::int64_t batch);
/// Of batches of so many images, in the order in which the devices are named; networks without stages are at home.
std::vector<DeviceMemory> deviceMemory(const TrainerOptions& options, const NetworkStages& stages,
                                       const NetworkMemory& memory, c10::Device home, std::int64_t batch);

}  // namespace gan
