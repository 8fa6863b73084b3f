#pragma once

#include <cstdint>
#include <vector>

#include "core/job.h"
#include "data/dataset.h"

namespace gan {

class RunConfig;

struct LoadingSpeed {
  int workers = 0;
  double images_per_second = 0;
};

struct Tuning {
  std::vector<LoadingSpeed> speeds;  ///< In the order they were measured.
  int best = 1;                      ///< firstPlateau() of them.
};

/// Loads `batches` batches of the configured size with 0, 1, 2 ... up to most_workers threads (by quarters above 8),
/// after as many that are not counted, so that every turn finds the files in the same state. Throws as Loader, and
/// Error(kCancelled).
Tuning tuneLoading(const Dataset& dataset, const RunConfig& config, std::int64_t batches, int most_workers, Job& job);

/// Of speeds in rising order of workers, the first after which none is more than a tenth faster. Never 0 where others
/// were measured: as fast as that may be, it loads while the training waits.
int firstPlateau(const std::vector<LoadingSpeed>& speeds);

}  // namespace gan
