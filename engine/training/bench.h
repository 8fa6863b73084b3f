#pragma once

#include <cstdint>
#include <string>

#include "run/phases.h"

namespace gan {

class Collective;
class RunConfig;

struct BenchOptions {
  int warmup = 3;  ///< Iterations at least before those that are measured.
  int steps = 20;
  std::string device = "cpu";        ///< Or "cuda:N".
  Collective* collective = nullptr;  ///< The processes that train together; null: this one only.
};

struct BenchResult {
  double images_per_second = 0;  ///< Real images of all processes over the wall time of all measured iterations.
  double step_ms_median = 0;
  std::uint64_t bytes_per_step = 0;  ///< Handed over to the other processes by this one, but for what a CUDA graph
                                     ///< hands over; see Collective.
  PhaseTimes phases{};               ///< What this process did with the time of an iteration; means.
};

/// Trains on random images in memory and measures whole iterations, metrics included. training.threads is applied when
/// it is not 0. With several processes each makes the same call; they begin to measure together.
/// Throws Error(kPeerLost) when another process is gone.
BenchResult benchmarkTraining(const RunConfig& config, const BenchOptions& options);

}  // namespace gan
