#include "core/device_load_monitor.h"

#include <pthread.h>

#include <utility>

namespace gan {

DeviceLoadMonitor::DeviceLoadMonitor(Measure measure, std::chrono::milliseconds interval)
    : measure_(std::move(measure)), interval_(interval) {
  if (measure_) thread_ = std::jthread([this](const std::stop_token& stop) { loop(stop); });
}

std::optional<DeviceLoad> DeviceLoadMonitor::newest() const {
  const std::lock_guard guard(mutex_);
  return newest_;
}

void DeviceLoadMonitor::loop(const std::stop_token& stop) {
  pthread_setname_np(pthread_self(), "gan-device-load");
  while (!stop.stop_requested()) {
    const std::optional<DeviceLoad> load = measure_();
    std::unique_lock guard(mutex_);
    newest_ = load;
    wake_.wait_for(guard, stop, interval_, [] { return false; });
  }
}

}  // namespace gan
