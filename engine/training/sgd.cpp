#include "training/sgd.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_foreach_norm.h>
#include <ATen/ops/_fused_sgd.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros_like.h>

#include <utility>

namespace gan {

Sgd::Sgd(std::vector<at::Tensor> parameters, const SgdOptions& options)
    : options_(options), parameters_(std::move(parameters)) {
  if (options_.momentum == 0) return;
  const at::NoGradGuard no_grad;
  for (const at::Tensor& parameter : parameters_) momenta_.push_back(at::zeros_like(parameter));
}

std::vector<at::Tensor> Sgd::gradients() const {
  std::vector<at::Tensor> gradients;
  gradients.reserve(parameters_.size());
  for (const at::Tensor& parameter : parameters_) gradients.push_back(parameter.grad());
  return gradients;
}

void Sgd::step(double learning_rate) {
  const at::NoGradGuard no_grad;
  // From momenta of zero the first step is like the others.
  at::_fused_sgd_(parameters_, gradients(), momenta_, options_.weight_decay, options_.momentum, learning_rate,
                  /*dampening=*/0, /*nesterov=*/false, /*maximize=*/false, /*is_first_step=*/false);
}

void Sgd::clearGradients() {
  for (at::Tensor& parameter : parameters_) parameter.mutable_grad().reset();
}

at::Tensor Sgd::gradientNorm() const {
  const at::NoGradGuard no_grad;
  return at::stack(at::_foreach_norm(gradients())).norm();
}

}  // namespace gan
