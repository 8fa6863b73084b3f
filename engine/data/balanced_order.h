#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gan {

/// The order of an epoch in which every class comes equally often, however many images it has. A class goes through its
/// images in passes, each in an order of its own, and goes on in the next epoch where this one stopped: so its images
/// are all seen equally often, too. A function of (seed, epoch, labels).
class BalancedOrder {
 public:
  /// labels[i] is the class of image i; images without one (below 0) never come. Throws Error(kInvalidArgument,
  /// "data_without_classes") when there is none with a class.
  BalancedOrder(std::uint64_t seed, std::span<const std::int32_t> labels);

  /// Images of an epoch: the labelled ones, rounded down to a multiple of the classes, but each class at least once.
  std::int64_t length() const { return classCount() * per_class_; }
  std::vector<std::int64_t> permutation(std::int64_t epoch) const;

 private:
  std::int64_t classCount() const { return static_cast<std::int64_t>(ends_.size()); }

  std::uint64_t seed_;
  std::vector<std::int64_t> members_;  ///< Images, class by class.
  std::vector<std::size_t> ends_;      ///< Of each class that has images, in members_.
  std::int64_t per_class_ = 0;
};

}  // namespace gan
