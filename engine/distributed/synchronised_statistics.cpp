#include "distributed/synchronised_statistics.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/batch_norm_backward_elemt.h>
#include <ATen/ops/batch_norm_backward_reduce.h>
#include <ATen/ops/batch_norm_elemt.h>
#include <ATen/ops/batch_norm_update_stats.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/full.h>
#include <ATen/ops/native_batch_norm.h>
#include <ATen/ops/native_batch_norm_backward.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/zeros_like.h>
#include <torch/csrc/autograd/custom_function.h>

#include <tuple>
#include <vector>

#include "distributed/differentiable_sum.h"

namespace gan {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// Mean and biased variance over all ranks, and how many values of a channel they are over.
struct Moments {
  at::Tensor mean;      // [C], of the batch's type
  at::Tensor variance;  // [C]
  at::Tensor count;     // float64 scalar on the device
};

std::vector<std::int64_t> allButChannels(const at::Tensor& x) {
  std::vector<std::int64_t> dimensions = {0};
  for (std::int64_t i = 2; i < x.dim(); ++i) dimensions.push_back(i);
  return dimensions;
}

/// [C] so that it lies along the channels of x.
at::Tensor alongChannels(const at::Tensor& values, const at::Tensor& x) {
  std::vector<std::int64_t> shape(static_cast<std::size_t>(x.dim()), 1);
  shape[1] = -1;
  return values.view(shape);
}

/// One sum for both moments. In float64, where the difference of squares loses nothing that a float32 holds.
Moments sharedMoments(const at::Tensor& x, Collective& collective) {
  const std::int64_t channels = x.size(1);
  const auto local_count = static_cast<double>(x.numel() / channels);
  const auto [local_mean, local_variance] = at::batch_norm_update_stats(x, {}, {}, /*momentum=*/0);
  const at::Tensor mean = local_mean.to(at::kDouble);
  const at::Tensor square = local_variance.to(at::kDouble) + mean * mean;
  at::Tensor sums = at::cat({mean * local_count, square * local_count, at::full({1}, local_count, mean.options())});
  collective.sum(sums);
  const at::Tensor count = sums[2 * channels];
  const at::Tensor shared_mean = sums.narrow(0, 0, channels) / count;
  const at::Tensor shared_variance =
      (sums.narrow(0, channels, channels) / count - shared_mean * shared_mean).clamp_min(0);
  return {shared_mean.to(x.scalar_type()), shared_variance.to(x.scalar_type()), count};
}

void moveRunning(const BatchNormTensors& tensors, const Moments& moments, double momentum) {
  const at::Tensor unbiased =
      moments.variance * (moments.count / (moments.count - 1)).to(moments.variance.scalar_type());
  at::Tensor mean = tensors.running_mean;
  at::Tensor variance = tensors.running_var;
  mean.lerp_(moments.mean.to(mean.scalar_type()), momentum);
  variance.lerp_(unbiased.to(variance.scalar_type()), momentum);
}

using Gradients = std::tuple<at::Tensor, at::Tensor, at::Tensor>;  // of x, weight (this rank's share), bias (the same)

/// As operations that can be differentiated again: for gradients of gradients.
Gradients differentiableGradients(const at::Tensor& gradient, const at::Tensor& x, const at::Tensor& weight,
                                  double epsilon, Collective& collective) {
  const std::vector<std::int64_t> reduced = allButChannels(x);
  const std::int64_t channels = x.size(1);
  const at::Tensor count = at::full({1}, static_cast<double>(x.numel() / channels), x.options());
  const at::Tensor sums = sumOverRanks(at::cat({x.sum(reduced), count}), collective);
  const at::Tensor all = sums.narrow(0, channels, 1);
  const at::Tensor centred = x - alongChannels(sums.narrow(0, 0, channels) / all, x);
  const at::Tensor variance = sumOverRanks(centred.square().sum(reduced), collective) / all;
  const at::Tensor inverse = alongChannels((variance + epsilon).rsqrt(), x);
  const at::Tensor normalised = centred * inverse;
  const at::Tensor weight_gradient = (gradient * normalised).sum(reduced);
  const at::Tensor bias_gradient = gradient.sum(reduced);
  const at::Tensor means = sumOverRanks(at::cat({bias_gradient, weight_gradient}), collective) / all;
  const at::Tensor mean = alongChannels(means.narrow(0, 0, channels), x);
  const at::Tensor slope = alongChannels(means.narrow(0, channels, channels), x);
  return {(gradient - mean - normalised * slope) * inverse * alongChannels(weight, x), weight_gradient, bias_gradient};
}

struct SynchronisedNorm : torch::autograd::Function<SynchronisedNorm> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight,
                            const at::Tensor& bias, const BatchNormTensors& tensors, double momentum, double epsilon,
                            Collective* collective) {
    const Moments moments = sharedMoments(x, *collective);
    moveRunning(tensors, moments, momentum);
    const at::Tensor inverse = (moments.variance + epsilon).rsqrt();
    context->save_for_backward({x, weight, moments.mean, moments.variance, inverse, moments.count});
    context->saved_data["epsilon"] = epsilon;
    context->saved_data["collective"] = reinterpret_cast<std::int64_t>(collective);
    if (x.is_cuda()) return at::batch_norm_elemt(x, weight, bias, moments.mean, inverse, epsilon);
    // In evaluation mode the kernel normalises by the moments that it is given.
    return std::get<0>(at::native_batch_norm(x, weight, bias, moments.mean, moments.variance, /*training=*/false,
                                             /*momentum=*/0, epsilon));
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const variable_list saved = context->get_saved_variables();
    const at::Tensor& gradient = gradients[0];
    const at::Tensor& x = saved[0];
    auto* collective = reinterpret_cast<Collective*>(context->saved_data["collective"].toInt());
    const double epsilon = context->saved_data["epsilon"].toDouble();
    variable_list result(7);
    std::tie(result[0], result[1], result[2]) =
        at::GradMode::is_enabled() ? differentiableGradients(gradient, x, saved[1], epsilon, *collective)
        : x.is_cuda()              ? gradientsOnCuda(gradient, saved, *collective)
                                   : gradientsOnCpu(gradient, saved, epsilon, *collective);
    return result;
  }

 private:
  static Gradients gradientsOnCpu(const at::Tensor& gradient, const variable_list& saved, double epsilon,
                                  Collective& collective) {
    const at::Tensor& x = saved[0];
    const at::Tensor& weight = saved[1];
    const at::Tensor& mean = saved[2];
    const at::Tensor& inverse = saved[4];
    const auto [unused, weight_gradient, bias_gradient] =
        at::native_batch_norm_backward(gradient, x, weight, {}, {}, mean, inverse, /*train=*/true, epsilon,
                                       /*output_mask=*/{false, true, true});
    at::Tensor sums = at::cat({bias_gradient, weight_gradient}).to(at::kDouble);
    collective.sum(sums);
    const at::Tensor means = (sums / saved[5]).to(x.scalar_type());
    const std::int64_t channels = x.size(1);
    // weight * inverse * (gradient - mean gradient - normalised x * mean of gradient times normalised x), as
    // scale * gradient + slope * x + shift
    const at::Tensor scale = weight * inverse;
    const at::Tensor slope = -scale * inverse * means.narrow(0, channels, channels);
    const at::Tensor shift = -scale * means.narrow(0, 0, channels) - slope * mean;
    at::Tensor image_gradient = gradient * alongChannels(scale, x);
    image_gradient.addcmul_(x, alongChannels(slope, x)).add_(alongChannels(shift, x));
    return {image_gradient, weight_gradient, bias_gradient};
  }

  static Gradients gradientsOnCuda(const at::Tensor& gradient, const variable_list& saved, Collective& collective) {
    const at::Tensor& x = saved[0];
    const at::Tensor dense = gradient.contiguous(x.suggest_memory_format());
    const auto [sum_gradient, sum_product, weight_gradient, bias_gradient] = at::batch_norm_backward_reduce(
        dense, x, saved[2], saved[4], saved[1], /*input_g=*/true, /*weight_g=*/true, /*bias_g=*/true);
    at::Tensor sums = at::cat({sum_gradient, sum_product});
    collective.sum(sums);
    const std::int64_t channels = x.size(1);
    // The kernel divides by the sum of the ranks' counts.
    const at::Tensor count = saved[5].to(at::kInt).view({1});
    return {at::batch_norm_backward_elemt(dense, x, saved[2], saved[4], saved[1], sums.narrow(0, 0, channels),
                                          sums.narrow(0, channels, channels), count),
            weight_gradient, bias_gradient};
  }
};

}  // namespace

at::Tensor SynchronisedStatistics::normalise(const at::Tensor& x, const BatchNormTensors& tensors, double momentum,
                                             double epsilon) {
  // Statistics of narrow numbers are wide; what comes out is as narrow as what went in.
  const at::Tensor wide = x.to(tensors.running_mean.scalar_type());
  const at::Tensor dense = wide.is_non_overlapping_and_dense() ? wide : wide.contiguous();
  const at::Tensor weight = tensors.weight.defined() ? tensors.weight : at::ones_like(tensors.running_mean);
  const at::Tensor bias = tensors.bias.defined() ? tensors.bias : at::zeros_like(tensors.running_mean);
  return SynchronisedNorm::apply(dense, weight, bias, tensors, momentum, epsilon, &collective_).to(x.scalar_type());
}

}  // namespace gan
