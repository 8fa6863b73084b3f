#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>

#include <cstdint>
#include <vector>

namespace gan {

struct SpectralNormOptions {
  std::int64_t values = 1;  ///< Singular values that are followed, at least 1; the weight is divided by the largest.
  std::int64_t iterations = 1;  ///< Of the power method for each pass, in evaluation too: at least 1.
  double epsilon = 1e-8;        ///< Least length that a vector is divided by.
};

/// Divides a weight by its largest singular value, estimated by the power method (Miyato et al., 2018, "Spectral
/// normalization for generative adversarial networks", algorithm 1), as BigGAN-PyTorch does: several singular values
/// by Gram-Schmidt, buffers u0, u1, ... [1, rows] and sv0, sv1, ... [1] of the layer. One thread.
class SpectralNorm {
 public:
  /// Registers the buffers with owner, whose weight has `rows` rows.
  /// Throws Error(kInvalidArgument, "spectral_norm_unsupported").
  SpectralNorm(torch::nn::Module& owner, std::int64_t rows, const SpectralNormOptions& options);

  /// weight [rows, ...] over its largest singular value. The estimates move when training only; a later pass changes
  /// nothing that an earlier one keeps for its backward pass.
  at::Tensor normalised(const at::Tensor& weight, bool training) const;

  /// [1, rows] each; drawn N(0, 1) with the weights.
  const std::vector<at::Tensor>& vectors() const { return u_; }
  /// [1] each, of the last pass in training: largest first.
  const std::vector<at::Tensor>& values() const { return sv_; }

 private:
  SpectralNormOptions options_;
  std::vector<at::Tensor> u_;
  std::vector<at::Tensor> sv_;
};

}  // namespace gan
