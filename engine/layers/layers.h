#pragma once

#include <cstdint>
#include <memory>

#include "layers/batch_statistics.h"
#include "layers/convolution_shape.h"
#include "layers/weight_layer.h"

namespace gan {

/// Layers hold their tensors under PyTorch's names (weight, bias, running_mean, ...), so that state_dict files of
/// PyTorch programs fit.

/// 2-d convolution; without bias unless options say so.
class Convolution : public WeightLayer {
 public:
  explicit Convolution(const ConvolutionShape& shape, const WeightOptions& options = {});
  virtual at::Tensor forward(const at::Tensor& x) const;  ///< weight: [out, in, k, k]

 protected:
  const ConvolutionShape& shape() const { return shape_; }

 private:
  ConvolutionShape shape_;
};

/// A convolution of the doubled image, or halved() after a convolution (resampling.h), with fewer products where there
/// are fewer. Kernels of 1 x 1, or of 3 x 3 with padding 1, and stride 1.
class ResamplingConvolution : public Convolution {
 public:
  enum class Way { kDoublesBefore, kHalvesAfter };
  ResamplingConvolution(Way way, const ConvolutionShape& shape, const WeightOptions& options = {});
  at::Tensor forward(const at::Tensor& x) const override;
  void freeze() override;

 private:
  at::Tensor kernel() const;

  Way way_;
  at::Tensor frozen_;  // undefined: summed at each pass
};

/// Transposed 2-d convolution; without bias unless options say so, and always without spectral norm.
class TransposedConvolution : public WeightLayer {
 public:
  explicit TransposedConvolution(const ConvolutionShape& shape, const WeightOptions& options = {});
  at::Tensor forward(const at::Tensor& x) const;  ///< weight: [in, out, k, k]

 private:
  ConvolutionShape shape_;
};

/// Batch normalisation of [N, C] or [N, C, H, W] (Ioffe and Szegedy, 2015), with statistics of the batch when training
/// and running ones (momentum 0.1) otherwise. Weight 1, bias 0 until drawn otherwise. See useBatchStatistics().
class BatchNorm : public torch::nn::Module, public NormalisesBatches {
 public:
  explicit BatchNorm(std::int64_t channels, double epsilon = 1e-5);
  at::Tensor forward(const at::Tensor& x);

  at::Tensor weight, bias;                                    ///< [C]
  at::Tensor running_mean, running_var, num_batches_tracked;  ///< [C], [C], int64 scalar

 private:
  double epsilon_;
};

/// y = x W^T + b; with bias unless options say otherwise.
class Linear : public WeightLayer {
 public:
  Linear(std::int64_t in_features, std::int64_t out_features, const WeightOptions& options = {.bias = true});
  at::Tensor forward(const at::Tensor& x) const;  ///< weight: [out, in]; [N, in] to [N, out]
};

/// A row of the weight for each class.
class Embedding : public WeightLayer {
 public:
  Embedding(std::int64_t classes, std::int64_t size, const WeightOptions& options = {});
  /// int64 [N] below `classes` to [N, size].
  at::Tensor forward(const at::Tensor& classes) const;
  /// [N, classes] that say how much of each class there is, to [N, size]: what forward() gives for one of each.
  at::Tensor mixed(const at::Tensor& shares) const;
};

}  // namespace gan
