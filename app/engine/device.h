#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/device_load.h"

namespace gan {
class CudaModule;
}

namespace gan::app {

/// "auto", "cpu", or a GPU as "0" or "cuda:0" -> "cpu" or "cuda:N". "auto" takes the first GPU that computes and has
/// 1 GiB free, else the CPU; it warns where there is a driver that cannot be used. Call it before the first tensor.
/// Throws Error(kInvalidArgument, "device_unknown"), Error(kFailedPrecondition, "device_unavailable") saying why a GPU
/// cannot be used.
std::string chooseDevice(const std::string& wish);

/// The same with another way to the GPUs. open throws like openCuda().
std::string chooseDevice(const std::string& wish, const std::function<const CudaModule&()>& open);

/// What the device of that name does, "cuda:N"; nothing for a CPU. Thread-safe.
std::function<std::optional<DeviceLoad>()> deviceLoad(const std::string& device);

}  // namespace gan::app
