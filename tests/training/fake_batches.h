#pragma once

#include <ATen/ATen.h>

#include <cstdint>

#include "data/batch_source.h"
#include "data/dataset.h"

namespace gan {

/// Batches that are a function of their position.
class FakeBatches : public BatchSource {
 public:
  FakeBatches(std::int64_t batch_size, std::int64_t channels, std::int64_t resolution)
      : shape_{batch_size, channels, resolution, resolution} {}

  Batch next() override {
    const double phase = 0.1 * static_cast<double>(position_ % imagesPerEpoch());
    const std::int64_t count = shape_[0] * shape_[1] * shape_[2] * shape_[3];
    Batch batch;
    batch.images = at::arange(count, at::kDouble).mul(0.37).add(phase).sin().to(at::kFloat).view(shape_);
    batch.labels = at::full({shape_[0]}, kNoLabel, at::kLong);
    batch.position = position_;
    position_ += shape_[0];
    return batch;
  }
  void seek(std::int64_t position) override { position_ = position; }
  std::int64_t position() const override { return position_; }
  std::int64_t imagesPerEpoch() const override { return 10 * shape_[0]; }
  double waitSeconds() const override { return 0; }

 private:
  std::vector<std::int64_t> shape_;
  std::int64_t position_ = 0;
};

}  // namespace gan
