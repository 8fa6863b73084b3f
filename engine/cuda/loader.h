#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cuda/cuda_module.h"
#include "cuda/nccl_module.h"

namespace gan {

/// What is opened, in this order.
struct CudaLibraries {
  std::string driver = "libcuda.so.1";              ///< NVIDIA's driver.
  std::string libtorch = "libtorch_cuda.so";        ///< Found by the program's own search path.
  std::vector<std::filesystem::path> modules;       ///< The first of these files that exists.
  std::vector<std::filesystem::path> nccl_modules;  ///< Likewise; opened only by those who ask for NCCL.
};

/// The driver and LibTorch by name, and libgan_cuda.so and libgan_nccl.so from ../lib beside the program's folder, or
/// from that folder.
CudaLibraries cudaLibraries();

/// Opens the CUDA module and says that there is at least one GPU. What was opened stays so until the process ends.
///
/// LibTorch decides once whether it has CUDA, so call this before the first tensor.
/// Throws Error(kFailedPrecondition) with one sentence: "cuda_no_driver", "cuda_libtorch_missing",
/// "cuda_module_missing", "cuda_module_unusable", "cuda_module_other_version", "cuda_driver_too_old",
/// "cuda_no_devices", "cuda_failed".
const CudaModule& openCuda(const CudaLibraries& libraries);

/// Opens the module with which several processes compute together on GPUs; after openCuda().
/// Throws Error(kFailedPrecondition) with one sentence: "nccl_module_missing", "nccl_module_unusable",
/// "nccl_module_other_version".
const NcclEntry& openNccl(const CudaLibraries& libraries);

}  // namespace gan
