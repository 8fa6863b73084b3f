#include "judging_processes.h"

#include <algorithm>
#include <thread>

#include "core/error.h"
#include "device.h"
#include "device_plan.h"
#include "launch.h"
#include "stop_signal.h"

namespace gan::app {
namespace {

constexpr const char* kShare = "--share";
constexpr const char* kShareDevice = "--share-device";

}  // namespace

void addJudgingProcesses(CLI::App& command, JudgingProcesses& options, const std::string& help) {
  command.add_option("--processes", options.processes, help)->capture_default_str()->check(CLI::Range(1, 4096));
  // For the processes that --processes starts.
  command.add_flag(kShare, options.share)->group("");
  command.add_option(kShareDevice, options.share_device)->group("");
}

void chooseDeviceOfAll(const JudgingProcesses& options, JudgingOptions& judging) {
  if (judging.device != "auto") return;
  try {
    if (countGpus("auto", 1, gpuAccess()) >= options.processes) return;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kCancelled) throw;
  }
  judging.device = "cpu";  // where there are fewer GPUs than processes
}

std::optional<Result> shareAmongProcesses(const JudgingProcesses& options, const JudgingOptions& judging,
                                          std::vector<std::string> more, const Message& lost) {
  StopSignal signal;
  ProcessOptions processes;
  processes.processes = options.processes;
  processes.devices = judging.device;
  const DevicePlan plan = planDevices(processes);
  if (!plan.starts()) return std::nullopt;
  more.insert(more.end(), {"--json", kShare, kShareDevice, judging.device});
  const Result shared = launchWorkers(processes, plan, std::move(more), signal, lost);
  return shared.code == ExitCode::kDone ? std::nullopt : std::optional(shared);
}

World worldOf(int rank, int size) {
  World world;
  world.rank = world.local_rank = rank;
  world.size = world.local_size = size;
  return world;
}

double sharedAmong(const JudgingNetwork& network, int processes, double seconds, double shared) {
  int at_once = processes;
  if (network.device == "cpu") {
    const int cores = static_cast<int>(std::thread::hardware_concurrency()) / std::max(1, network.threads);
    at_once = std::min(processes, std::max(1, cores));
  }
  return seconds - shared * (1 - 1.0 / at_once);
}

}  // namespace gan::app
