#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gan::app {

/// Measured of updates of so many images, divided into micro-batches of one size.
struct SweepPoint {
  std::int64_t micro_batch = 0;    ///< Images.
  std::int64_t micro_batches = 0;  ///< Of one update.
  double placed = 0;               ///< Images a second, in stages.
  /// On one device alone, with the same micro-batches, where it can hold the networks.
  std::optional<double> whole = {};
  /// On the devices of several processes, each with the whole networks and its share of every micro-batch.
  std::optional<double> parallel = {};
};

/// Numbers of micro-batches that `images` of an update are divided into: 1, 2, 4 ... as long as the parts are equal and
/// have at least two images.
std::vector<std::int64_t> microBatches(std::int64_t images);

/// Of a micro-batch, for each of the processes that hold one copy of the networks in stages, were they to hold whole
/// ones: then as many images are trained. 0: it cannot be shared evenly, or less than two images are left of it.
std::int64_t shareOfMicroBatch(std::int64_t images, int stages);

/// The point with the most images a second; there is one.
const SweepPoint& fastest(const std::vector<SweepPoint>& points);

/// The speeds over the size of micro-batches, the fastest one in stages marked.
std::string sweepSvg(const std::vector<SweepPoint>& points, const std::string& title);

}  // namespace gan::app
