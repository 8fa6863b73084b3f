#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "run/metrics.h"

namespace gan {

/// The newest rows of metrics, numbered from the first ever added. Not thread-safe.
class RecentRows {
 public:
  /// Older rows are dropped once at least `kept` newer ones are there.
  explicit RecentRows(std::size_t kept) : kept_(kept) {}

  void add(MetricsBlock block);
  /// Count of rows ever added.
  std::uint64_t end() const { return end_; }

  struct Slice {
    std::vector<MetricsBlock> blocks;
    std::uint64_t skipped = 0;  ///< Rows from the asked one on that were dropped already.
    std::uint64_t next = 0;     ///< Number of the row after the last in blocks.
  };
  /// At most max_rows rows from number `first` on.
  Slice from(std::uint64_t first, std::size_t max_rows) const;

 private:
  std::size_t kept_;
  std::deque<MetricsBlock> blocks_;
  std::uint64_t begin_ = 0;  ///< Number of the first row in blocks_.
  std::uint64_t end_ = 0;
};

}  // namespace gan
