#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "run/chunked_array.h"

namespace gan {

/// Values by index, with minimum and maximum of every complete group of 16, 256, 4096, ... of them: what lies between
/// two indices is summed up in O(log n). Takes 1.2 times the memory of the values. Not thread-safe.
class MinMaxPyramid {
 public:
  /// What lies in a range of indices.
  struct Extent {
    float min = std::numeric_limits<float>::infinity();  ///< Of the finite values, as are the following three.
    float max = -std::numeric_limits<float>::infinity();
    float first = 0;
    float last = 0;
    std::uint32_t count = 0;
    std::uint32_t not_finite = 0;
  };

  void append(std::span<const float> values);
  /// Keeps the first `size` values.
  void truncate(std::size_t size);

  std::size_t size() const { return values_.size(); }
  float operator[](std::size_t index) const { return values_[index]; }
  /// Values from `index` on, as many as lie together.
  std::span<const float> from(std::size_t index) const { return values_.from(index); }

  /// begin <= end <= size().
  Extent extent(std::size_t begin, std::size_t end) const;

 private:
  /// A group of 16^(level + 1) values.
  struct Node {
    float min;
    float max;
    std::uint32_t not_finite;
  };

  void completeNodes();
  /// A group that starts at index; level 0 is one value.
  Node node(std::size_t level, std::size_t index) const;
  float firstFinite(std::size_t level, std::size_t index) const;
  float lastFinite(std::size_t level, std::size_t index) const;

  ChunkedArray<float, 4096> values_;
  std::vector<ChunkedArray<Node, 512>> levels_;
};

}  // namespace gan
