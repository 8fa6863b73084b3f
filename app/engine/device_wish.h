#pragma once

#include <string>
#include <vector>

namespace gan::app {

/// What a person says with --devices. GPUs are counted from 0, after CUDA_VISIBLE_DEVICES.
struct DeviceWish {
  enum class Kind {
    kAuto,   ///< A GPU that can be used, else the CPU.
    kCpu,    ///< The CPU.
    kAll,    ///< Every GPU, a process each.
    kFree,   ///< GPUs where nothing computes, a process each.
    kNamed,  ///< These GPUs, a process for each time that one is named.
  };
  Kind kind = Kind::kAuto;
  int count = 0;          ///< kFree: how many; 0: as many as there are processes.
  std::vector<int> gpus;  ///< kNamed: at least one.
  /// Where each process has several devices, "0+1,2+3", its devices as distributed.placement names them: "0+1", "2+3".
  /// gpus are then the first of each, and with kCpu all begin on the CPU.
  std::vector<std::string> groups;
  std::string text = "auto";

  /// Whether processes are to share a GPU.
  bool shares() const;
};

/// "auto", "cpu", "all", "free", "free:2", "0", "0,1", "cuda:0,cuda:1", "0+1,2+3", "cpu+cpu,cpu+cpu". Throws
/// Error(kInvalidArgument, "device_unknown").
DeviceWish parseDevices(const std::string& text);

/// "0,1".
std::string nameGpus(const std::vector<int>& gpus);

}  // namespace gan::app
