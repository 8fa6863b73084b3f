#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace gan {

struct SgdOptions {
  double momentum = 0.9;
  double weight_decay = 1e-4;  ///< Times the weights, added to their gradients.
};

/// Stochastic gradient descent with momentum as torch.optim.SGD has it (Sutskever et al., 2013, with the rate outside
/// the momentum): v = momentum v + g, w = w - rate v. On ATen's fused kernels; equal to torch's up to rounding.
class Sgd {
 public:
  /// The parameters keep their memory layout from here on; gradients and momenta have the same.
  Sgd(std::vector<at::Tensor> parameters, const SgdOptions& options);

  /// One update from the gradients that the parameters hold. Waits for nothing on the device.
  void step(double learning_rate);
  void clearGradients();
  /// 2-norm over all gradients, without weight decay: a scalar on the device.
  at::Tensor gradientNorm() const;

  /// v, in the order of the parameters; none without momentum.
  const std::vector<at::Tensor>& momenta() const { return momenta_; }

 private:
  std::vector<at::Tensor> gradients() const;

  SgdOptions options_;
  std::vector<at::Tensor> parameters_;
  std::vector<at::Tensor> momenta_;
};

}  // namespace gan
