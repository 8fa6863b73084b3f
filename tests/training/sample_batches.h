#pragma once

#include <ATen/ATen.h>

#include <cstdint>

#include "data/batch_source.h"
#include "data/dataset.h"
#include "tensor/random_stream.h"

namespace gan {

/// Images that are a function of their global number, in the slices that each of several processes takes.
class SampleBatches : public BatchSource {
 public:
  /// classes: 0, or how many there are; an image's is a function of its number, too.
  SampleBatches(std::int64_t batch_size, std::int64_t channels, std::int64_t resolution, int rank = 0, int ranks = 1,
                std::int64_t classes = 0)
      : shape_{batch_size, channels, resolution, resolution}, rank_(rank), ranks_(ranks), classes_(classes) {}

  Batch next() override {
    const RandomStream stream(5, RandomPurpose::kProjections);
    const std::int64_t first = position_ % imagesPerEpoch() + rank_ * shape_[0];
    Batch batch;
    batch.images = stream.uniform(0, static_cast<std::uint64_t>(first), shape_[0], shape_[1] * shape_[2] * shape_[3])
                       .mul_(2)
                       .sub_(1)
                       .view(shape_);
    batch.labels = classes_ == 0 ? at::full({shape_[0]}, kNoLabel, at::kLong)
                                 : at::arange(first, first + shape_[0], at::kLong).remainder(classes_);
    batch.position = position_;
    position_ += shape_[0] * ranks_;
    return batch;
  }
  void seek(std::int64_t position) override { position_ = position; }
  std::int64_t position() const override { return position_; }
  std::int64_t imagesPerEpoch() const override { return 480; }
  double waitSeconds() const override { return 0; }

 private:
  std::vector<std::int64_t> shape_;
  std::int64_t rank_, ranks_;
  std::int64_t classes_;
  std::int64_t position_ = 0;
};

}  // namespace gan
