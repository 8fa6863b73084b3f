#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>

#include "data/dataset.h"
#include "data/epoch_order.h"

namespace gan {

/// Real images, ready for the discriminator.
struct Batch {
  at::Tensor images;             ///< float32 [N, C, H, W] in [-1, 1], on the host, pinned when a device was chosen.
  at::Tensor labels;             ///< int64 [N]; kNoLabel where there is none.
  std::int64_t position = 0;     ///< Global index of the first image: epoch * images per epoch + offset.
};

struct LoaderOptions {
  std::int64_t batch_size = 64;      ///< Images this process takes.
  std::int64_t resolution = 64;      ///< Height and width handed out.
  std::int64_t channels = 3;         ///< 1 or 3; grey images are repeated, colour is weighted to grey (ITU-R 601-2).
  int workers = 1;                   ///< Threads that read and decode; 0 decodes in next().
  int prefetch_batches = 2;          ///< Ring size: batches prepared ahead.
  bool pinned = false;
};

/// Endless stream of batches in EpochOrder; the last images of an epoch that do not fill a batch are dropped, so that
/// every batch lies inside one epoch. Prepared by worker threads into a ring whose memory is reused:
/// a batch's tensors stay valid until the call of next() after the following one.
/// One thread calls next() and seek(). Identical batches for any number of workers.
class Loader {
 public:
  /// Throws Error(kInvalidArgument, "data_too_small") when the data set holds less than one batch.
  Loader(const Dataset& dataset, EpochOrder order, const LoaderOptions& options);
  ~Loader();
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  /// Blocks until the next batch is ready. Throws what a worker threw while reading it.
  Batch next();
  /// The batch that next() returns will begin at this position (rounded down to a whole batch).
  void seek(std::int64_t position);
  /// Where the next batch begins.
  std::int64_t position() const;
  /// Images of one epoch that are used: count rounded down to whole batches.
  std::int64_t imagesPerEpoch() const;
  /// Seconds that next() has spent waiting, in total.
  double waitSeconds() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gan
