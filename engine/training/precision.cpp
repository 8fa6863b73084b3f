#include "training/precision.h"

#include <ATen/autocast_mode.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/_amp_foreach_non_finite_check_and_unscale.h>
#include <ATen/ops/_amp_update_scale.h>
#include <ATen/ops/full.h>
#include <ATen/ops/maximum.h>
#include <ATen/ops/zeros.h>

#include "training/device_groups.h"

namespace gan {

namespace {

// torch.amp.GradScaler's defaults.
constexpr double kFirstScale = 65536;
constexpr double kGrowth = 2;
constexpr double kBackoff = 0.5;
constexpr std::int64_t kGrowthInterval = 2000;

}  // namespace

Autocast::Autocast(Precision precision, c10::DeviceType device) {
  if (precision != Precision::kBFloat16 && precision != Precision::kFloat16) return;
  device_ = device;
  before_ = at::autocast::is_autocast_enabled(device);
  at::autocast::set_autocast_enabled(device, true);
  at::autocast::set_autocast_dtype(device, precision == Precision::kBFloat16 ? at::kBFloat16 : at::kHalf);
  at::autocast::increment_nesting();
}

Autocast::~Autocast() {
  if (!device_) return;
  // The narrow copies of weights that it keeps are of these weights, and an update may follow.
  if (at::autocast::decrement_nesting() == 0) at::autocast::clear_cache();
  at::autocast::set_autocast_enabled(*device_, before_);
}

at::Tensor widened(const at::Tensor& tensor) {
  const bool narrow = tensor.scalar_type() == at::kBFloat16 || tensor.scalar_type() == at::kHalf;
  return narrow ? tensor.to(at::kFloat) : tensor;
}

LossScale::LossScale(Precision precision, c10::Device device) {
  if (precision != Precision::kFloat16) return;
  scale_ = at::full({}, kFirstScale, at::TensorOptions(at::kFloat).device(device));
  streak_ = at::zeros({}, at::TensorOptions(at::kInt).device(device));
}

at::Tensor LossScale::unscale(std::vector<at::Tensor> gradients) {
  if (!isUsed()) return {};
  const at::NoGradGuard no_grad;
  at::Tensor overflow = at::zeros({1}, scale_.options());
  for (const TensorGroup& group : deviceGroups(gradients)) {
    const c10::Device device = gradients[group.front()].device();
    at::Tensor found = device == overflow.device() ? overflow : at::zeros({1}, scale_.options().device(device));
    at::_amp_foreach_non_finite_check_and_unscale_(ofGroup(gradients, group), found, scale_.reciprocal().to(device));
    if (device != overflow.device()) overflow = at::maximum(overflow, found.to(overflow.device()));
  }
  return overflow.squeeze();
}

void LossScale::update(const at::Tensor& overflow) {
  if (!isUsed()) return;
  const at::NoGradGuard no_grad;
  at::_amp_update_scale_(scale_, streak_, overflow, kGrowth, kBackoff, kGrowthInterval);
}

TensorMap LossScale::state() const {
  if (!isUsed()) return {};
  return {{"scale", scale_}, {"streak", streak_}};
}

}  // namespace gan
