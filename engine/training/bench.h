#pragma once

#include <string>

namespace gan {

class RunConfig;

struct BenchResult {
  double images_per_second = 0;  ///< Real images over the wall time of all measured iterations.
  double step_ms_median = 0;
};

/// Trains on random images in memory and measures whole iterations, metrics included: warmup ones first that do not
/// count, then steps. training.threads is applied when it is not 0. device is "cpu" or "cuda:N".
BenchResult benchmarkTraining(const RunConfig& config, int warmup, int steps, const std::string& device);

}  // namespace gan
