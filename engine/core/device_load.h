#pragma once

#include <cstdint>
#include <optional>

namespace gan {

/// What a GPU is doing for all processes together.
struct DeviceLoad {
  std::optional<double> busy_percent;  ///< Of the last moments, as nvidia-smi has it; none on a part of a GPU (MIG).
  std::uint64_t memory_used_bytes = 0;
  std::uint64_t memory_total_bytes = 0;

  friend bool operator==(const DeviceLoad& a, const DeviceLoad& b) = default;
};

}  // namespace gan
