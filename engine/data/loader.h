#pragma once

#include <cstdint>
#include <memory>

#include "data/batch_source.h"
#include "data/dataset.h"
#include "data/epoch_order.h"
#include "data/image_fit.h"

namespace gan {

/// What becomes of the images at the end of an epoch that do not fill a batch.
enum class LastBatch {
  kDrop,  ///< They are left out; another epoch leaves out others.
  kPad,   ///< The batch is filled up with the first images of the epoch.
};

enum class ImageContent {
  kRead,
  kBlank,  ///< No image is read: zeros with the labels of those that would be, damaged ones too.
};

struct LoaderOptions {
  std::int64_t batch_size = 64;  ///< Images this process takes.
  FitOptions fit;   ///< Size, channels and crop of what is handed out; grey images are repeated where 3 are wanted.
  int workers = 1;  ///< Threads that read and decode; 0 decodes in next().
  int prefetch_batches = 2;  ///< Ring size: batches prepared ahead.
  bool pinned = false;
  LastBatch last_batch = LastBatch::kDrop;
  int rank = 0;   ///< Of the processes that share every batch: this one takes its slice of batch_size images.
  int ranks = 1;  ///< A batch of all is ranks * batch_size images; positions and epochs count those.
  std::int64_t position = 0;  ///< Where it begins, without reading anything before as a later seek() might.
  ImageContent content = ImageContent::kRead;  ///< Blank for a process whose part of the networks meets no image.
};

/// Endless stream of batches in EpochOrder; every batch lies inside one epoch. Prepared by worker threads into a ring
/// whose memory is reused: a batch's tensors stay valid until the call of next() after the following one. One thread
/// calls next() and seek(). Identical batches for any number of workers.
class Loader : public BatchSource {
 public:
  /// Throws Error(kInvalidArgument, "data_too_small") when an epoch is less than one batch and is not padded.
  Loader(const Dataset& dataset, EpochOrder order, const LoaderOptions& options);
  ~Loader() override;
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  /// Throws what a worker threw while reading the batch.
  Batch next() override;
  void seek(std::int64_t position) override;
  std::int64_t position() const override;
  std::int64_t imagesPerEpoch() const override;
  double waitSeconds() const override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gan
