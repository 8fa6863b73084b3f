#include "training/rmsprop.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_addcmul.h>
#include <ATen/ops/_foreach_div.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_sqrt.h>
#include <ATen/ops/_foreach_sub.h>

#include <utility>

namespace gan {

RmsProp::RmsProp(std::vector<at::Tensor> parameters, const OptimizerOptions& options)
    : Optimizer(std::move(parameters), options), squares_(zeros()) {
  if (options.momentum != 0) momenta_ = zeros();
}

void RmsProp::step(const at::Tensor& overflow) {
  TORCH_CHECK(!overflow.defined(), "RMSprop leaves no updates out");
  const at::NoGradGuard no_grad;
  const OptimizerOptions& o = options();
  std::vector<at::Tensor> directions = gradients();
  if (o.weight_decay != 0) directions = at::_foreach_add(directions, parameters(), o.weight_decay);
  at::_foreach_mul_(squares_, o.beta2);
  at::_foreach_addcmul_(squares_, directions, directions, 1 - o.beta2);
  std::vector<at::Tensor> lengths = at::_foreach_sqrt(squares_);
  at::_foreach_add_(lengths, o.epsilon);
  directions = at::_foreach_div(directions, lengths);
  if (!momenta_.empty()) {
    at::_foreach_mul_(momenta_, o.momentum);
    at::_foreach_add_(momenta_, directions);
    directions = momenta_;
  }
  directions = rate().onDevice().defined() ? at::_foreach_mul(directions, rate().onDevice())
                                           : at::_foreach_mul(directions, rate().value());
  at::_foreach_sub_(parameters(), directions);
}

std::vector<OptimizerState> RmsProp::states() const {
  std::vector<OptimizerState> states = {{"square_avg", squares_}};
  if (!momenta_.empty()) states.push_back({"momentum_buffer", momenta_});
  return states;
}

}  // namespace gan
