#include "training/ema.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_foreach_copy.h>
#include <ATen/ops/_foreach_lerp.h>

namespace gan {

Ema::Ema(const Generator& source)
    : average_(source.blank()),
      source_parameters_(source.parameters()),
      source_buffers_(source.buffers()),
      average_parameters_(average_->parameters()),
      average_buffers_(average_->buffers()) {
  const at::NoGradGuard no_grad;
  for (std::size_t i = 0; i < average_parameters_.size(); ++i) {
    average_parameters_[i].set_requires_grad(false);
    average_parameters_[i].set_data(source_parameters_[i].detach().clone());
  }
  for (std::size_t i = 0; i < average_buffers_.size(); ++i) {
    average_buffers_[i].set_data(source_buffers_[i].clone());
  }
  average_->eval();
}

void Ema::update(double decay) {
  const at::NoGradGuard no_grad;
  at::_foreach_lerp_(average_parameters_, source_parameters_, 1 - decay);
  if (!average_buffers_.empty()) {
    at::_foreach_copy_(average_buffers_, source_buffers_);
  }
}

}  // namespace gan
