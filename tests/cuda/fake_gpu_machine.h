#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan::test {

/// A copy of the program that finds made-up GPUs: a driver, the CUDA module, NCCL and NVML that only talk about them.
/// modules: the folder of those libraries.
class FakeGpuMachine {
 public:
  explicit FakeGpuMachine(const std::filesystem::path& modules) {
    namespace fs = std::filesystem;
    // The program looks for its modules beside itself, and the loader for all else in the folder that it is given.
    for (const char* name : {"bin", "lib", "driver"}) fs::create_directories(folder_ / name);
    fs::copy(program("gan-engine"), engine());
    fs::copy(modules / "libfake_gpus.so", folder_ / "lib" / "libgan_cuda.so");
    fs::copy(modules / "libfake_nccl.so", ncclModule());
    fs::copy(modules / "libfake_nvml.so", folder_ / "driver" / "libnvidia-ml.so.1");
    for (const char* name : {"libcuda.so.1", "libtorch_cuda.so"}) {
      fs::copy(modules / "libfake_nvml.so", folder_ / "driver" / name);  // any library will do
    }
  }

  std::filesystem::path engine() const { return folder_ / "bin" / "gan-engine"; }

  std::filesystem::path ncclModule() const { return folder_ / "lib" / "libgan_nccl.so"; }

  /// For a program that is to see these GPUs, uuids with commas between; %h in one is the host's name.
  Process::Environment environment(const std::string& gpus) const {
    return {{"GAN_FAKE_GPUS", gpus}, {"LD_LIBRARY_PATH", (folder_ / "driver").string()}};
  }

  /// "GPU-idle-4711-0", a uuid: no other process's, for what it marks all processes of the machine see. state: idle,
  /// whole (processes compute there) or full (its memory is taken).
  static std::string gpu(const std::string& state, int number) {
    return "GPU-" + state + "-" + std::to_string(::getpid()) + "-" + std::to_string(number);
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace gan::test
