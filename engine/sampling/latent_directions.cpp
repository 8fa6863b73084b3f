#include "sampling/latent_directions.h"

#include <ATen/ops/constant_pad_nd.h>
#include <ATen/ops/isfinite.h>
#include <ATen/ops/linalg_eigh.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "core/error.h"

namespace gan {
namespace {

/// A^T A, float64.
at::Tensor gramOf(const at::Tensor& weight) {
  const at::Tensor exact = weight.detach().to(at::kCPU, at::kDouble);
  if (!at::isfinite(exact).all().item<bool>()) {
    throw Error(ErrorCode::kFailedPrecondition, "directions_not_finite",
                "The generator's first layer holds values that are no finite numbers: the training went wrong before. "
                "Ask for an earlier step.");
  }
  return exact.t().mm(exact);
}

/// Rows of vectors, float64 [K, k], which become of length 1 and `latent_size` wide; those without a length go.
/// variances: [K], in the same order.
LatentDirections directionsOf(const at::Tensor& vectors, const at::Tensor& variances, std::int64_t latent_size) {
  const at::Tensor lengths = vectors.norm(2, {1}, /*keepdim=*/true);
  const at::Tensor some_length = (lengths > lengths.max() * 1e-12).flatten().nonzero().flatten();
  at::Tensor units = (vectors / lengths).index_select(0, some_length);
  const at::Tensor largest = units.abs().argmax(1, /*keepdim=*/true);
  units = units * units.gather(1, largest).sign();
  const at::Tensor kept = variances.index_select(0, some_length).clamp_min(0).contiguous();
  const double whole = kept.sum().item<double>();
  LatentDirections directions{.vectors = at::constant_pad_nd(units, {0, latent_size - units.size(1)}).contiguous(),
                              .shares = {}};
  for (std::int64_t i = 0; i < kept.size(0); ++i) {
    directions.shares.push_back(whole > 0 ? kept[i].item<double>() / whole : 0);
  }
  return directions;
}

}  // namespace

LatentDirections sefaDirections(const at::Tensor& weight, std::int64_t latent_size) {
  const auto [values, vectors] = at::linalg_eigh(gramOf(weight));  // columns, smallest first
  return directionsOf(vectors.flip({1}).t(), values.flip({0}), latent_size);
}

LatentDirections pcaDirections(const at::Tensor& weight, const at::Tensor& latents) {
  const std::int64_t count = latents.size(0);
  const std::int64_t entering = weight.size(1);
  if (count <= entering) {
    throw Error(ErrorCode::kInvalidArgument, "latents_too_few",
                "Principal components of {size} components need more latents than these {count}.",
                {{"size", std::to_string(entering)}, {"count", std::to_string(count)}});
  }
  at::Tensor centred = latents.narrow(1, 0, entering).to(at::kCPU, at::kDouble);
  centred = centred - centred.mean(0, /*keepdim=*/true);
  const at::Tensor covariance = centred.t().mm(centred) / static_cast<double>(count - 1);
  const auto [variances, axes] = at::linalg_eigh(covariance);
  const at::Tensor root = (axes * variances.clamp_min(0).sqrt()).mm(axes.t());
  const auto [values, vectors] = at::linalg_eigh(root.mm(gramOf(weight)).mm(root));
  return directionsOf(root.mm(vectors.flip({1})).t(), values.flip({0}), latents.size(1));
}

}  // namespace gan
