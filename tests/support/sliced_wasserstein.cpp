#include "support/sliced_wasserstein.h"

#include <ATen/ATen.h>

#include "core/error.h"
#include "data/image_batch.h"
#include "tensor/random_stream.h"

namespace gan {

double slicedWasserstein(const at::Tensor& a, const at::Tensor& b, std::int64_t projections) {
  if (a.sizes() != b.sizes() || a.dim() < 2 || a.size(0) < 1) {
    throw Error(ErrorCode::kInvalidArgument, "sliced_wasserstein_shapes",
                "The sliced Wasserstein distance needs two sets of as many vectors of the same size.");
  }
  const at::Tensor flat_a = a.flatten(1);
  const at::Tensor flat_b = b.flatten(1);
  const RandomStream stream(0, RandomPurpose::kProjections);
  at::Tensor directions = stream.normal(0, 0, projections, flat_a.size(1));
  directions.div_(directions.norm(2, {1}, /*keepdim=*/true));
  const auto projected = [&](const at::Tensor& flat) {
    return std::get<0>(at::sort(flat.matmul(directions.t()), /*dim=*/0));
  };
  return (projected(flat_a) - projected(flat_b)).abs_().to(at::kDouble).mean().item<double>();
}

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
