#include "support/read_images.h"

#include <ATen/ops/empty.h>

#include "data/image_batch.h"

namespace gan {

at::Tensor readImages(const Dataset& dataset, std::int64_t first, std::int64_t count, std::int64_t resolution,
                      std::int64_t channels) {
  at::Tensor images = at::empty({count, channels, resolution, resolution}, at::kFloat);
  auto* out = images.mutable_data_ptr<float>();
  const std::int64_t size = channels * resolution * resolution;
  Image scratch;
  for (std::int64_t i = 0; i < count; ++i) {
    dataset.read(first + i, scratch);
    writePlanes(scratch, resolution, channels, {out + i * size, static_cast<std::size_t>(size)});
  }
  return images;
}

}  // namespace gan
