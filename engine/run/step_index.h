#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gan {

/// Increasing steps by index, kept as runs of equal spacing: a million regular steps take as much memory as two.
/// Not thread-safe.
class StepIndex {
 public:
  /// Throws Error(kInvalidArgument, "steps_not_increasing") unless step is above the last one.
  void append(std::int64_t step);
  /// Keeps the first `size` steps.
  void truncate(std::size_t size);

  std::size_t size() const { return size_; }
  std::int64_t first() const { return runs_.front().first_step; }
  std::int64_t last() const { return last_; }
  /// index < size().
  std::int64_t at(std::size_t index) const;
  /// Count of steps below `step`: the index of the first one that is not.
  std::size_t countBelow(std::int64_t step) const;
  /// Count of steps up to and including `step`.
  std::size_t countUpTo(std::int64_t step) const;

 private:
  struct Run {
    std::int64_t first_step;
    std::uint64_t spacing;  ///< 0 while there is only one step.
    std::size_t first_index;
  };

  std::size_t length(std::size_t run) const;

  std::vector<Run> runs_;
  std::size_t size_ = 0;
  std::int64_t last_ = 0;
};

}  // namespace gan
