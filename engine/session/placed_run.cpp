#include "session/placed_run.h"

#include <c10/core/CachingDeviceAllocator.h>
#include <c10/core/Device.h>

#include <algorithm>

#include "config/network_placement.h"
#include "core/error.h"
#include "core/log.h"
#include "core/units.h"
#include "run/memory_room.h"
#include "run/training_forecast.h"
#include "training/network_stages.h"

namespace gan {

namespace {

std::optional<std::uint64_t> freeOn(c10::Device device) {
  if (device.is_cpu()) return memoryRoom().left_bytes;
  try {
    return c10::getDeviceAllocator(device.type())->getMemoryInfo(device.index()).first;
  } catch (const std::exception& error) {
    log::warning(device.str() + " does not say what memory is free: " + error.what());
    return std::nullopt;
  }
}

PlacedDevice placed(std::string name, const DeviceMemory& memory, std::optional<std::uint64_t> free) {
  return {.name = std::move(name),
          .weights = memory.weights,
          .optimizer = memory.optimizer,
          .activations = memory.activations,
          .free = free};
}

std::string pipelineName(Pipeline pipeline) { return pipeline == Pipeline::kGpipe ? "gpipe" : "1f1b"; }

/// A process each.
RunPlacement placeProcesses(const TrainerOptions& options, const NetworkMemory& memory, int count, c10::Device home,
                            std::int64_t batch) {
  const ProcessStages stages = processStages(options, memory, count);
  RunPlacement placement{
      .stages = formatProcessStages(stages, memory), .devices = {}, .pipeline = pipelineName(options.pipeline)};
  for (int stage = 0; stage < count; ++stage) {
    placement.devices.push_back(placed("stage " + std::to_string(stage) + " (" + home.str() + ")",
                                       stageMemory(options, stages, memory, stage, batch), freeOn(home)));
  }
  return placement;
}

/// What all processes take of the devices that rank 0 computes on: see checkFitTogether().
RunPlacement onSharedDevices(const RunPlacement& placement, const std::vector<std::string>& homes, int stages) {
  RunPlacement together;
  const auto add = [&together](const std::string& name, const PlacedDevice& own) {
    const auto found = std::ranges::find(together.devices, name, &PlacedDevice::name);
    if (found == together.devices.end()) {
      together.devices.push_back(own);
      together.devices.back().name = name;
      return;
    }
    found->weights += own.weights;
    found->optimizer += own.optimizer;
    found->activations += own.activations;
  };
  const auto sharing = std::ranges::count(homes, homes.front());
  const std::string of_all = " (" + std::to_string(sharing) + " processes)";
  for (std::size_t rank = 0; rank < homes.size(); ++rank) {
    if (homes[rank] != homes.front()) continue;
    if (stages > 1 && !placement.devices.empty()) {
      add(homes.front() + of_all, placement.devices.at(rank % static_cast<std::size_t>(stages)));
      continue;
    }
    for (const PlacedDevice& device : placement.devices) add(device.name + of_all, device);
  }
  return together;
}

bool leavesRoom(const RunPlacement& placement) {
  return std::ranges::all_of(placement.devices, [](const PlacedDevice& device) {
    return device.free &&
           static_cast<double>(device.bytes()) <= static_cast<double>(*device.free) * (1 - kMemoryMargin);
  });
}

}  // namespace

RunPlacement placeRun(const RunConfig& config, const std::string& home_name) {
  const c10::Device home(home_name);
  const TrainerOptions options = trainerOptions(config, home);
  const NetworkMemory memory = measureBlocks(options);
  if (const auto count = static_cast<int>(config.integer("distributed.stages")); count > 1) {
    return placeProcesses(options, memory, count, home, config.integer("data.batch_size"));
  }
  const NetworkStages stages = networkStages(options, home);
  RunPlacement placement{.stages = formatStages(stages, memory), .devices = {}};
  if (!stages.empty()) placement.pipeline = pipelineName(options.pipeline);
  for (const DeviceMemory& device : deviceMemory(options, stages, memory, home, config.integer("data.batch_size"))) {
    placement.devices.push_back(placed(device.device.str(), device, freeOn(device.device)));
  }
  return placement;
}

void checkFits(const RunPlacement& placement) {
  for (const PlacedDevice& device : placement.devices) {
    if (!device.free || device.bytes() <= *device.free) continue;
    throw Error(ErrorCode::kResourceExhausted, "placement_does_not_fit",
                "{device} is to hold {bytes} ({weights} of weights, {optimizer} of gradients and "
                "moments, {activations} of activations), where {free} are free. Cut the networks into more parts "
                "(distributed.placement, distributed.stages), or lower data.batch_size.",
                {{"bytes", formatBytes(device.bytes())},
                 {"device", device.name},
                 {"weights", formatBytes(device.weights)},
                 {"optimizer", formatBytes(device.optimizer)},
                 {"activations", formatBytes(device.activations)},
                 {"free", formatBytes(*device.free)}});
  }
}

void checkFitTogether(const RunPlacement& placement, const std::vector<std::string>& homes, int stages) {
  if (!homes.empty()) checkFits(onSharedDevices(placement, homes, stages));
}

bool fitTogether(const RunPlacement& placement, const std::vector<std::string>& homes, int stages) {
  const auto all_fit = [](const RunPlacement& where) {
    return std::ranges::all_of(
        where.devices, [](const PlacedDevice& device) { return !device.free || device.bytes() <= *device.free; });
  };
  return all_fit(placement) && (homes.empty() || all_fit(onSharedDevices(placement, homes, stages)));
}

std::string choosePipeline(const RunConfig& config, const std::string& home, const std::vector<std::string>& homes) {
  const auto stages = static_cast<int>(config.integer("distributed.stages"));
  const bool accumulates =
      std::max(config.integer("accumulation.discriminator"), config.integer("accumulation.generator")) > 1;
  if (!accumulates || (networkPlacement(config).isDefault() && stages == 1)) return "1f1b";
  RunConfig all_forward = config;
  all_forward.setText("distributed.pipeline", "gpipe");
  const RunPlacement placement = placeRun(all_forward, home);
  const bool fits = leavesRoom(placement) && (homes.empty() || leavesRoom(onSharedDevices(placement, homes, stages)));
  return fits ? "gpipe" : "1f1b";
}

void settlePipeline(RunConfig& config, const std::string& home, Ranks& ranks) {
  if (config.text("distributed.pipeline") != "auto") return;
  std::string chosen;
  ranks.leadThrough([&] { chosen = choosePipeline(config, home, ranks.devices()); });
  config.setText("distributed.pipeline", ranks.share(chosen));
}

RunPlacement checkedPlacement(const RunConfig& config, int processes, const std::string& home) {
  const NetworkPlacement wanted = networkPlacement(config);
  if (wanted.isDefault() && config.integer("distributed.stages") == 1) return {};
  const std::vector<std::string> devices = wanted.devices();
  const bool on_gpus = wanted.automatic || std::ranges::any_of(devices, [](const auto& name) { return name != "cpu"; });
  if (on_gpus && processes > 1) {
    throw Error(ErrorCode::kInvalidArgument, "placement_processes",
                "distributed.placement = {placement}: each of the {count} processes would take the same GPUs. Train "
                "with one process, or leave distributed.placement empty.",
                {{"placement", formatPlacement(wanted)}, {"count", std::to_string(processes)}});
  }
  RunPlacement placement = placeRun(config, home);
  checkFits(placement);
  return placement;
}

}  // namespace gan
