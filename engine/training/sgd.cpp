#include "training/sgd.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_fused_sgd.h>

#include <utility>

namespace gan {

Sgd::Sgd(std::vector<at::Tensor> parameters, const OptimizerOptions& options)
    : Optimizer(std::move(parameters), options) {
  if (options.momentum != 0) momenta_ = zeros();
}

void Sgd::step(const at::Tensor& overflow) {
  const at::NoGradGuard no_grad;
  const std::optional<at::Tensor> found = overflow.defined() ? std::optional(overflow) : std::nullopt;
  const OptimizerOptions& o = options();
  const auto update = [&](const auto& rate) {
    // From momenta of zero the first step is like the others.
    at::_fused_sgd_(parameters(), gradients(), momenta_, o.weight_decay, o.momentum, rate, /*dampening=*/0,
                    /*nesterov=*/false, /*maximize=*/false, /*is_first_step=*/false, std::nullopt, found);
  };
  if (rate().onDevice().defined()) {
    update(rate().onDevice());
  } else {
    update(rate().value());
  }
}

std::vector<OptimizerState> Sgd::states() const {
  if (momenta_.empty()) return {};
  return {{"momentum_buffer", momenta_}};
}

}  // namespace gan
