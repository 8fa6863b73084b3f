#include "layers/layers.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/conv2d.h>
#include <ATen/ops/conv_transpose2d.h>
#include <ATen/ops/embedding.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/zeros.h>

#include "layers/patch_convolution.h"
#include "layers/resampling.h"

namespace gan {

namespace {

/// What a convolution by patches gives; bias: undefined: none.
at::Tensor withBias(const at::Tensor& products, const at::Tensor& bias) {
  return bias.defined() ? products + bias.view({1, -1, 1, 1}) : products;
}

/// weight: [out, in, k, k].
at::Tensor convolved(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                     const ConvolutionShape& shape) {
  if (patchesPay(x, weight, shape)) return withBias(patchConvolution(x, weight, shape), bias);
  return at::conv2d(x, weight, bias, shape.stride, shape.padding);
}

/// weight: [in, out, k, k].
at::Tensor transposedConvolved(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                               const ConvolutionShape& shape) {
  if (transposedPatchesPay(x, weight, shape)) return withBias(patchTransposedConvolution(x, weight, shape), bias);
  return at::conv_transpose2d(x, weight, bias, shape.stride, shape.padding);
}

/// Of the kernels of resampling.h.
ConvolutionShape resampling(const ConvolutionShape& shape) {
  return {.in_channels = shape.in_channels, .out_channels = shape.out_channels, .kernel = 4, .stride = 2, .padding = 1};
}

}  // namespace

Convolution::Convolution(const ConvolutionShape& shape, const WeightOptions& options)
    : WeightLayer({shape.out_channels, shape.in_channels, shape.kernel, shape.kernel}, shape.out_channels, options),
      shape_(shape) {}

at::Tensor Convolution::forward(const at::Tensor& x) const { return convolved(x, effective(), bias, shape_); }

ResamplingConvolution::ResamplingConvolution(Way way, const ConvolutionShape& shape, const WeightOptions& options)
    : Convolution(shape, options), way_(way) {}

at::Tensor ResamplingConvolution::forward(const at::Tensor& x) const {
  const bool doubles = way_ == Way::kDoublesBefore;
  if (shape().kernel == 1) return doubles ? doubled(Convolution::forward(x)) : Convolution::forward(halved(x));
  if (!x.is_cpu()) return doubles ? Convolution::forward(doubled(x)) : halved(Convolution::forward(x));
  const at::Tensor used = frozen_.defined() ? frozen_ : kernel();
  return doubles ? transposedConvolved(x, used, bias, resampling(shape()))
                 : convolved(x, used, bias, resampling(shape()));
}

void ResamplingConvolution::freeze() {
  Convolution::freeze();
  const at::NoGradGuard no_grad;
  if (shape().kernel != 1 && weight.is_cpu()) frozen_ = kernel();
}

at::Tensor ResamplingConvolution::kernel() const {
  return way_ == Way::kDoublesBefore ? doublingKernel(effective()) : halvingKernel(effective());
}

TransposedConvolution::TransposedConvolution(const ConvolutionShape& shape, const WeightOptions& options)
    : WeightLayer({shape.in_channels, shape.out_channels, shape.kernel, shape.kernel}, shape.out_channels,
                  {.bias = options.bias, .spectral_norm = {}}),
      shape_(shape) {}

at::Tensor TransposedConvolution::forward(const at::Tensor& x) const {
  return transposedConvolved(x, weight, bias, shape_);
}

BatchNorm::BatchNorm(std::int64_t channels, double epsilon) : epsilon_(epsilon) {
  weight = register_parameter("weight", at::ones({channels}, at::kFloat));
  bias = register_parameter("bias", at::zeros({channels}, at::kFloat));
  running_mean = register_buffer("running_mean", at::zeros({channels}, at::kFloat));
  running_var = register_buffer("running_var", at::ones({channels}, at::kFloat));
  num_batches_tracked = register_buffer("num_batches_tracked", at::zeros({}, at::kLong));
}

at::Tensor BatchNorm::forward(const at::Tensor& x) {
  if (is_training()) num_batches_tracked.add_(1);
  return byBatch(x, {weight, bias, running_mean, running_var}, epsilon_, is_training());
}

Linear::Linear(std::int64_t in_features, std::int64_t out_features, const WeightOptions& options)
    : WeightLayer({out_features, in_features}, out_features, options) {}

at::Tensor Linear::forward(const at::Tensor& x) const { return at::linear(x, effective(), bias); }

Embedding::Embedding(std::int64_t classes, std::int64_t size, const WeightOptions& options)
    : WeightLayer({classes, size}, 0, options) {}

at::Tensor Embedding::forward(const at::Tensor& classes) const { return at::embedding(effective(), classes); }

at::Tensor Embedding::mixed(const at::Tensor& shares) const { return shares.mm(effective()); }

}  // namespace gan
