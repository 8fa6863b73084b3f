#include "run/host_load.h"

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include "run/memory_room.h"

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

}  // namespace

LoadMeter::LoadMeter(std::filesystem::path folder, std::filesystem::path root)
    : folder_(std::move(folder)),
      root_(std::move(root)),
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
  const MemoryRoom room = memoryRoom(root_);
  load.host_memory_bytes = room.total_bytes;
  load.host_memory_used_bytes = room.usedBytes();
  std::error_code ignored;
  if (const auto space = std::filesystem::space(folder_, ignored); !ignored) load.disk_free_bytes = space.available;
  return load;
}

}  // namespace gan
