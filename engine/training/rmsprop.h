#pragma once

#include "training/optimizer.h"

namespace gan {

/// RMSprop (Hinton, 2012, lecture 6e of "Neural networks for machine learning") as torch.optim.RMSprop has it, not
/// centred: s = alpha s + (1 - alpha) g^2, v = momentum v + g / (sqrt(s) + epsilon), w = w - rate v. In ATen's kernels
/// over lists; there is no fused one, and none that leaves updates out.
class RmsProp final : public Optimizer {
 public:
  RmsProp(std::vector<at::Tensor> parameters, const OptimizerOptions& options);

  using Optimizer::step;
  void step(const at::Tensor& overflow) override;
  std::vector<OptimizerState> states() const override;

 private:
  std::vector<at::Tensor> squares_;  ///< s
  std::vector<at::Tensor> momenta_;  ///< v; none without momentum.
};

}  // namespace gan
