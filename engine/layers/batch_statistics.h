#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>

#include <memory>

namespace gan {

/// What a batch normalisation holds, for whoever takes its statistics.
struct BatchNormTensors {
  at::Tensor weight, bias;               ///< [C]
  at::Tensor running_mean, running_var;  ///< [C], updated in place
};

/// Where batch normalisations take the statistics of a batch from while training. Without one they take them from the
/// batch that this process holds.
class BatchStatistics {
 public:
  virtual ~BatchStatistics() = default;
  /// Normalises x, [N, C] or [N, C, H, W], and moves the running statistics by momentum as torch.nn.BatchNorm does
  /// (unbiased variance). Differentiable any number of times with respect to x, weight and bias.
  virtual at::Tensor normalise(const at::Tensor& x, const BatchNormTensors& tensors, double momentum,
                               double epsilon) = 0;
};

/// A layer that normalises by a batch.
class NormalisesBatches {
 public:
  virtual ~NormalisesBatches() = default;
  std::shared_ptr<BatchStatistics> statistics;  ///< Null: of the batch that this process holds.
};

/// Gives all batch normalisations of a network their statistics from `statistics`, which they share.
void useBatchStatistics(torch::nn::Module& network, const std::shared_ptr<BatchStatistics>& statistics);

}  // namespace gan
