#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "core/device_load.h"

namespace gan {

/// Keeps the newest load of a device: a thread of its own asks for it, at once and then every interval, so that nobody
/// else waits for the driver.
class DeviceLoadMonitor {
 public:
  using Measure = std::function<std::optional<DeviceLoad>()>;
  static constexpr std::chrono::milliseconds kInterval{2000};

  /// measure is called from the monitor's thread and must not throw. Empty: there is no device, nor a thread.
  explicit DeviceLoadMonitor(Measure measure, std::chrono::milliseconds interval = kInterval);
  /// Waits for a measurement under way, but not for the next one.
  ~DeviceLoadMonitor() = default;
  DeviceLoadMonitor(const DeviceLoadMonitor&) = delete;
  DeviceLoadMonitor& operator=(const DeviceLoadMonitor&) = delete;

  /// The last answer; nothing before the first. Thread-safe, and never waits for a measurement.
  std::optional<DeviceLoad> newest() const;

 private:
  void loop(const std::stop_token& stop);

  const Measure measure_;
  const std::chrono::milliseconds interval_;
  mutable std::mutex mutex_;
  std::condition_variable_any wake_;
  std::optional<DeviceLoad> newest_;
  std::jthread thread_;  // last: it uses what stands above, and ends first
};

}  // namespace gan
