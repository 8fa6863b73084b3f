#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/device_load.h"

namespace gan {

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
  /// How many processes, of whomever, compute on it; nothing in the same cases.
  std::optional<int> computingProcesses() const;

 private:
  struct Nvml;
  std::unique_ptr<Nvml> nvml_;  // null: it cannot be asked
};

}  // namespace gan
