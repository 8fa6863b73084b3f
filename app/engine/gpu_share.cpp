#include "gpu_share.h"

#include "core/units.h"
#include "tensor/out_of_memory.h"

namespace gan::app {

Error namedError(const std::exception& error, std::uint64_t share_bytes) {
  if (!isOutOfMemory(error)) return {ErrorCode::kInternal, "internal", "{reason}", {{"reason", error.what()}}};
  if (share_bytes == 0) {
    return {
        ErrorCode::kResourceExhausted, "sampler_gpu_full",
        "The GPU has no memory left for these pictures. Ask for fewer or smaller ones, or set sampler.device to cpu."};
  }
  return {ErrorCode::kResourceExhausted,
          "sampler_gpu_share_small",
          "These pictures take more than the {share} of the GPU's memory that sampler.memory_mib leaves them. Ask for "
          "fewer or smaller ones, raise it, or set sampler.device to cpu.",
          {{"share", formatBytes(share_bytes)}}};
}

}  // namespace gan::app
