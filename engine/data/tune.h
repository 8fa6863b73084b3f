#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/job.h"
#include "data/dataset.h"

namespace gan {

class RunConfig;

struct TuneOptions {
  std::int64_t batches = 20;  ///< Measured with each number of threads, after as many that are not counted.
  std::vector<int> workers;   ///< Numbers of threads to measure, rising; at least one.
  /// For all of them together. The first is measured however long one batch takes; past this time no other is begun,
  /// and each gets an equal share, in which fewer batches may have to do.
  double most_seconds = std::numeric_limits<double>::infinity();
};

/// 0, 1, 2 ... up to most_workers, by quarters above 8.
std::vector<int> everyWorkerCount(int most_workers);

struct LoadingSpeed {
  int workers = 0;
  double images_per_second = 0;
};

struct Tuning {
  std::vector<LoadingSpeed> speeds;  ///< In the order they were measured.
  int best = 1;                      ///< firstPlateau() of them.
};

/// Loads batches as a training with this configuration would, with each number of threads in turn. Throws as Loader,
/// and Error(kCancelled).
Tuning tuneLoading(const Dataset& dataset, const RunConfig& config, const TuneOptions& options, Job& job);

/// Of speeds in rising order of workers, the first after which none is more than a tenth faster. Never 0 where others
/// were measured: as fast as that may be, it loads while the training waits.
int firstPlateau(const std::vector<LoadingSpeed>& speeds);

}  // namespace gan
