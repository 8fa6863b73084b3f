#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>

#include <cstdint>
#include <map>
#include <memory>

namespace gan {

/// Share of a batch in the running statistics, as in torch.nn.BatchNorm and InstanceNorm.
inline constexpr double kRunningMomentum = 0.1;

/// What a batch normalisation holds, for whoever takes its statistics.
struct BatchNormTensors {
  at::Tensor weight, bias;               ///< [C]; undefined: 1 and 0.
  at::Tensor running_mean, running_var;  ///< [C], updated in place
};

/// Where batch normalisations take their statistics from. This one: while training from the batch that this process
/// holds, in evaluation the running ones.
class BatchStatistics {
 public:
  virtual ~BatchStatistics() = default;
  /// While training: normalises x, [N, C] or [N, C, H, W], and moves the running statistics by momentum as
  /// torch.nn.BatchNorm does (unbiased variance). Differentiable any number of times with respect to x, weight and
  /// bias.
  virtual at::Tensor normalise(const at::Tensor& x, const BatchNormTensors& tensors, double momentum, double epsilon);
  /// In evaluation: moves none of the tensors.
  virtual at::Tensor evaluate(const at::Tensor& x, const BatchNormTensors& tensors, double epsilon);
};

/// In evaluation, too, statistics of the batch; nothing moves.
class StatisticsOfBatch : public BatchStatistics {
 public:
  at::Tensor evaluate(const at::Tensor& x, const BatchNormTensors& tensors, double epsilon) override;
};

/// Standing statistics (Brock et al., "Large scale GAN training for high fidelity natural image synthesis", 2019,
/// section 4.1): the mean over several batches of their means and (biased) variances. Each evaluation normalises by its
/// own batch and adds to the sums, which are float64.
class StandingStatistics final : public StatisticsOfBatch {
 public:
  at::Tensor evaluate(const at::Tensor& x, const BatchNormTensors& tensors, double epsilon) override;
  /// Writes the means over the batches so far into the running statistics of the network that was evaluated; a layer
  /// that saw none keeps its own.
  void publish(torch::nn::Module& network) const;

 private:
  struct Sums {
    at::Tensor mean, variance;  // float64 [C]
    std::int64_t batches = 0;
  };
  std::map<const c10::TensorImpl*, Sums> sums_;  // by running mean
};

/// A layer that normalises by a batch.
class NormalisesBatches {
 public:
  virtual ~NormalisesBatches() = default;
  /// Null: as a BatchStatistics does.
  std::shared_ptr<BatchStatistics> statistics;

 protected:
  /// Through `statistics`.
  at::Tensor byBatch(const at::Tensor& x, const BatchNormTensors& tensors, double epsilon, bool training) const;
};

/// Gives all batch normalisations of a network their statistics from `statistics`, which they share. Null: as a
/// BatchStatistics does.
void useBatchStatistics(torch::nn::Module& network, const std::shared_ptr<BatchStatistics>& statistics);

}  // namespace gan
