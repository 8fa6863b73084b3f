#pragma once

#include "training/optimizer.h"

namespace gan {

/// Adam (Kingma and Ba, 2015, algorithm 1), and with Algorithm::kAdamW the one whose weight decay goes past the moments
/// (Loshchilov and Hutter, 2019, algorithm 2).
class Adam final : public Optimizer {
 public:
  Adam(std::vector<at::Tensor> parameters, const OptimizerOptions& options);

  using Optimizer::step;
  void step(const at::Tensor& overflow) override;
  std::int64_t steps() const override;
  void setSteps(std::int64_t steps) override;
  std::vector<OptimizerState> states() const override;

 private:
  std::vector<at::Tensor> first_moments_;
  std::vector<at::Tensor> second_moments_;
  at::Tensor step_count_;                ///< float32 scalar on the device: what the kernel reads.
  std::vector<at::Tensor> step_counts_;  ///< The same tensor for each parameter.
  bool leaves_out_ = false;              ///< Whether updates may have been: only the device knows how many.
};

}  // namespace gan
