#include "cuda/memory_share.h"

#include <stdexcept>
#include <string>

#include "core/error.h"
#include "core/units.h"

namespace gan {

void takeMemoryShare(const CudaModule& module, int index, std::uint64_t bytes) {
  const std::string name = "cuda:" + std::to_string(index);
  try {
    const std::uint64_t free = module.device(index).memory_free_bytes;
    if (free < bytes + bytes / 5) {
      throw Error(ErrorCode::kResourceExhausted, "sampler_no_gpu_memory",
                  "Pictures for clients are to have {share} of the memory of {device} (sampler.memory_mib) and a fifth "
                  "more is to be left, but only {left} are free there. Make room, lower it, or set sampler.device to "
                  "cpu.",
                  {{"share", formatBytes(bytes)}, {"device", name}, {"left", formatBytes(free)}});
    }
    module.limitMemory(index, bytes);
  } catch (const Error&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw Error(ErrorCode::kFailedPrecondition, "device_unavailable",
                "{device} cannot be used: {reason}. Set sampler.device to cpu.",
                {{"device", name}, {"reason", error.what()}});
  }
}

}  // namespace gan
