#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace gan {

/// What a GPU is doing for all processes together.
struct DeviceLoad {
  std::optional<double> busy_percent;  ///< Of the last moments, as nvidia-smi has it; none on a part of a GPU (MIG).
  std::uint64_t memory_used_bytes = 0;
  std::uint64_t memory_total_bytes = 0;
};

/// Asks NVIDIA's management library (NVML), which comes with the driver and is opened at run time. Thread-safe.
class DeviceLoadMeter {
 public:
  /// uuid: the device's, "GPU-5a3c...", so that CUDA_VISIBLE_DEVICES does not change who is meant.
  explicit DeviceLoadMeter(const std::string& uuid, const std::string& library = "libnvidia-ml.so.1");
  ~DeviceLoadMeter();
  DeviceLoadMeter(const DeviceLoadMeter&) = delete;
  DeviceLoadMeter& operator=(const DeviceLoadMeter&) = delete;

  /// Nothing where there is no driver, no such GPU, or NVML does not answer.
  std::optional<DeviceLoad> measure() const;

 private:
  struct Nvml;
  std::unique_ptr<Nvml> nvml_;  // null: it cannot be asked
};

}  // namespace gan
