#include "device.h"

#include <charconv>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string_view>

#include "core/error.h"
#include "core/log.h"
#include "core/units.h"
#include "cuda/device_load.h"
#include "cuda/loader.h"

namespace gan::app {
namespace {

// Less than this and the CUDA libraries alone fill what is left.
constexpr std::uint64_t kLeastFreeBytes = 1ULL << 30;

std::optional<int> parseGpu(std::string_view text) {
  constexpr std::string_view kPrefix = "cuda:";
  if (text.starts_with(kPrefix)) text.remove_prefix(kPrefix.size());
  int index = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && index >= 0 ? std::optional(index) : std::nullopt;
}

std::string chooseAny(const std::function<const CudaModule&()>& open) {
  try {
    const CudaModule& module = open();
    const int count = module.status().devices;
    for (int index = 0; index < count; ++index) {
      const std::string name = "cuda:" + std::to_string(index);
      try {
        const CudaDevice device = module.device(index);
        if (device.memory_free_bytes >= kLeastFreeBytes) return name;
        log::warning(name + " is passed over: only " + formatBytes(device.memory_free_bytes) +
                     " of its memory is free");
      } catch (const std::exception& error) {
        log::warning(name + " is passed over: " + error.what());
      }
    }
  } catch (const Error& error) {
    // Without a driver the CPU is what one expects; anything else is worth knowing.
    if (error.id() != "cuda_no_driver") log::warning("Training on the CPU: " + error.message());
  }
  return "cpu";
}

/// Empty when the GPU computes.
std::string whyUnusable(int index, const std::function<const CudaModule&()>& open) {
  try {
    const CudaModule& module = open();
    const int count = module.status().devices;
    if (index >= count) return "this machine has " + std::to_string(count) + " GPU(s), counted from 0.";
    module.device(index);
    return {};
  } catch (const Error& error) {
    return error.message();
  } catch (const std::exception& error) {
    return std::string(error.what()) + ".";
  }
}

}  // namespace

std::string chooseDevice(const std::string& wish) {
  return chooseDevice(wish, []() -> const CudaModule& { return openCuda(cudaLibraries()); });
}

std::string chooseDevice(const std::string& wish, const std::function<const CudaModule&()>& open) {
  if (wish == "cpu") return wish;
  if (wish == "auto") return chooseAny(open);
  if (const auto index = parseGpu(wish)) {
    const std::string why = whyUnusable(*index, open);
    if (why.empty()) return "cuda:" + std::to_string(*index);
    throw Error(ErrorCode::kFailedPrecondition, "device_unavailable",
                "The device {device} cannot be used: {why} With --devices cpu training runs on the CPU.",
                {{"device", wish}, {"why", why}});
  }
  throw Error(ErrorCode::kInvalidArgument, "device_unknown",
              "{device} is not a device: expected auto, cpu, or the number of one GPU, as in 0 or cuda:0.",
              {{"device", wish}});
}

std::function<std::optional<DeviceLoad>()> deviceLoad(const std::string& device) {
  const auto index = parseGpu(device);
  if (!index) return {};
  const auto meter = std::make_shared<DeviceLoadMeter>(openCuda(cudaLibraries()).device(*index).uuid);
  return [meter] { return meter->measure(); };
}

}  // namespace gan::app
