#include <ATen/core/Tensor.h>
#include <ATen/cuda/CUDAGraph.h>
#include <ATen/ops/full.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/util/Exception.h>
#include <cuda_runtime_api.h>

#include <cstdio>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "core/reason_of.h"
#include "cuda/cuda_module.h"
#include "cuda/memory_share.h"

namespace gan {
namespace {

std::string cudaVersion(int number) { return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10); }

std::string uuidText(const cudaUUID_t& uuid) {
  std::string text = "GPU";
  for (int i = 0; i < 16; ++i) {
    if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    char hex[3];
    std::snprintf(hex, sizeof(hex), "%02x", static_cast<unsigned>(static_cast<unsigned char>(uuid.bytes[i])));
    text += hex;
  }
  return text;
}

/// LibTorch's exceptions do not leave this module, but for those of the work that is captured.
template <typename Work>
auto inWords(const Work& work) {
  try {
    return work();
  } catch (const c10::Error& error) {
    throw std::runtime_error(reasonOf(error));
  }
}

cudaDeviceProp propertiesOf(int index) {
  cudaDeviceProp properties{};
  C10_CUDA_CHECK(cudaGetDeviceProperties(&properties, index));
  return properties;
}

CudaDevice measure(int index) {
  const c10::cuda::CUDAGuard guard(static_cast<c10::DeviceIndex>(index));
  const cudaDeviceProp properties = propertiesOf(index);
  std::size_t free = 0;
  std::size_t total = 0;
  C10_CUDA_CHECK(cudaMemGetInfo(&free, &total));
  // A device too old for LibTorch's kernels, or out of memory, shows only when something runs on it.
  const double two = (at::full({8}, 0.25, at::TensorOptions(guard.current_device()))).sum().item<double>();
  TORCH_CHECK(two == 2.0, "8 x 0.25 is ", two, " on it");
  return {.index = index,
          .name = properties.name,
          .uuid = uuidText(properties.uuid),
          .capability_major = properties.major,
          .capability_minor = properties.minor,
          .memory_total_bytes = total,
          .memory_free_bytes = free};
}

class Graph final : public CudaGraph {
 public:
  explicit Graph(const std::function<void()>& work) {
    inWords([this] { begin(); });
    try {
      work();
    } catch (...) {
      stopCapturing();
      throw;
    }
    inWords([this] { graph_.capture_end(); });
  }

  void replay() override {
    inWords([this] { graph_.replay(); });
  }

 private:
  void begin() {
    c10::cuda::device_synchronize();
    // The memory of an earlier graph can be had again only so, and none while this one is captured.
    c10::cuda::CUDACachingAllocator::emptyCache();
    // Other threads may take memory of the device meanwhile.
    graph_.capture_begin(/*pool=*/{0, 0}, cudaStreamCaptureModeRelaxed);
  }

  /// After an error, which says more than how the capture ends.
  void stopCapturing() {
    try {
      graph_.capture_end();
    } catch (const c10::Error&) {
      cudaGetLastError();
    }
  }

  at::cuda::CUDAGraph graph_;
};

class Module final : public CudaModule {
 public:
  CudaStatus status() const override {
    CudaStatus status;
    const cudaError_t error = cudaGetDeviceCount(&status.devices);
    if (error == cudaSuccess && status.devices > 0) {
      status.state = CudaStatus::State::kReady;
      return status;
    }
    cudaGetLastError();  // or the next call of the runtime would report it again
    status.devices = 0;
    status.detail = cudaGetErrorString(error);
    if (error == cudaSuccess || error == cudaErrorNoDevice) {
      status.state = CudaStatus::State::kNoDevices;
    } else if (error == cudaErrorInsufficientDriver) {
      status.state = CudaStatus::State::kDriverTooOld;
      int driver = 0;
      cudaDriverGetVersion(&driver);
      status.detail = "it supports CUDA " + cudaVersion(driver) + ", and LibTorch needs " + cudaVersion(CUDART_VERSION);
    }
    return status;
  }

  std::string uuid(int index) const override {
    return inWords([index] { return uuidText(propertiesOf(index).uuid); });
  }
  CudaDevice device(int index) const override {
    return inWords([index] { return measure(index); });
  }
  void use(int index) const override {
    inWords([index] { c10::cuda::set_device(static_cast<c10::DeviceIndex>(index)); });
  }
  void limitMemory(int index, std::uint64_t bytes) const override {
    inWords([index, bytes] {
      measure(index);  // LibTorch knows the device from then on
      c10::cuda::CUDACachingAllocator::setMemoryFraction(memoryFraction(bytes, propertiesOf(index).totalGlobalMem),
                                                         static_cast<c10::DeviceIndex>(index));
    });
  }
  std::unique_ptr<CudaGraph> capture(const std::function<void()>& work) const override {
    return std::make_unique<Graph>(work);
  }
};

}  // namespace
}  // namespace gan

extern "C" __attribute__((visibility("default"))) const gan::CudaEntry* gan_cuda_entry() {
  static const gan::Module module;
  static const gan::CudaEntry entry{gan::kCudaModuleVersion, &module};
  return &entry;
}
