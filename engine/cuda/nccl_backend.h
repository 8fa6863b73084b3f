#pragma once

#include <memory>

#include "cuda/loader.h"

namespace gan {

struct GpuBackend;

/// NCCL, for tensors on this process's GPU `device`, the N of "cuda:N"; one rank a GPU. To be given to meet() beside
/// Gloo, which carries what lies on the host.
///
/// What it makes throws, when the ranks meet, what openCuda() throws, and Error(kFailedPrecondition) with one sentence:
/// "nccl_module_missing", "nccl_module_unusable", "nccl_module_other_version", "nccl_failed".
std::shared_ptr<const GpuBackend> ncclBackend(int device, CudaLibraries libraries = cudaLibraries());

}  // namespace gan
