#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/run_config.h"
#include "session/ranks.h"

namespace gan {

/// What a run takes of a device, and what there is; bytes.
struct PlacedDevice {
  std::string name;  ///< "cpu", "cuda:1" or "stage 0 (cpu)".
  std::uint64_t weights = 0;
  std::uint64_t optimizer = 0;    ///< Gradients, what the optimisers keep, the average.
  std::uint64_t activations = 0;  ///< Of the micro-batches that are under way at a time.
  std::optional<std::uint64_t> free = {};

  std::uint64_t bytes() const { return weights + optimizer + activations; }
};

/// Where a run's networks compute.
struct RunPlacement {
  std::string stages;  ///< As distributed.placement names each block and device; empty: both at home, in one piece.
  std::vector<PlacedDevice> devices;  ///< Measured with a small batch on the host.
  std::string pipeline = {};          ///< distributed.pipeline; empty where both networks are in one piece.
};

/// For a process that computes on `home`, "cpu" or "cuda:0". Of a GAN, whose number of classes is known. Where stages
/// are in a process each (distributed.stages), a device of each: "stage 0 (cpu)", of which it is known what is free
/// where this process computes. Throws networkStages()'s and processStages()'s errors.
RunPlacement placeRun(const RunConfig& config, const std::string& home);

/// Throws Error(kResourceExhausted, "placement_does_not_fit") for the first device that has not enough memory free.
void checkFits(const RunPlacement& placement);

/// The same of all processes that share a device with rank 0, where each of them by itself would fit. homes: the device
/// of each process and its host, by rank; rank r holds stage r % stages, and with one stage all of the placement.
void checkFitTogether(const RunPlacement& placement, const std::vector<std::string>& homes, int stages);

/// Whether neither would throw.
bool fitTogether(const RunPlacement& placement, const std::vector<std::string>& homes, int stages);

/// What distributed.pipeline = auto comes to: "gpipe" where accumulated batches go through stages and all of them at
/// once leave kMemoryMargin of each device free, with what other processes take of it; else, or where a device does not
/// say what is free, "1f1b". home and homes: as above. Throws what placeRun() does.
std::string choosePipeline(const RunConfig& config, const std::string& home, const std::vector<std::string>& homes);

/// In place of auto, what rank 0 chooses for all of them; after Ranks::divide(), before a trainer is made.
void settlePipeline(RunConfig& config, const std::string& home, Ranks& ranks);

/// Before a run is made: its placement as placeRun() has it, where one is set or it has stages, else nothing. Throws,
/// too, checkFits()'s error, and Error(kInvalidArgument, "placement_processes") where several processes would take the
/// same GPUs.
RunPlacement checkedPlacement(const RunConfig& config, int processes, const std::string& home);

}  // namespace gan
