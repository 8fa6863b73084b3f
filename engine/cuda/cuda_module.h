#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace gan {

/// A GPU on which something was computed just now.
struct CudaDevice {
  int index = 0;             ///< The N of "cuda:N": counted after CUDA_VISIBLE_DEVICES.
  std::string name;          ///< "NVIDIA H200".
  std::string uuid;          ///< "GPU-5a3c...", as nvidia-smi prints it.
  int capability_major = 0;  ///< Compute capability.
  int capability_minor = 0;
  std::uint64_t memory_total_bytes = 0;
  std::uint64_t memory_free_bytes = 0;  ///< Of all processes, beside what CUDA itself took for this one.
};

/// What the CUDA runtime found.
struct CudaStatus {
  enum class State { kReady, kDriverTooOld, kNoDevices, kFailed };
  State state = State::kFailed;
  int devices = 0;
  std::string detail;  ///< Versions or the runtime's own words, where the state is not kReady.
};

/// Work of a GPU that was captured once. Not thread-safe.
class CudaGraph {
 public:
  virtual ~CudaGraph() = default;
  /// Hands all of it over on the current stream, with the same memory. Throws std::runtime_error with the reason.
  virtual void replay() = 0;
};

/// What the engine asks of the module that is opened at run time. Neither CUDA nor LibTorch shows here, and the module
/// throws no gan::Error of its own: one from another build must be recognised before anything else of it is used.
/// Thread-safe; lives until the process ends.
class CudaModule {
 public:
  /// Takes none of a device's memory.
  virtual CudaStatus status() const = 0;
  /// The device's, "GPU-5a3c...", as nvidia-smi prints it. Takes none of its memory.
  /// Throws std::runtime_error with the reason when the device does not tell.
  virtual std::string uuid(int index) const = 0;
  /// Computes on the device, which takes some of its memory until the process ends.
  /// Throws std::runtime_error with the reason when that does not work.
  virtual CudaDevice device(int index) const = 0;
  /// From now on the calling thread computes there where nothing says otherwise, so that nothing of this process falls
  /// to the first device by default. Throws like device().
  virtual void use(int index) const = 0;
  /// From now on tensors of this process take at most so many bytes of the device, in all; one that would take more is
  /// refused as where the device is full. Computes there. Throws like device().
  virtual void limitMemory(int index, std::uint64_t bytes) const = 0;
  /// Calls work once and captures what it hands over on the calling thread's current stream, which must not be the
  /// default one; none of that is done before it is replayed. Tensors that work makes live in memory of the graph: they
  /// hold what the last replay left there, and must not be used after it.
  /// Throws what work throws, and std::runtime_error with the reason when something of it cannot be captured. Then
  /// LibTorch still believes to be capturing: this process should train no further.
  virtual std::unique_ptr<CudaGraph> capture(const std::function<void()>& work) const = 0;

 protected:
  ~CudaModule() = default;
};

/// Rises with every change of this header.
inline constexpr std::uint32_t kCudaModuleVersion = 4;

/// The version stays the first member in all versions.
struct CudaEntry {
  std::uint32_t version = 0;
  const CudaModule* module = nullptr;
};

/// The one symbol that a module exports, of type CudaEntryFunction.
inline constexpr const char* kCudaEntrySymbol = "gan_cuda_entry";
using CudaEntryFunction = const CudaEntry* (*)();

}  // namespace gan
