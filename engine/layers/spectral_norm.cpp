#include "layers/spectral_norm.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/ones.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <limits>
#include <string>

#include "core/error.h"

namespace gan {

namespace {

/// x [1, n] without what lies along `earlier`, of length 1. Of a weight with fewer rows than values are followed, some
/// of `earlier` are 0, along which nothing lies.
at::Tensor direction(at::Tensor x, const std::vector<at::Tensor>& earlier, double epsilon) {
  for (const at::Tensor& y : earlier) {
    x = x - (x.mm(y.t()) / y.mm(y.t()).clamp_min(std::numeric_limits<float>::min())) * y;
  }
  return x / x.norm().clamp_min(epsilon);
}

}  // namespace

SpectralNorm::SpectralNorm(torch::nn::Module& owner, std::int64_t rows, const SpectralNormOptions& options)
    : options_(options) {
  if (options.values < 1 || options.iterations < 1) {
    throw Error(ErrorCode::kInvalidArgument, "spectral_norm_unsupported",
                "Spectral norm follows at least one singular value with at least one iteration of the power method for "
                "each pass; it was asked for {values} and {iterations}.",
                {{"values", std::to_string(options.values)}, {"iterations", std::to_string(options.iterations)}});
  }
  for (std::int64_t i = 0; i < options.values; ++i) {
    u_.push_back(owner.register_buffer("u" + std::to_string(i), at::ones({1, rows}, at::kFloat)));
  }
  for (std::int64_t i = 0; i < options.values; ++i) {
    sv_.push_back(owner.register_buffer("sv" + std::to_string(i), at::ones({1}, at::kFloat)));
  }
}

at::Tensor SpectralNorm::normalised(const at::Tensor& weight, bool training) const {
  // Rounded to 8 bits, u would not turn towards the singular vector any more.
  const c10::impl::ExcludeDispatchKeyGuard full_precision(c10::autocast_dispatch_keyset);
  const at::Tensor matrix = weight.flatten(1);
  std::vector<at::Tensor> left;
  std::vector<at::Tensor> right;
  {
    const at::NoGradGuard no_grad;
    for (std::int64_t iteration = 0; iteration < options_.iterations; ++iteration) {
      left.clear();
      right.clear();
      for (const at::Tensor& u : u_) {
        right.push_back(direction(u.mm(matrix), right, options_.epsilon));
        left.push_back(direction(right.back().mm(matrix.t()), left, options_.epsilon));
        if (training) u.copy_(left.back());
      }
    }
    if (training) {
      for (std::size_t i = 1; i < sv_.size(); ++i) sv_[i].copy_(right[i].mm(matrix.t()).mm(left[i].t()).view({1}));
    }
  }
  const at::Tensor largest = right[0].mm(matrix.t()).mm(left[0].t()).squeeze();
  if (training) {
    const at::NoGradGuard no_grad;
    sv_[0].copy_(largest.view({1}));
  }
  return weight / largest;
}

}  // namespace gan
