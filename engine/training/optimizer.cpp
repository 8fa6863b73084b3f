#include "training/optimizer.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_norm.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros_like.h>

#include <utility>

#include "training/adam.h"
#include "training/device_groups.h"
#include "training/grouped_optimizer.h"
#include "training/rmsprop.h"
#include "training/sgd.h"

namespace gan {

Optimizer::Optimizer(std::vector<at::Tensor> parameters, const OptimizerOptions& options)
    : options_(options), parameters_(std::move(parameters)), rate_(parameters_.front().device(), 0) {}

std::vector<at::Tensor> Optimizer::gradients() const {
  std::vector<at::Tensor> gradients;
  gradients.reserve(parameters_.size());
  for (const at::Tensor& parameter : parameters_) gradients.push_back(parameter.grad());
  return gradients;
}

std::vector<at::Tensor> Optimizer::zeros() const {
  const at::NoGradGuard no_grad;
  std::vector<at::Tensor> zeros;
  zeros.reserve(parameters_.size());
  for (const at::Tensor& parameter : parameters_) zeros.push_back(at::zeros_like(parameter));
  return zeros;
}

void Optimizer::clearGradients() {
  for (at::Tensor& parameter : parameters_) parameter.mutable_grad().reset();
}

at::Tensor Optimizer::gradientNorms() const {
  const at::NoGradGuard no_grad;
  std::vector<at::Tensor> norms = at::_foreach_norm(gradients());
  bringTogether(norms);
  return at::stack(norms);
}

void Optimizer::clip(const at::Tensor& norm) {
  if (options_.clip_norm == 0) return;
  const at::NoGradGuard no_grad;
  const at::Tensor factor = (options_.clip_norm / (norm + 1e-6)).clamp_max(1);
  const std::vector<at::Tensor> all = gradients();
  for (const TensorGroup& group : deviceGroups(all)) {
    at::_foreach_mul_(ofGroup(all, group), factor.to(all[group.front()].device()));
  }
}

std::unique_ptr<Optimizer> makeOptimizer(std::vector<at::Tensor> parameters, const OptimizerOptions& options) {
  if (deviceGroups(parameters).size() > 1) return std::make_unique<GroupedOptimizer>(parameters, options);
  switch (options.algorithm) {
    case Algorithm::kSgd:
      return std::make_unique<Sgd>(std::move(parameters), options);
    case Algorithm::kRmsProp:
      return std::make_unique<RmsProp>(std::move(parameters), options);
    case Algorithm::kAdam:
    case Algorithm::kAdamW:
      break;
  }
  return std::make_unique<Adam>(std::move(parameters), options);
}

}  // namespace gan
