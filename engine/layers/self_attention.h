#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>

#include <cstdint>
#include <memory>

#include "layers/layers.h"

namespace gan {

/// x + gamma * o(attention), where every pixel attends to those of the image at half the size (Zhang et al., 2019,
/// "Self-attention generative adversarial networks", equations 1 to 3; laid out as BigGAN-PyTorch): queries and keys of
/// C / 8 channels, values of C / 2. gamma is 0 at first.
class SelfAttention : public torch::nn::Module {
 public:
  /// channels: at least 8; options of the four convolutions, which have no bias.
  SelfAttention(std::int64_t channels, const WeightOptions& options);
  /// [N, C, H, W] to the same; H and W even.
  at::Tensor forward(const at::Tensor& x) const;

 private:
  std::shared_ptr<Convolution> theta_, phi_, g_, o_;
  at::Tensor gamma_;
};

}  // namespace gan
