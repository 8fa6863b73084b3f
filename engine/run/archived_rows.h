#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "run/chunked_array.h"
#include "run/metrics_archive.h"
#include "run/series.h"
#include "run/step_index.h"

namespace gan {

/// Rows of metrics by number: which step each has, and where in the metrics files it lies. Of every 256th row, and of
/// the newest few thousand, epoch and time are in memory; everything else is read again when it is wanted.
/// Not thread-safe.
class ArchivedRows {
 public:
  /// archive must outlive it.
  explicit ArchivedRows(MetricsArchive& archive) : archive_(archive) {}

  /// Rows [begin, end) of a block. Steps must increase, over all calls.
  void append(const MetricsBlock& block, std::size_t begin, std::size_t end);
  /// Keeps the first `size` rows. Throws what reading throws, and then has changed nothing.
  void truncate(std::size_t size);

  const StepIndex& steps() const { return steps_; }
  struct Position {
    double epoch = 0;
    double unix_seconds = 0;
  };
  Position position(std::size_t row) const;
  /// Costs no reading: between rows that are in memory, what lies in proportion.
  Position positionAbout(std::size_t row) const;
  /// The first row from `row` on whose time is at least unix_seconds; the number of rows when there is none.
  std::size_t firstSince(std::size_t row, double unix_seconds) const;

  /// Fills values with those that a column has in a range of steps; there must be exactly so many.
  void read(std::string_view column, StepRange range, std::span<float> values) const;
  /// Calls visit(block, begin, end) for the parts of blocks that hold rows [first, last).
  template <class Visit>
  void visit(std::size_t first, std::size_t last, const Visit& visit) const {
    while (first < last) {
      const Slice slice = sliceFrom(first, last);
      visit(*slice.block, slice.begin, slice.end);
      first += slice.end - slice.begin;
    }
  }

 private:
  /// Rows that lie together in a file, up to where the next piece begins.
  struct Piece {
    std::size_t first_row = 0;
    std::size_t skipped = 0;  ///< Rows at the beginning of the place that do not belong here.
    MetricsPlace place;
    bool whole = false;  ///< All rows of the place belong here, so that it may grow.
  };
  struct Slice {
    std::shared_ptr<const MetricsBlock> block;
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  Slice sliceFrom(std::size_t row, std::size_t last) const;
  void appendPlace(const MetricsBlock& block, std::size_t begin, std::size_t end, std::size_t first_row);

  MetricsArchive& archive_;
  StepIndex steps_;
  std::vector<Piece> pieces_;
  ChunkedArray<Position, 256> milestones_;  ///< Of every 256th row.
  ChunkedArray<Position, 4096> newest_;     ///< Of the rows from kept_from_ on.
  std::size_t kept_from_ = 0;               ///< A multiple of 4096.
};

}  // namespace gan
