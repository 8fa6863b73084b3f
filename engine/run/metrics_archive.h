#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <memory>

#include "run/metrics.h"

namespace gan {

/// Blocks of metrics that were read before and are wanted again: those used last are kept, up to a fixed size.
/// Not thread-safe.
class MetricsArchive {
 public:
  /// Reads a block; readMetrics() for those in files.
  using Read = std::function<MetricsBlock(const MetricsPlace&)>;
  explicit MetricsArchive(Read read) : read_(std::move(read)) {}

  /// Throws what reading throws.
  std::shared_ptr<const MetricsBlock> block(const MetricsPlace& place);

  /// What decoded blocks may take together: what a chart of 2,400 pixels shows raw of a run with a dozen series.
  static constexpr std::size_t kKeptBytes = std::size_t{32} << 20U;

 private:
  struct Kept {
    std::shared_ptr<const MetricsBlock> block;
    std::size_t bytes = 0;
  };

  Read read_;
  std::list<Kept> kept_;  ///< The one used last is the first.
  std::size_t bytes_ = 0;
};

}  // namespace gan
