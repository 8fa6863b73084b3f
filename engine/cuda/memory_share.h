#pragma once

#include <algorithm>
#include <cstdint>

#include "cuda/cuda_module.h"

namespace gan {

/// Which part of a device's memory so many bytes are, at most all of it.
inline double memoryFraction(std::uint64_t bytes, std::uint64_t total_bytes) {
  return total_bytes == 0 ? 1 : std::min(1.0, static_cast<double>(bytes) / static_cast<double>(total_bytes));
}

/// Lets this process have so many bytes of a GPU for what it draws clients, and no more. Throws
/// Error(kResourceExhausted, "sampler_no_gpu_memory") where less than that and a fifth more is free there, and
/// Error(kFailedPrecondition, "device_unavailable") where the GPU does not answer.
void takeMemoryShare(const CudaModule& module, int index, std::uint64_t bytes);

}  // namespace gan
