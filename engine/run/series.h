#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "run/column.h"
#include "run/sums_file.h"

namespace gan {

/// Exponential moving average with debiasing, weight in [0, 1): 0 is the raw curve. As TensorBoard smooths:
/// last = last * weight + (1 - weight) * value, shown = last / (1 - weight^n), over finite values only.
struct Smoothing {
  double weight = 0;
};

/// Inclusive range of steps.
struct StepRange {
  std::int64_t first = 0;
  std::int64_t last = 0;
};

/// All values of one named series on the current line of a run (superseded ones are cut off by truncate()), with
/// minima and maxima at several resolutions: a query costs O(columns), however long the run is. The first query with
/// another smoothing weight runs over all values once; the curves of the three weights used last are kept and grow
/// along. A series that can read its values again keeps few of them in memory however long it is, nor more of a
/// smoothed curve: what grows, a tenth of a byte a value for each, lies in a file. Not thread-safe; readers take turns
/// under their owner's lock.
class Series {
 public:
  /// Fills `values` with those that the series has in a range of steps; there are exactly so many. What it throws comes
  /// out of the call that needed them.
  using ReadAgain = std::function<void(StepRange range, std::span<float> values)>;
  /// Everything stays in memory.
  Series();
  /// sums must outlive it.
  Series(ReadAgain read_again, SumsFile& sums);
  ~Series();
  Series(Series&&) noexcept;
  Series& operator=(Series&&) noexcept;

  /// Steps must increase, over all calls: Error(kInvalidArgument, "steps_not_increasing"). Amortised O(1) a value.
  void append(std::span<const std::int64_t> steps, std::span<const float> values);
  /// Drops everything after step. Throws what reading again throws, and then has changed nothing.
  void truncate(std::int64_t step);

  std::size_t size() const;
  std::optional<std::int64_t> firstStep() const;
  std::optional<std::int64_t> lastStep() const;
  /// Value at exactly this step, if recorded.
  std::optional<float> at(std::int64_t step) const;

  /// At most `columns` columns that together hold every value of the range: the part of the range that has values is
  /// divided into equal widths in steps, to within one step; empty ones are left out; narrower than one value a
  /// column, each value is its own column. Values number 256 k to 256 k + 255 of the series that are together narrower
  /// than a column stay in one, which moves an edge by that much less than a column. Smoothing runs over all the data
  /// first.
  /// Throws Error(kInvalidArgument, "smoothing_out_of_range") unless the weight is in [0, 1).
  std::vector<Column> query(StepRange range, std::size_t columns, Smoothing smoothing = {}) const;

  /// Does what the next query() with this weight would do for the values up to a step, and perhaps a few more: several
  /// series that are smoothed side by side read their values once.
  void smooth(Smoothing smoothing, std::int64_t last_step) const;

  /// Raw values of a range, at most max_values (the first ones).
  struct Values {
    std::vector<std::int64_t> steps;
    std::vector<float> values;
  };
  Values values(StepRange range, std::size_t max_values) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gan
