#pragma once

#include <cstdint>
#include <exception>
#include <functional>

#include "core/error.h"

namespace gan::app {

/// How much of a GPU's memory is for pictures.
struct GpuShare {
  std::uint64_t bytes = 0;          ///< 0: all that is free.
  std::function<void()> take = {};  ///< Called before anything is made, until it throws nothing; empty: on a CPU.
};

/// What is said of an exception that is no Error: Error(kResourceExhausted, "sampler_gpu_full" or
/// "sampler_gpu_share_small") where the memory of a GPU, or a share of so many bytes, is used up; else
/// Error(kInternal).
Error namedError(const std::exception& error, std::uint64_t share_bytes);

}  // namespace gan::app
