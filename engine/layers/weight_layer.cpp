#include "layers/weight_layer.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/zeros.h>

namespace gan {

WeightLayer::WeightLayer(at::IntArrayRef weight_shape, std::int64_t outputs, const WeightOptions& options) {
  weight = register_parameter("weight", at::zeros(weight_shape, at::kFloat));
  if (options.bias) bias = register_parameter("bias", at::zeros({outputs}, at::kFloat));
  if (options.spectral_norm) spectral_norm_.emplace(*this, weight_shape[0], *options.spectral_norm);
}

void WeightLayer::freeze() {
  if (!spectral_norm_) return;
  const at::NoGradGuard no_grad;
  weight.copy_(spectral_norm_->normalised(weight, /*training=*/false));
  spectral_norm_.reset();
}

}  // namespace gan
