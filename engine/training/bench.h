#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "run/phases.h"
#include "training/training_processes.h"

namespace gan {

class BatchSource;
class CudaModule;
class RunConfig;
class Trainer;

struct BenchOptions {
  int warmup = 3;  ///< Iterations at least before those that are measured.
  int steps = 20;
  std::string device = "cpu";        ///< Or "cuda:N".
  const CudaModule* cuda = nullptr;  ///< That device's; null: the CPU.
  TrainingProcesses processes = {};  ///< Those that train together; none: this one only.
  BatchSource* batches = nullptr;    ///< Where images come from; null: random ones in memory.
  /// Called after each iteration, measured or not; what it throws ends the measurement. May be empty.
  std::function<void()> stepped = {};
  /// Called with what was trained, once everything is measured; may be empty.
  std::function<void(Trainer&)> measured = {};
};

struct BenchResult {
  double images_per_second = 0;  ///< Real images of all processes over the wall time of all measured iterations.
  double step_ms_median = 0;
  std::vector<double> step_seconds;     ///< Of each measured iteration, by this process's clock.
  std::uint64_t bytes_per_step = 0;     ///< Handed over to the other processes by this one, but for what a CUDA graph
                                        ///< hands over; see Collective.
  std::uint64_t peak_memory_bytes = 0;  ///< The most that this process had in use at once; see PeakMemory.
  PhaseTimes phases{};                  ///< What this process did with the time of an iteration; means.
};

/// Trains on random images in memory, or those it is given, and measures whole iterations, metrics included.
/// training.threads is applied when it is not 0. With several processes each makes the same call; they begin to measure
/// together. Throws Error(kPeerLost) when another process is gone.
BenchResult benchmarkTraining(const RunConfig& config, const BenchOptions& options);

}  // namespace gan
