#include "layers/self_attention.h"

#include <ATen/ops/bmm.h>
#include <ATen/ops/max_pool2d.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/zeros.h>

namespace gan {

namespace {

/// [N, C, H, W] to [N, H * W, C]; a view when the memory is channels-last.
at::Tensor pixels(const at::Tensor& x) { return x.permute({0, 2, 3, 1}).flatten(1, 2); }

}  // namespace

SelfAttention::SelfAttention(std::int64_t channels, const WeightOptions& options) {
  const auto add = [&](const char* name, std::int64_t in, std::int64_t out) {
    const ConvolutionShape shape{.in_channels = in, .out_channels = out, .kernel = 1, .stride = 1, .padding = 0};
    return register_module(name, std::make_shared<Convolution>(
                                     shape, WeightOptions{.bias = false, .spectral_norm = options.spectral_norm}));
  };
  theta_ = add("theta", channels, channels / 8);
  phi_ = add("phi", channels, channels / 8);
  g_ = add("g", channels, channels / 2);
  o_ = add("o", channels / 2, channels);
  gamma_ = register_parameter("gamma", at::zeros({}, at::kFloat));
}

at::Tensor SelfAttention::forward(const at::Tensor& x) const {
  const at::Tensor queries = pixels(theta_->forward(x));                     // [N, HW, C / 8]
  const at::Tensor keys = pixels(at::max_pool2d(phi_->forward(x), {2, 2}));  // [N, HW / 4, C / 8]
  const at::Tensor values = pixels(at::max_pool2d(g_->forward(x), {2, 2}));  // [N, HW / 4, C / 2]
  const at::Tensor likeness = queries.bmm(keys.transpose(1, 2));             // [N, HW, HW / 4]
  // The sum of a row's exponentials is too coarse in 8 bits.
  const bool narrow = likeness.scalar_type() == at::kBFloat16 || likeness.scalar_type() == at::kHalf;
  const at::Tensor weights =
      narrow ? at::softmax(likeness, -1, at::kFloat).to(likeness.scalar_type()) : at::softmax(likeness, -1);
  const at::Tensor attended = weights.bmm(values);  // [N, HW, C / 2]
  const at::Tensor maps = attended.view({x.size(0), x.size(2), x.size(3), -1}).permute({0, 3, 1, 2});
  return gamma_ * o_->forward(maps.contiguous(x.suggest_memory_format())) + x;
}

}  // namespace gan
