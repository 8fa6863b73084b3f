#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "data/balanced_order.h"

namespace gan {

/// The order in which an epoch visits the images: one function of (seed, epoch, count, block size), the same for any
/// number of processes. Block size 1 is a uniform permutation (Fisher-Yates on Philox words); a larger one permutes
/// blocks of neighbouring images, and then the images within windows of several blocks, for sources that read in
/// chunks.
///
/// Quality of the latter: the windows of an epoch are 16 blocks each, drawn at random, and within a window every order
/// is equally likely. So a batch of n images comes from min(n, 16) blocks or nearly so (64 images from 15.7 of 16 on
/// average), an image is at any place of the epoch with equal probability, and two neighbours of the file are in one
/// batch n / (16 block sizes) of the time. Where the file itself is mixed, that is as good as a full shuffle; where it
/// holds one class after the other, a batch has about as many classes as its 16 blocks.
class EpochOrder {
 public:
  /// Throws Error(kInvalidArgument) unless count >= 1 and block_size >= 1.
  EpochOrder(std::uint64_t seed, std::int64_t count, std::int64_t block_size);
  /// An epoch in which every class comes equally often; labels[i] is the class of image i (see BalancedOrder).
  EpochOrder(std::uint64_t seed, std::span<const std::int32_t> labels);

  /// Images that it is made for.
  std::int64_t count() const { return count_; }
  /// Images of an epoch.
  std::int64_t length() const;
  /// Every index in [0, count) once, unless classes are balanced.
  std::vector<std::int64_t> permutation(std::int64_t epoch) const;

 private:
  std::uint64_t seed_;
  std::int64_t count_;
  std::int64_t block_size_;
  std::shared_ptr<const BalancedOrder> balanced_;  ///< Null: every image once.
};

}  // namespace gan
