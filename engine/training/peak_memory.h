#pragma once

#include <c10/core/Device.h>

#include <cstdint>

namespace gan {

/// The most memory that was in use at once since it was made: of the device's allocator on a GPU; on the CPU of the
/// whole process, as Linux counts it (VmHWM of proc(5)). One at a time.
class PeakMemory {
 public:
  explicit PeakMemory(c10::Device device);
  /// 0 where the system does not say.
  std::uint64_t bytes() const;

 private:
  c10::Device device_;
};

}  // namespace gan
