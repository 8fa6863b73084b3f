#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

namespace gan {

struct AdamOptions {
  double beta1 = 0.5;    ///< Decay of the gradients' mean (Radford et al., 2016: 0.5).
  double beta2 = 0.999;  ///< Decay of the gradients' mean square.
  double epsilon = 1e-8;
};

/// Adam (Kingma and Ba, 2015, algorithm 1) on ATen's fused kernels: one call for all weights, on CPU and CUDA. Equals
/// torch.optim.Adam up to rounding.
class Adam {
 public:
  /// The parameters keep their memory layout from here on; gradients and moments have the same.
  Adam(std::vector<at::Tensor> parameters, const AdamOptions& options);

  /// One update from the gradients that the parameters hold. Waits for nothing on the device.
  /// The host's count of updates stands apart: a captured graph repeats them without the host.
  void step(double learning_rate);
  void countSteps(std::int64_t steps) { steps_ += steps; }
  void clearGradients();
  /// 2-norm over all gradients: a scalar on the device.
  at::Tensor gradientNorm() const;

  std::int64_t steps() const { return steps_; }
  /// After moments were written from outside: how many updates they stand for.
  void setSteps(std::int64_t steps);
  /// In the order of the parameters; parameter's shape.
  const std::vector<at::Tensor>& firstMoments() const { return first_moments_; }
  const std::vector<at::Tensor>& secondMoments() const { return second_moments_; }

 private:
  std::vector<at::Tensor> gradients() const;

  AdamOptions options_;
  std::vector<at::Tensor> parameters_;
  std::vector<at::Tensor> first_moments_;
  std::vector<at::Tensor> second_moments_;
  std::int64_t steps_ = 0;
  at::Tensor step_count_;                ///< float32 scalar on the device: what the kernel reads.
  std::vector<at::Tensor> step_counts_;  ///< The same tensor for each parameter.
};

}  // namespace gan
