#include "device.h"

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <sstream>

#include "core/error.h"
#include "core/log.h"
#include "core/units.h"
#include "cuda/device_load.h"
#include "cuda/loader.h"

namespace gan::app {
namespace {

// Less than this and the CUDA libraries alone fill what is left.
constexpr std::uint64_t kLeastFreeBytes = 1ULL << 30;

std::string cudaName(int index) { return "cuda:" + std::to_string(index); }

RankDevice describeGpu(const CudaDevice& device) {
  return {.name = cudaName(device.index), .index = device.index, .model = device.name, .uuid = device.uuid};
}

CudaDevice computeOn(const CudaModule& module, int index, const GpuAccess& gpus) {
  if (gpus.before_use) gpus.before_use(module.uuid(index));
  return module.device(index);
}

/// The GPU, from now on this thread's; nothing, and a warning, when it does not compute or has no memory left.
std::optional<RankDevice> tryGpu(const CudaModule& module, int index, const GpuAccess& gpus) {
  std::string why;
  try {
    const CudaDevice device = computeOn(module, index, gpus);
    if (device.memory_free_bytes >= kLeastFreeBytes) {
      module.use(index);
      return describeGpu(device);
    }
    why = "only " + formatBytes(device.memory_free_bytes) + " of its memory is free";
  } catch (const std::exception& error) {
    why = error.what();
  }
  log::warning(cudaName(index) + " is passed over: " + why);
  return std::nullopt;
}

/// A launcher may leave each process one GPU to see, which then is number 0 to each.
bool seesItsOwnOnly(int count, const GpuAccess& gpus) { return count == 1 && gpus.restricted; }

RankDevice takeAny(const World& world, const GpuAccess& gpus) {
  try {
    const CudaModule& module = gpus.open();
    const int count = module.status().devices;
    if (world.alone()) {
      for (int index = 0; index < count; ++index) {
        if (auto device = tryGpu(module, index, gpus)) return *device;
      }
    } else if (seesItsOwnOnly(count, gpus)) {
      if (auto device = tryGpu(module, 0, gpus)) return *device;
    } else if (world.local_size > count) {
      log::warning("Computing on the CPU: this machine has " + std::to_string(count) + " GPU(s) for " +
                   std::to_string(world.local_size) + " processes");
    } else if (auto device = tryGpu(module, world.local_rank, gpus)) {
      return *device;
    }
  } catch (const Error& error) {
    // Without a driver the CPU is what one expects; anything else is worth knowing.
    if (error.id() != "cuda_no_driver") log::warning("Computing on the CPU: " + error.message());
  }
  return {};
}

[[noreturn]] void throwUnavailable(const std::string& device, const std::string& why) {
  throw Error(ErrorCode::kFailedPrecondition, "device_unavailable",
              "The device {device} cannot be used: {why} Name cpu in its place, and the CPU computes.",
              {{"device", device}, {"why", why}});
}

RankDevice takeGpu(const std::string& wished, int index, const GpuAccess& gpus) {
  countGpus(wished, index + 1, gpus);
  try {
    const CudaModule& module = gpus.open();
    RankDevice device = describeGpu(computeOn(module, index, gpus));
    module.use(index);
    return device;
  } catch (const std::exception& error) {
    throwUnavailable(wished, std::string(error.what()) + ".");
  }
}

int indexOf(const DeviceWish& wish, const World& world) {
  const auto own = static_cast<std::size_t>(world.local_rank);
  if (wish.gpus.size() == 1) return wish.gpus.front();  // each process may see others under that number
  if (own < wish.gpus.size()) return wish.gpus[own];
  throw Error(ErrorCode::kFailedPrecondition, "devices_too_few",
              "--devices {devices} names {count} GPUs, but this is process {number} of its machine, counted from 0. "
              "Name one for each process of a machine; the same one again where processes are to share it.",
              {{"devices", wish.text},
               {"count", std::to_string(wish.gpus.size())},
               {"number", std::to_string(world.local_rank)}});
}

}  // namespace

GpuAccess gpuAccess() {
  return {.open = []() -> const CudaModule& { return openCuda(cudaLibraries()); },
          .why_taken = [](const std::string& uuid) { return whyTaken(DeviceLoadMeter(uuid)); },
          .restricted = std::getenv("CUDA_VISIBLE_DEVICES") != nullptr};
}

RankDevice chooseDevice(const DeviceWish& wish, const World& world, const GpuAccess& gpus) {
  switch (wish.kind) {
    case DeviceWish::Kind::kCpu:
      return {};
    case DeviceWish::Kind::kAuto:
      return takeAny(world, gpus);
    case DeviceWish::Kind::kAll: {
      const int own = seesItsOwnOnly(countGpus(wish.text, 1, gpus), gpus) ? 0 : world.local_rank;
      return takeGpu(cudaName(own), own, gpus);
    }
    case DeviceWish::Kind::kNamed: {
      const int index = indexOf(wish, world);
      RankDevice device = takeGpu(cudaName(index), index, gpus);
      if (wish.shares()) device.sharing = GpuSharing::kWanted;
      return device;
    }
    case DeviceWish::Kind::kFree:
      break;
  }
  throw Error(ErrorCode::kInternal, "device_not_planned", "--devices {devices}: nobody looked for a free GPU.",
              {{"devices", wish.text}});
}

std::string groupOf(const DeviceWish& wish, const World& world) {
  if (wish.groups.empty()) return {};
  if (wish.groups.size() == 1) return wish.groups.front();
  const auto own = static_cast<std::size_t>(world.local_rank);
  if (own < wish.groups.size()) return wish.groups[own];
  throw Error(ErrorCode::kFailedPrecondition, "devices_too_few",
              "--devices {devices} names devices of {count} processes, but this is process {number} of its machine, "
              "counted from 0. Name as many groups as there are processes on a machine.",
              {{"devices", wish.text},
               {"count", std::to_string(wish.groups.size())},
               {"number", std::to_string(world.local_rank)}});
}

std::string chooseGroup(const DeviceWish& wish, const World& world, const GpuAccess& gpus) {
  const std::string group = groupOf(wish, world);
  if (group.empty()) return group;
  std::istringstream devices(group);
  for (std::string device; std::getline(devices, device, '+');) {
    if (device != "cpu") countGpus("cuda:" + device, std::stoi(device) + 1, gpus);
  }
  return group;
}

int countGpus(const std::string& wished, int needed, const GpuAccess& gpus) {
  int count = 0;
  try {
    count = gpus.open().status().devices;
  } catch (const Error& error) {
    throwUnavailable(wished, error.message());
  }
  if (count < needed) {
    throwUnavailable(wished, "this process sees " + std::to_string(count) + " GPU(s), counted from 0.");
  }
  return count;
}

std::string whyTaken(const DeviceLoadMeter& meter) {
  const auto processes = meter.computingProcesses();
  const auto load = meter.measure();
  if (!processes || !load) return "NVIDIA's management library does not say what runs there";
  if (*processes > 0) return std::to_string(*processes) + " process(es) compute there";
  if (load->memory_used_bytes > load->memory_total_bytes / 2) {
    return formatBytes(load->memory_used_bytes) + " of its " + formatBytes(load->memory_total_bytes) + " are taken";
  }
  return {};
}

const CudaModule* cudaModule(const RankDevice& device) { return device.onGpu() ? &openCuda(cudaLibraries()) : nullptr; }

std::function<std::optional<DeviceLoad>()> deviceLoad(const RankDevice& device) {
  if (!device.onGpu()) return {};
  const auto meter = std::make_shared<DeviceLoadMeter>(device.uuid);
  return [meter] { return meter->measure(); };
}

}  // namespace gan::app
