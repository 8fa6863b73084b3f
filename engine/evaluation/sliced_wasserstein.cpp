#include "evaluation/sliced_wasserstein.h"

#include <ATen/ATen.h>

#include "core/error.h"
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

}  // namespace gan
