#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/device_load.h"
#include "device_wish.h"
#include "launch/placement.h"
#include "launch/world.h"

namespace gan {
class CudaModule;
class DeviceLoadMeter;
}  // namespace gan

namespace gan::app {

/// This machine's GPUs, as far as this process may see them.
struct GpuAccess {
  std::function<const CudaModule&()> open;  ///< Throws like openCuda().
  /// What speaks against calling the GPU with that uuid free, for people; empty: nothing.
  std::function<std::string(const std::string& uuid)> why_taken;
  /// Whether somebody chose which GPUs this process sees: a person, or a launcher that gives each process its own.
  bool restricted = false;
  /// Told of a GPU, by its uuid, before this process computes on it for the first time; may be empty.
  std::function<void(const std::string& uuid)> before_use = {};
};

GpuAccess gpuAccess();

/// The device on which this process computes, one of the world's. Call it before the first tensor, from the thread that
/// will train: a GPU becomes where that thread computes.
///
/// "auto" of a process on its own is the first GPU that computes and has 1 GiB free, else the CPU. Among several
/// processes it is the one with the process's number on its machine, as with "all"; the CPU where there is none, and
/// where a launcher says that the machine has more processes than GPUs. A launcher that does not say so leaves the CPU
/// only to those whose number no GPU has. Where CUDA_VISIBLE_DEVICES leaves a process one GPU, it is that one. Of
/// several named ones the process's number decides, too. "free" was replaced by names before (planDevices()).
///
/// "auto" warns where there is a driver that cannot be used; the others throw Error(kFailedPrecondition,
/// "device_unavailable" | "devices_too_few") saying why.
RankDevice chooseDevice(const DeviceWish& wish, const World& world, const GpuAccess& gpus);

/// The devices of this process's stages, "0+1", where the wish names several for a process; else nothing. Throws
/// Error(kFailedPrecondition, "devices_too_few").
std::string groupOf(const DeviceWish& wish, const World& world);
/// The same where a process is to use each of them besides the one of chooseDevice(). Throws, too, what countGpus()
/// does.
std::string chooseGroup(const DeviceWish& wish, const World& world, const GpuAccess& gpus);

/// How many GPUs there are. Throws Error(kFailedPrecondition, "device_unavailable") naming wished where there is none
/// or fewer than `needed`.
int countGpus(const std::string& wished, int needed, const GpuAccess& gpus);

/// Nothing, when NVIDIA's management library says that no process computes on the GPU and half of its memory is free.
std::string whyTaken(const DeviceLoadMeter& meter);

/// What was opened for the device; null for a CPU.
const CudaModule* cudaModule(const RankDevice& device);

/// What the device of that name does, "cuda:N"; nothing for a CPU. Thread-safe.
std::function<std::optional<DeviceLoad>()> deviceLoad(const RankDevice& device);

}  // namespace gan::app
