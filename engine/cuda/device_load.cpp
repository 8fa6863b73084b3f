#include "cuda/device_load.h"

#include <dlfcn.h>

#include <utility>

namespace gan {
namespace {

// From NVML's stable interface (nvml.h of CUDA 13); no package that we build with brings the header.
using Handle = void*;
struct Utilization {
  unsigned int gpu = 0;  // percent of the time in which a kernel ran
  unsigned int memory = 0;
};
struct Memory {
  unsigned long long total = 0;
  unsigned long long free = 0;
  unsigned long long used = 0;
};
constexpr int kSuccess = 0;
constexpr int kInsufficientSize = 7;

template <typename Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace

struct DeviceLoadMeter::Nvml {
  bool open(const std::string& name) {
    // Never closed: NVML keeps what it opened until the process ends.
    void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    return library != nullptr && find(library, "nvmlInit_v2", start) &&
           find(library, "nvmlDeviceGetHandleByUUID", find_device) &&
           find(library, "nvmlDeviceGetUtilizationRates", utilization) &&
           find(library, "nvmlDeviceGetMemoryInfo", memory) &&
           find(library, "nvmlDeviceGetComputeRunningProcesses_v3", processes);
  }

  int (*start)() = nullptr;
  int (*find_device)(const char* uuid, Handle* device) = nullptr;
  int (*utilization)(Handle device, Utilization* rates) = nullptr;
  int (*memory)(Handle device, Memory* bytes) = nullptr;
  int (*processes)(Handle device, unsigned int* count, void* list) = nullptr;
  Handle device = nullptr;
};

DeviceLoadMeter::DeviceLoadMeter(const std::string& uuid, const std::string& library) {
  auto nvml = std::make_unique<Nvml>();
  if (!nvml->open(library) || nvml->start() != kSuccess) return;
  if (nvml->find_device(uuid.c_str(), &nvml->device) == kSuccess) nvml_ = std::move(nvml);
}

DeviceLoadMeter::~DeviceLoadMeter() = default;

std::optional<DeviceLoad> DeviceLoadMeter::measure() const {
  Memory memory;
  if (!nvml_ || nvml_->memory(nvml_->device, &memory) != kSuccess) return std::nullopt;
  DeviceLoad load{.busy_percent = {}, .memory_used_bytes = memory.used, .memory_total_bytes = memory.total};
  Utilization rates;
  if (nvml_->utilization(nvml_->device, &rates) == kSuccess) load.busy_percent = rates.gpu;
  return load;
}

std::optional<int> DeviceLoadMeter::computingProcesses() const {
  if (!nvml_) return std::nullopt;
  unsigned int count = 0;  // of those that a list of this length, none, could hold
  const int answer = nvml_->processes(nvml_->device, &count, nullptr);
  if (answer != kSuccess && answer != kInsufficientSize) return std::nullopt;
  return static_cast<int>(count);
}

}  // namespace gan
