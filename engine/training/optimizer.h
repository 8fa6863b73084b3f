#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "training/device_scalar.h"

namespace gan {

enum class Algorithm { kAdam, kAdamW, kSgd, kRmsProp };

struct OptimizerOptions {
  Algorithm algorithm = Algorithm::kAdam;
  double beta1 = 0.5;       ///< Adam: decay of the gradients' mean (Radford et al., 2016: 0.5).
  double beta2 = 0.999;     ///< Adam, RMSprop (there alpha): decay of the gradients' mean square.
  double epsilon = 1e-8;    ///< Adam, RMSprop: added to the denominator.
  double momentum = 0;      ///< SGD, RMSprop.
  double weight_decay = 0;  ///< Times the weights, added to their gradients; AdamW: times the rate, off the weights.
  double clip_norm = 0;     ///< Longest gradient over all weights together, longer ones are scaled down; 0: any.
};

/// Tensors that an optimiser keeps for its parameters, under the name that torch.optim gives them.
struct OptimizerState {
  std::string_view name;            ///< "exp_avg"
  std::vector<at::Tensor> tensors;  ///< In the order of the parameters; each of its parameter's shape.
};

/// Updates weights from their gradients, in ATen's fused kernels where it has them: one call for all weights of a
/// device, on CPU and CUDA. Equals the class of the same name in torch.optim up to rounding. One thread.
///
/// Waits for nothing on the device. What the host counts and the rate stand apart from step(), for a captured graph
/// repeats that one without the host.
class Optimizer {
 public:
  virtual ~Optimizer() = default;
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;

  void setLearningRate(double rate) { rate_.set(rate); }
  /// One update from the gradients that the parameters hold. overflow: a float scalar on the device; where it is 1
  /// nothing happens, as of a LossScale. Undefined: it is 0.
  virtual void step(const at::Tensor& overflow) = 0;
  void step() { step(at::Tensor()); }
  virtual void countSteps(std::int64_t steps) { steps_ += steps; }

  void clearGradients();
  std::vector<at::Tensor> gradients() const;
  /// 2-norms of the gradients, one for each parameter: [parameters] on the device of the first one.
  at::Tensor gradientNorms() const;
  /// Scales the gradients down to options.clip_norm, as torch.nn.utils.clip_grad_norm_ does. norm: over all of them.
  void clip(const at::Tensor& norm);

  virtual std::int64_t steps() const { return steps_; }
  /// After states were written from outside: how many updates they stand for.
  virtual void setSteps(std::int64_t steps) { steps_ = steps; }
  virtual std::vector<OptimizerState> states() const = 0;

 protected:
  /// The parameters keep device and memory layout from here on; gradients and states have the same.
  Optimizer(std::vector<at::Tensor> parameters, const OptimizerOptions& options);

  const OptimizerOptions& options() const { return options_; }
  const std::vector<at::Tensor>& parameters() const { return parameters_; }
  /// Zeros, one tensor for each parameter.
  std::vector<at::Tensor> zeros() const;
  const DeviceScalar& rate() const { return rate_; }

 private:
  OptimizerOptions options_;
  std::vector<at::Tensor> parameters_;
  DeviceScalar rate_;
  std::int64_t steps_ = 0;
};

std::unique_ptr<Optimizer> makeOptimizer(std::vector<at::Tensor> parameters, const OptimizerOptions& options);

}  // namespace gan
