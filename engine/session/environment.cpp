#include "session/environment.h"

#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <sched.h>
#include <torch/version.h>
#include <unistd.h>

#include <algorithm>

#include "core/host_name.h"
#include "tensor/compute_threads.h"
#include "training/trainer_options.h"

namespace gan {

std::string engineVersion() { return GAN_VERSION; }

std::string torchVersion() { return TORCH_VERSION; }

std::string instructionSet() { return at::get_cpu_capability(); }

int availableCores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (sched_getaffinity(0, sizeof(cores), &cores) != 0) return 1;
  return std::max(1, CPU_COUNT(&cores));
}

int threadCount(int wished, int processes) { return wished > 0 ? wished : std::max(1, availableCores() / processes); }

void setThreads(int threads) {
  settleVectorMath();
  at::set_num_threads(threadCount(threads));
}

void useFloat32Precision(const RunConfig& config) {
  useFloat32Precision(trainerOptions(config, c10::Device(c10::kCPU)).float32_precision);
}

std::string engineIdentity() { return engineVersion() + " on " + hostName() + ", process " + std::to_string(getpid()); }

}  // namespace gan
