#include "layers/batch_statistics.h"

#include <ATen/Context.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/batch_norm.h>
#include <ATen/ops/batch_norm_update_stats.h>

namespace gan {

namespace {

enum class Using { kBatch, kRunning };

at::Tensor batchNorm(const at::Tensor& x, const BatchNormTensors& tensors, Using used, double momentum,
                     double epsilon) {
  return at::batch_norm(x, tensors.weight, tensors.bias, tensors.running_mean, tensors.running_var,
                        used == Using::kBatch, momentum, epsilon, at::globalContext().userEnabledCuDNN());
}

}  // namespace

at::Tensor BatchStatistics::normalise(const at::Tensor& x, const BatchNormTensors& tensors, double momentum,
                                      double epsilon) {
  return batchNorm(x, tensors, Using::kBatch, momentum, epsilon);
}

at::Tensor BatchStatistics::evaluate(const at::Tensor& x, const BatchNormTensors& tensors, double epsilon) {
  return batchNorm(x, tensors, Using::kRunning, /*momentum=*/0, epsilon);
}

at::Tensor StatisticsOfBatch::evaluate(const at::Tensor& x, const BatchNormTensors& tensors, double epsilon) {
  return batchNorm(x, {.weight = tensors.weight, .bias = tensors.bias, .running_mean = {}, .running_var = {}},
                   Using::kBatch, /*momentum=*/0, epsilon);
}

at::Tensor StandingStatistics::evaluate(const at::Tensor& x, const BatchNormTensors& tensors, double epsilon) {
  const auto [mean, variance] = at::batch_norm_update_stats(x.detach(), {}, {}, /*momentum=*/0);
  Sums& sums = sums_[tensors.running_mean.unsafeGetTensorImpl()];
  sums.mean = sums.batches == 0 ? mean.to(at::kDouble) : sums.mean + mean;
  sums.variance = sums.batches == 0 ? variance.to(at::kDouble) : sums.variance + variance;
  ++sums.batches;
  return StatisticsOfBatch::evaluate(x, tensors, epsilon);
}

void StandingStatistics::publish(torch::nn::Module& network) const {
  const at::NoGradGuard no_grad;
  const auto buffers = network.named_buffers();
  for (const auto& buffer : buffers) {
    const auto found = sums_.find(buffer.value().unsafeGetTensorImpl());
    if (found == sums_.end()) continue;
    const auto batches = static_cast<double>(found->second.batches);
    buffer.value().copy_(found->second.mean / batches);
    std::string variance = buffer.key();
    variance.replace(variance.rfind("_mean"), 5, "_var");
    buffers[variance].copy_(found->second.variance / batches);
  }
}

at::Tensor NormalisesBatches::byBatch(const at::Tensor& x, const BatchNormTensors& tensors, double epsilon,
                                      bool training) const {
  BatchStatistics own;
  BatchStatistics& used = statistics ? *statistics : own;
  return training ? used.normalise(x, tensors, kRunningMomentum, epsilon) : used.evaluate(x, tensors, epsilon);
}

void useBatchStatistics(torch::nn::Module& network, const std::shared_ptr<BatchStatistics>& statistics) {
  for (const auto& module : network.modules(/*include_self=*/true)) {
    if (auto* norm = dynamic_cast<NormalisesBatches*>(module.get())) norm->statistics = statistics;
  }
}

}  // namespace gan
