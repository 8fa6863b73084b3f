#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/progress_monitor.h"
#include "data/dataset.h"

namespace gan {

class RunConfig;

struct TuneOptions {
  std::int64_t batches = 20;  ///< Measured with each number of threads, after as many that are not counted.
  std::vector<int> workers;   ///< Numbers of threads to measure, rising; at least one.
  /// Numbers above this are begun only as long as threads still help: after two in a row that were no faster than a
  /// smaller number, measuring ends.
  int surely = std::numeric_limits<int>::max();
  /// For all of them together. The first is measured however long one image takes; past this time no other is begun,
  /// and each gets an equal share, in which fewer batches may have to do.
  double most_seconds = std::numeric_limits<double>::infinity();
  int rank = 0;   ///< Of the processes that share every batch and measure at once: this one reads its slice.
  int ranks = 1;  ///< How many these are.
};

/// 0, 1, 2 ... up to most_workers, by quarters above 8.
std::vector<int> everyWorkerCount(int most_workers);

/// How many threads are worth a try on `cores` of them: as many, but more where images come over a network, which
/// threads wait for without using a core. `processes` on one machine share them.
int mostWorkers(const RunConfig& config, int cores, int processes = 1);

struct LoadingSpeed {
  int workers = 0;
  double images_per_second = 0;
};

/// What was read before the images that a number of threads was measured with.
enum class TunedOn {
  kUnreadImages,  ///< Each number of threads had images of its own, which this measurement had not touched.
  kReadImages,    ///< There are too few for that, so all had the same, which were read once before, outside the times.
};

struct Tuning {
  std::vector<LoadingSpeed> speeds;  ///< In the order they were measured.
  int best = 1;                      ///< firstPlateau() of them.
  TunedOn images = TunedOn::kUnreadImages;

  /// Whether the fastest by far was the largest number: more threads may be faster still.
  bool stillRising() const { return speeds.size() > 1 && best == speeds.back().workers; }
};

/// Loads batches as a training with this configuration would, with each number of threads in turn, all under the same
/// conditions (see TunedOn; what the machine had cached before is not known). A balanced order, which repeats images,
/// is left aside. Throws as Loader, and Error(kCancelled), which is noticed between two images.
Tuning tuneLoading(const Dataset& dataset, const RunConfig& config, const TuneOptions& options,
                   ProgressMonitor& monitor);

/// Of speeds in rising order of workers, the first after which none is more than a tenth faster. Never 0 where others
/// were measured: as fast as that may be, it loads while the training waits.
int firstPlateau(const std::vector<LoadingSpeed>& speeds);

}  // namespace gan
