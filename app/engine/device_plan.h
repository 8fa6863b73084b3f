#pragma once

#include <string>
#include <vector>

#include "cuda/device_mark.h"
#include "device.h"

namespace gan {
class RunConfig;
}  // namespace gan

namespace gan::app {

/// Where a command computes: in processes that it starts, or by itself.
struct DevicePlan {
  int processes = 1;              ///< To start on this machine; 1: this process computes itself.
  std::string for_processes;      ///< Their --devices, where it is not this one's own.
  RankDevice device;              ///< This process's, when it computes itself.
  std::string placement;          ///< Its stages' devices, "0+1", where --devices names several for a process.
  std::vector<DeviceMark> marks;  ///< On GPUs that are in use from now on; to be kept until the end.

  bool starts() const { return processes > 1; }
};

/// asked: the --processes of the command line; 0: it says nothing, and --devices decides.
///
/// A process on its own starts one for each GPU, or group of devices, that --devices names more than one of. One that a
/// launcher has started takes its own device. Throws what parseDevices(), chooseDevice() and countGpus() throw, and
/// Error(kInvalidArgument, "processes_conflict") when a launcher has started another number of processes,
/// Error(kInvalidArgument, "devices_conflict") when --devices names another number of GPUs, Error(kInvalidArgument,
/// "devices_free_of_one_rank"), Error(kResourceExhausted, "devices_not_free").
DevicePlan planDevices(const std::string& devices, int asked, const World& world, const GpuAccess& gpus);

/// Has the networks of `config` compute on the devices of this process's group, where it has several. Throws
/// Error(kInvalidArgument, "devices_placement") where the configuration places them already.
void placeOn(RunConfig& config, const DevicePlan& plan);
/// For commands that compute in one piece. Throws Error(kInvalidArgument, "devices_in_one_piece").
void requireOneDevice(const std::string& devices);

}  // namespace gan::app
