#pragma once

#include <cstdint>
#include <string>

#include "run/phases.h"

namespace gan {

class Collective;
class CudaModule;
class RunConfig;

struct BenchOptions {
  int warmup = 3;  ///< Iterations at least before those that are measured.
  int steps = 20;
  std::string device = "cpu";        ///< Or "cuda:N".
  const CudaModule* cuda = nullptr;  ///< That device's; null: the CPU.
  Collective* collective = nullptr;  ///< The processes that train together; null: this one only.
};

struct BenchResult {
  double images_per_second = 0;  ///< Real images of all processes over the wall time of all measured iterations.
  double step_ms_median = 0;
  std::uint64_t bytes_per_step = 0;     ///< Handed over to the other processes by this one, but for what a CUDA graph
                                        ///< hands over; see Collective.
  std::uint64_t peak_memory_bytes = 0;  ///< The most that this process had in use at once; see PeakMemory.
  PhaseTimes phases{};                  ///< What this process did with the time of an iteration; means.
};

/// Trains on random images in memory and measures whole iterations, metrics included. training.threads is applied when
/// it is not 0. With several processes each makes the same call; they begin to measure together.
/// Throws Error(kPeerLost) when another process is gone.
BenchResult benchmarkTraining(const RunConfig& config, const BenchOptions& options);

struct MeasuredMemory {
  std::int64_t images = 1;  ///< Of a batch.
  std::uint64_t bytes = 0;  ///< The most while training on such batches.
};
/// What batches of `count` images take, from what those of two other sizes took: each image adds the same to what the
/// networks take in any case.
std::uint64_t memoryOfBatch(std::int64_t count, const MeasuredMemory& a, const MeasuredMemory& b);

}  // namespace gan
