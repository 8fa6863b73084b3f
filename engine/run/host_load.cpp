#include "run/host_load.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

namespace gan {
namespace {

double cpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::uint64_t residentBytes() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  statm >> total >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void readHostMemory(LoadMeasured& load) {
  std::ifstream meminfo("/proc/meminfo");
  std::string key;
  std::uint64_t kib = 0;
  std::uint64_t available = 0;
  for (std::string rest; meminfo >> key >> kib; std::getline(meminfo, rest)) {
    if (key == "MemTotal:") load.host_memory_bytes = kib * 1024;
    if (key == "MemAvailable:") available = kib * 1024;
  }
  load.host_memory_used_bytes = load.host_memory_bytes - std::min(available, load.host_memory_bytes);
}

}  // namespace

LoadMeter::LoadMeter(std::filesystem::path folder)
    : folder_(std::move(folder)),
      previous_time_(std::chrono::steady_clock::now()),
      previous_cpu_seconds_(cpuSeconds()) {}

LoadMeasured LoadMeter::measure() {
  LoadMeasured load;
  const auto now = std::chrono::steady_clock::now();
  const double cpu = cpuSeconds();
  const double elapsed = std::chrono::duration<double>(now - previous_time_).count();
  if (elapsed > 0) load.cpu_percent = 100 * (cpu - previous_cpu_seconds_) / elapsed;
  previous_time_ = now;
  previous_cpu_seconds_ = cpu;
  load.memory_bytes = residentBytes();
  readHostMemory(load);
  std::error_code ignored;
  if (const auto space = std::filesystem::space(folder_, ignored); !ignored) load.disk_free_bytes = space.available;
  return load;
}

}  // namespace gan
