#include "training/peak_memory.h"

#include <c10/core/CachingDeviceAllocator.h>
#include <malloc.h>

#include <fstream>
#include <string>

namespace gan {

namespace {

constexpr char kPeakStartsAnew = '5';  // proc(5), clear_refs
constexpr std::uint64_t kKibibyte = 1024;

}  // namespace

PeakMemory::PeakMemory(c10::Device device) : device_(device) {
  // What was freed before, but is kept for later, would count.
  if (!device.is_cpu()) {
    auto* const allocator = at::getDeviceAllocator(device.type());
    allocator->emptyCache();
    allocator->resetPeakStats(device.index());
    return;
  }
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << kPeakStartsAnew;
}

std::uint64_t PeakMemory::bytes() const {
  if (!device_.is_cpu()) {
    constexpr auto kAll = static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE);
    const auto stats = at::getDeviceAllocator(device_.type())->getDeviceStats(device_.index());
    return static_cast<std::uint64_t>(stats.reserved_bytes[kAll].peak);
  }
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word != "VmHWM:") continue;
    std::uint64_t kibibytes = 0;
    status >> kibibytes;
    return kibibytes * kKibibyte;
  }
  return 0;
}

}  // namespace gan
