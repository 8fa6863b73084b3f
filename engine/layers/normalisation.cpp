#include "layers/normalisation.h"

#include <ATen/Context.h>
#include <ATen/ops/addcmul.h>
#include <ATen/ops/group_norm.h>
#include <ATen/ops/instance_norm.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/zeros.h>

#include <numeric>

namespace gan {

namespace {

constexpr std::int64_t kGroups = 16;
constexpr double kGroupEpsilon = 1e-5;  // PyTorch's, which BigGAN-PyTorch leaves as it is

/// With statistics of all bits: of numbers of fewer, and without a gain, ATen would keep those for the backward pass in
/// as few, unless autocast widens them, as it does on CUDA. Returns what x is of.
at::Tensor byGroups(const at::Tensor& x, std::int64_t groups, const at::Tensor& gain, const at::Tensor& bias,
                    bool cudnn) {
  const bool narrow = x.scalar_type() == at::kBFloat16 || x.scalar_type() == at::kHalf;
  return at::group_norm(narrow ? x.to(at::kFloat) : x, groups, gain, bias, kGroupEpsilon, cudnn).to(x.scalar_type());
}

/// [N, C] or [C] to [N, C, 1, 1] or [1, C, 1, 1].
at::Tensor alongChannels(const at::Tensor& values) { return values.view({-1, values.size(-1), 1, 1}); }

}  // namespace

Normalisation::Normalisation(NormKind kind, std::int64_t channels, double epsilon)
    : kind_(kind), channels_(channels), epsilon_(epsilon) {
  if (kind != NormKind::kBatch && kind != NormKind::kInstance) return;
  stored_mean = register_buffer("stored_mean", at::zeros({channels}, at::kFloat));
  stored_var = register_buffer("stored_var", at::ones({channels}, at::kFloat));
}

at::Tensor Normalisation::normalised(const at::Tensor& x, const at::Tensor& gain, const at::Tensor& bias) const {
  const bool cudnn = at::globalContext().userEnabledCuDNN();
  switch (kind_) {
    case NormKind::kBatch:
      return byBatch(x, {gain, bias, stored_mean, stored_var}, epsilon_, is_training());
    case NormKind::kInstance:
      return at::instance_norm(x, gain, bias, stored_mean, stored_var, is_training(), kRunningMomentum, epsilon_,
                               cudnn);
    case NormKind::kGroup:
      return byGroups(x, std::gcd(kGroups, channels_), gain, bias, cudnn);
    case NormKind::kNone:
      break;
  }
  return gain.defined() ? x * alongChannels(gain) + alongChannels(bias) : x;
}

PlainNorm::PlainNorm(NormKind kind, std::int64_t channels, double epsilon) : Normalisation(kind, channels, epsilon) {
  gain_ = register_parameter("gain", at::ones({channels}, at::kFloat));
  bias_ = register_parameter("bias", at::zeros({channels}, at::kFloat));
}

ConditionalNorm::ConditionalNorm(NormKind kind, std::int64_t channels, double epsilon)
    : Normalisation(kind, channels, epsilon) {}

std::shared_ptr<ConditionalNorm> ConditionalNorm::ofClasses(NormKind kind, std::int64_t channels, double epsilon,
                                                            std::int64_t classes) {
  auto norm = std::make_shared<ConditionalNorm>(kind, channels, epsilon);
  norm->gain_.embedding = norm->register_module("gain", std::make_shared<Embedding>(classes, channels));
  norm->bias_.embedding = norm->register_module("bias", std::make_shared<Embedding>(classes, channels));
  return norm;
}

std::shared_ptr<ConditionalNorm> ConditionalNorm::ofVector(NormKind kind, std::int64_t channels, double epsilon,
                                                           std::int64_t size, const WeightOptions& options) {
  auto norm = std::make_shared<ConditionalNorm>(kind, channels, epsilon);
  norm->gain_.linear = norm->register_module("gain", std::make_shared<Linear>(size, channels, options));
  norm->bias_.linear = norm->register_module("bias", std::make_shared<Linear>(size, channels, options));
  return norm;
}

at::Tensor ConditionalNorm::forward(const at::Tensor& x, const at::Tensor& y) const {
  return at::addcmul(alongChannels(bias_.of(y)), normalised(x, {}, {}), alongChannels(1 + gain_.of(y)));
}

}  // namespace gan
