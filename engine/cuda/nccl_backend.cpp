#include "cuda/nccl_backend.h"

#include <exception>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>
#include <utility>

#include "core/error.h"
#include "core/host_name.h"
#include "cuda/nccl_module.h"
#include "distributed/rendezvous.h"
#include "launch/network_address.h"

namespace gan {

std::shared_ptr<const GpuBackend> ncclBackend(int device, CudaLibraries libraries) {
  const BackendFactory connect = [device, libraries = std::move(libraries)](
                                     const c10::intrusive_ptr<c10d::Store>& store, const World& world,
                                     const std::string& /*address*/,
                                     std::chrono::milliseconds timeout) -> c10::intrusive_ptr<c10d::Backend> {
    openCuda(libraries);
    const NcclEntry& nccl = openNccl(libraries);
    try {
      const NcclRank place{.rank = world.rank, .size = world.size, .device = device, .timeout = timeout};
      return c10::intrusive_ptr<c10d::Backend>::reclaim(nccl.connect(*store, place));
    } catch (const std::exception& error) {
      throw Error(ErrorCode::kFailedPrecondition, "nccl_failed",
                  "Rank {rank} of {size} on {host} cannot compute together with the others over NCCL on cuda:{device}: "
                  "{reason}. Each rank needs a GPU of its own; NCCL_DEBUG=INFO makes NCCL say more.",
                  {{"rank", std::to_string(world.rank)},
                   {"size", std::to_string(world.size)},
                   {"host", hostName()},
                   {"device", std::to_string(device)},
                   {"reason", error.what()}});
    }
  };
  return std::make_shared<const GpuBackend>(GpuBackend{connect});
}

}  // namespace gan
