#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>

#include <optional>

#include "layers/spectral_norm.h"

namespace gan {

/// What a layer with a weight has beside it.
struct WeightOptions {
  bool bias = false;
  std::optional<SpectralNormOptions> spectral_norm = {};
};

/// A layer whose pass multiplies by a weight: convolution, linear, embedding. Tensors are called as in PyTorch (weight,
/// bias, and BigGAN-PyTorch's u0, sv0), so that files of its programs fit. Made with zeros, which
/// weight_draw.h fills.
class WeightLayer : public torch::nn::Module {
 public:
  at::Tensor weight;  ///< [rows, ...]
  at::Tensor bias;    ///< Undefined where there is none.

  /// Null without spectral norm.
  const SpectralNorm* spectralNorm() const { return spectral_norm_ ? &*spectral_norm_ : nullptr; }
  /// Makes the weight what evaluation multiplies by, once and for all: for a network that is trained no more, where its
  /// weights lie in the memory in which they are used. Passes give the same bits as before; the buffers stay.
  virtual void freeze();

 protected:
  /// outputs: as many biases.
  WeightLayer(at::IntArrayRef weight_shape, std::int64_t outputs, const WeightOptions& options);

  /// The weight that a pass multiplies by.
  at::Tensor effective() const { return spectral_norm_ ? spectral_norm_->normalised(weight, is_training()) : weight; }

 private:
  std::optional<SpectralNorm> spectral_norm_;
};

}  // namespace gan
