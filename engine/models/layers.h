#pragma once

#include <torch/nn/module.h>

#include <cstdint>
#include <memory>

#include "models/batch_statistics.h"
#include "models/convolution_shape.h"

namespace gan {

/// Layers hold their tensors under PyTorch's names (weight, bias, running_mean, ...), so that state_dict files of
/// PyTorch programs fit. Constructed with memory for their weights; draw() fills it.

/// 2-d convolution without bias.
class Convolution : public torch::nn::Module {
 public:
  explicit Convolution(const ConvolutionShape& shape);
  at::Tensor forward(const at::Tensor& x) const;

  at::Tensor weight;  ///< [out, in, k, k]

 private:
  ConvolutionShape shape_;
};

/// Transposed 2-d convolution without bias.
class TransposedConvolution : public torch::nn::Module {
 public:
  explicit TransposedConvolution(const ConvolutionShape& shape);
  at::Tensor forward(const at::Tensor& x) const;

  at::Tensor weight;  ///< [in, out, k, k]

 private:
  ConvolutionShape shape_;
};

/// Batch normalisation of [N, C] or [N, C, H, W] (Ioffe and Szegedy, 2015), with statistics of the batch when training
/// and running ones (momentum 0.1) otherwise. Weight 1, bias 0 until drawn otherwise. See useBatchStatistics().
class BatchNorm : public torch::nn::Module {
 public:
  explicit BatchNorm(std::int64_t channels, double epsilon = 1e-5);
  at::Tensor forward(const at::Tensor& x);

  at::Tensor weight, bias;                                    ///< [C]
  at::Tensor running_mean, running_var, num_batches_tracked;  ///< [C], [C], int64 scalar
  std::shared_ptr<BatchStatistics> statistics;                ///< Null: of the batch that this process holds.

 private:
  double epsilon_;
};

/// y = x W^T + b.
class Linear : public torch::nn::Module {
 public:
  Linear(std::int64_t in_features, std::int64_t out_features);
  at::Tensor forward(const at::Tensor& x) const;

  at::Tensor weight;  ///< [out, in]
  at::Tensor bias;    ///< [out]
};

}  // namespace gan
