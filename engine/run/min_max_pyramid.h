#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "run/chunked_array.h"
#include "run/sums_file.h"

namespace gan {

/// Values by index, summed up for every complete group of 16, 256, 4096, ... of them: what lies between two indices is
/// found in O(log n). Who can read values again lends a hand: then only the newest few thousand values stay in memory;
/// of older ones the groups from kGroup on, a tenth of a byte a value, lie in a file. Not thread-safe.
class MinMaxPyramid {
 public:
  /// Fills `values` with those from index `begin` on, a multiple of kWindow; at most kWindow at once. What it throws
  /// comes out of the call that needed the values.
  using ReadAgain = std::function<void(std::size_t begin, std::span<float> values)>;
  static constexpr std::size_t kWindow = 4096;
  /// Sums of so many values are always there.
  static constexpr std::size_t kGroup = 256;

  /// What lies in a range of indices.
  struct Extent {
    float min = std::numeric_limits<float>::infinity();  ///< Of the finite values, as are the following three.
    float max = -std::numeric_limits<float>::infinity();
    float first = 0;
    float last = 0;
    std::uint32_t count = 0;
    std::uint32_t not_finite = 0;
  };

  /// Where values can be read again, and where their sums lie meanwhile.
  struct Archive {
    ReadAgain read_again;
    SumsFile& sums;  ///< Must outlive the pyramid.
  };

  /// Everything is kept in memory.
  MinMaxPyramid() = default;
  explicit MinMaxPyramid(Archive archive) : read_again_(std::move(archive.read_again)), sums_(&archive.sums) {}

  void append(std::span<const float> values);
  /// Keeps the first `size` values. When those at the end cannot be read again, nothing changes.
  void truncate(std::size_t size);

  std::size_t size() const { return values_.size(); }
  float operator[](std::size_t index) const;
  /// Copies the values from index `begin` on; they must be there.
  void copy(std::size_t begin, std::span<float> values) const;

  /// begin <= end <= size(). Costs no reading for what begins and ends at multiples of kGroup.
  Extent extent(std::size_t begin, std::size_t end) const;

 private:
  void completeGroups();
  void addLevel();
  void dropOldValues();
  /// The values from `begin` on that lie together, at most `count`.
  std::span<const float> valuesFrom(std::size_t begin, std::size_t count) const;
  /// A group of 16^level values, level 0 being one value.
  Extent group(std::size_t level, std::size_t index) const;

  ReadAgain read_again_;
  SumsFile* sums_ = nullptr;
  ChunkedArray<float, kWindow> values_;
  std::vector<ChunkedArray<Extent, 256>> levels_;  ///< levels_[k] has the groups of 16^(k + 1) values.
  std::size_t kept_from_ = 0;                      ///< A multiple of kWindow: values before it are read again.

  mutable std::vector<float> window_;  ///< The values that were read last, and from where on.
  mutable std::size_t window_begin_ = 0;
};

}  // namespace gan
