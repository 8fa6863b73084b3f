#pragma once

#include <cstdint>
#include <vector>

namespace gan {

/// The order in which an epoch visits the images: one function of (seed, epoch, count, block size), the same for any
/// number of processes. Block size 1 is a uniform permutation (Fisher-Yates on Philox words); a larger one permutes
/// blocks of neighbouring images, and then the images within windows of several blocks, for sources that read in
/// chunks.
class EpochOrder {
 public:
  /// Throws Error(kInvalidArgument) unless count >= 1 and block_size >= 1.
  EpochOrder(std::uint64_t seed, std::int64_t count, std::int64_t block_size);

  std::int64_t count() const { return count_; }
  /// Every index in [0, count) once.
  std::vector<std::int64_t> permutation(std::int64_t epoch) const;

 private:
  std::uint64_t seed_;
  std::int64_t count_;
  std::int64_t block_size_;
};

}  // namespace gan
