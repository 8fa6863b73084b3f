#include "training/ema.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_copy.h>
#include <ATen/ops/_foreach_lerp.h>
#include <ATen/ops/_foreach_mul.h>

#include "models/network_blocks.h"
#include "training/device_groups.h"

namespace gan {

Ema::Ema(const Generator& source, EmaBuffers buffers)
    : average_(source.blank()), decay_(source.parameters().front().device(), 0) {
  const at::NoGradGuard no_grad;
  placeAlike(source, *average_);
  holdAlike(source, *average_);
  std::vector<at::Tensor> averaged = heldParameters(*average_);
  std::vector<at::Tensor> averaged_from = heldParameters(source);
  std::vector<at::Tensor> copied, copied_from;
  for (std::size_t i = 0; i < averaged.size(); ++i) {
    averaged[i].set_requires_grad(false);
    averaged[i].set_data(averaged_from[i].detach().clone());
  }
  const std::vector<at::Tensor> own = heldBuffers(*average_);
  const std::vector<at::Tensor> newest = heldBuffers(source);
  for (std::size_t i = 0; i < own.size(); ++i) {
    at::Tensor buffer = own[i];
    buffer.set_data(newest[i].clone());
    const bool averages = buffers == EmaBuffers::kAveraged && buffer.is_floating_point();
    (averages ? averaged : copied).push_back(buffer);
    (averages ? averaged_from : copied_from).push_back(newest[i]);
  }
  for (const TensorGroup& group : deviceGroups(averaged)) {
    averaged_.push_back({ofGroup(averaged, group), ofGroup(averaged_from, group)});
  }
  for (const TensorGroup& group : deviceGroups(copied)) {
    copied_.push_back({ofGroup(copied, group), ofGroup(copied_from, group)});
  }
  average_->eval();
}

void Ema::update() {
  const at::NoGradGuard no_grad;
  for (Pairs& pairs : averaged_) {
    if (decay_.onDevice().defined()) {
      const at::Tensor decay = decay_.onDevice().to(pairs.own.front().device());
      at::_foreach_mul_(pairs.own, decay);
      at::_foreach_add_(pairs.own, at::_foreach_mul(pairs.from, 1 - decay));
    } else {
      at::_foreach_lerp_(pairs.own, pairs.from, 1 - decay_.value());
    }
  }
  for (Pairs& pairs : copied_) at::_foreach_copy_(pairs.own, pairs.from);
}

}  // namespace gan
