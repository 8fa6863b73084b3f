#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace gan {

/// Real images, ready for the discriminator.
struct Batch {
  at::Tensor images;          ///< float32 [N, C, H, W] in [-1, 1], on the host, pinned when a device was chosen.
  at::Tensor labels;          ///< int64 [N]; kNoLabel where there is none.
  std::int64_t position = 0;  ///< Global index of the first image: epoch * images per epoch + offset.
};

/// Endless batches of real images: what a trainer needs of a loader. One thread uses it.
class BatchSource {
 public:
  virtual ~BatchSource() = default;

  /// Blocks until the next batch is ready. Its tensors stay valid until the call of next() after the following one.
  virtual Batch next() = 0;
  /// The batch that next() returns will begin at this position (rounded down to a whole batch).
  virtual void seek(std::int64_t position) = 0;
  /// Where the next batch begins.
  virtual std::int64_t position() const = 0;
  /// Images of one epoch: a number of whole batches.
  virtual std::int64_t imagesPerEpoch() const = 0;
  /// Seconds that next() has spent waiting, in total.
  virtual double waitSeconds() const = 0;
};

}  // namespace gan
