#include "training/adam.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_fused_adam.h>
#include <ATen/ops/_fused_adamw.h>
#include <ATen/ops/zeros.h>

#include <utility>

namespace gan {

Adam::Adam(std::vector<at::Tensor> parameters, const OptimizerOptions& options)
    : Optimizer(std::move(parameters), options), first_moments_(zeros()), second_moments_(zeros()) {
  const at::NoGradGuard no_grad;
  // CUDA's kernel takes what lies there for a float, whatever the parameters are.
  step_count_ = at::zeros({}, this->parameters().front().options().dtype(at::kFloat).requires_grad(false));
  step_counts_.assign(this->parameters().size(), step_count_);
}

void Adam::step(const at::Tensor& overflow) {
  const at::NoGradGuard no_grad;
  std::optional<at::Tensor> found;
  if (overflow.defined()) {
    leaves_out_ = true;
    found = overflow;
    step_count_.add_(1 - overflow);
  } else {
    step_count_.add_(1);
  }
  const OptimizerOptions& o = options();
  const auto update = [&](const auto& rate) {
    const auto with = [&](const auto& kernel) {
      kernel(parameters(), gradients(), first_moments_, second_moments_, at::TensorList(), step_counts_, rate, o.beta1,
             o.beta2, o.weight_decay, o.epsilon, /*amsgrad=*/false, /*maximize=*/false, std::nullopt, found);
    };
    if (o.algorithm == Algorithm::kAdamW) {
      with([](const auto&... arguments) { at::_fused_adamw_(arguments...); });
    } else {
      with([](const auto&... arguments) { at::_fused_adam_(arguments...); });
    }
  };
  if (rate().onDevice().defined()) {
    update(rate().onDevice());
  } else {
    update(rate().value());
  }
}

std::int64_t Adam::steps() const {
  return leaves_out_ ? static_cast<std::int64_t>(step_count_.item<float>()) : Optimizer::steps();
}

void Adam::setSteps(std::int64_t steps) {
  Optimizer::setSteps(steps);
  step_count_.fill_(static_cast<double>(steps));
}

std::vector<OptimizerState> Adam::states() const {
  return {{"exp_avg", first_moments_}, {"exp_avg_sq", second_moments_}};
}

}  // namespace gan
