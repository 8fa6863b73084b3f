#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gan::app {

/// Measured of updates of so many images, divided into micro-batches of one size.
struct SweepPoint {
  std::int64_t micro_batch = 0;    ///< Images.
  std::int64_t micro_batches = 0;  ///< Of one update.
  double placed = 0;               ///< Images a second, as distributed.placement says.
  double whole = 0;                ///< On the process's device alone, with the same micro-batches.
};

/// Numbers of micro-batches that `images` of an update are divided into: 1, 2, 4 ... as long as the parts are equal and
/// have at least two images.
std::vector<std::int64_t> microBatches(std::int64_t images);

/// The point with the most images a second; there is one.
const SweepPoint& fastest(const std::vector<SweepPoint>& points);

/// Both speeds over the size of micro-batches, the fastest one marked.
std::string sweepSvg(const std::vector<SweepPoint>& points, const std::string& title);

}  // namespace gan::app
