#include "training/adam.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_foreach_norm.h>
#include <ATen/ops/_fused_adam.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

#include <utility>

namespace gan {

Adam::Adam(std::vector<at::Tensor> parameters, const AdamOptions& options)
    : options_(options), parameters_(std::move(parameters)) {
  const at::NoGradGuard no_grad;
  for (const at::Tensor& parameter : parameters_) {
    first_moments_.push_back(at::zeros_like(parameter));
    second_moments_.push_back(at::zeros_like(parameter));
  }
  // CUDA's kernel takes what lies there for a float, whatever the parameters are.
  step_count_ = at::zeros({}, parameters_.front().options().dtype(at::kFloat).requires_grad(false));
  step_counts_.assign(parameters_.size(), step_count_);
}

std::vector<at::Tensor> Adam::gradients() const {
  std::vector<at::Tensor> gradients;
  gradients.reserve(parameters_.size());
  for (const at::Tensor& parameter : parameters_) {
    gradients.push_back(parameter.grad());
  }
  return gradients;
}

void Adam::step(double learning_rate) {
  const at::NoGradGuard no_grad;
  step_count_.add_(1);
  at::_fused_adam_(parameters_, gradients(), first_moments_, second_moments_, /*max_exp_avg_sqs=*/{}, step_counts_,
                   learning_rate, options_.beta1, options_.beta2, /*weight_decay=*/0, options_.epsilon,
                   /*amsgrad=*/false, /*maximize=*/false);
}

void Adam::clearGradients() {
  for (at::Tensor& parameter : parameters_) {
    parameter.mutable_grad().reset();
  }
}

at::Tensor Adam::gradientNorm() const {
  const at::NoGradGuard no_grad;
  return at::stack(at::_foreach_norm(gradients())).norm();
}

void Adam::setSteps(std::int64_t steps) {
  steps_ = steps;
  step_count_.fill_(static_cast<double>(steps));
}

}  // namespace gan
