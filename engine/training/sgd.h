#pragma once

#include "training/optimizer.h"

namespace gan {

/// Stochastic gradient descent with momentum as torch.optim.SGD has it (Sutskever et al., 2013, with the rate outside
/// the momentum): v = momentum v + g, w = w - rate v.
class Sgd final : public Optimizer {
 public:
  Sgd(std::vector<at::Tensor> parameters, const OptimizerOptions& options);

  using Optimizer::step;
  void step(const at::Tensor& overflow) override;
  std::vector<OptimizerState> states() const override;

 private:
  std::vector<at::Tensor> momenta_;  ///< v; none without momentum.
};

}  // namespace gan
