#include "training/ema.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_copy.h>
#include <ATen/ops/_foreach_lerp.h>
#include <ATen/ops/_foreach_mul.h>

namespace gan {

Ema::Ema(const Generator& source, EmaBuffers buffers)
    : average_(source.blank()), decay_(source.parameters().front().device(), 0) {
  const at::NoGradGuard no_grad;
  averaged_ = average_->parameters();
  averaged_from_ = source.parameters();
  for (std::size_t i = 0; i < averaged_.size(); ++i) {
    averaged_[i].set_requires_grad(false);
    averaged_[i].set_data(averaged_from_[i].detach().clone());
  }
  const std::vector<at::Tensor> own = average_->buffers();
  const std::vector<at::Tensor> newest = source.buffers();
  for (std::size_t i = 0; i < own.size(); ++i) {
    at::Tensor buffer = own[i];
    buffer.set_data(newest[i].clone());
    const bool averages = buffers == EmaBuffers::kAveraged && buffer.is_floating_point();
    (averages ? averaged_ : copied_).push_back(buffer);
    (averages ? averaged_from_ : copied_from_).push_back(newest[i]);
  }
  average_->eval();
}

void Ema::update() {
  const at::NoGradGuard no_grad;
  if (decay_.onDevice().defined()) {
    at::_foreach_mul_(averaged_, decay_.onDevice());
    at::_foreach_add_(averaged_, at::_foreach_mul(averaged_from_, 1 - decay_.onDevice()));
  } else {
    at::_foreach_lerp_(averaged_, averaged_from_, 1 - decay_.value());
  }
  if (!copied_.empty()) at::_foreach_copy_(copied_, copied_from_);
}

}  // namespace gan
