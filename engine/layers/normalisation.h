#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>

#include <cstdint>
#include <memory>

#include "layers/batch_statistics.h"
#include "layers/layers.h"

namespace gan {

/// Over which values a layer normalises.
enum class NormKind {
  kBatch,     ///< Each channel over the batch (Ioffe and Szegedy, 2015); running statistics when not training.
  kInstance,  ///< Each channel of each image (Ulyanov et al., 2016); running statistics when not training.
  kGroup,     ///< Groups of channels of each image (Wu and He, 2018): 16, or as many as divide both
              ///< 16 and the channels.
  kNone,
};

/// Normalises [N, C, H, W] without a gain or bias of its own; stored_mean and stored_var [C] are BigGAN-PyTorch's.
class Normalisation : public torch::nn::Module, public NormalisesBatches {
 public:
  at::Tensor stored_mean, stored_var;  ///< [C]; undefined unless kind has running statistics.

 protected:
  /// epsilon: added to the variance; kGroup has 1e-5 whatever it is.
  Normalisation(NormKind kind, std::int64_t channels, double epsilon);
  /// gain, bias: [C], or undefined: 1 and 0.
  at::Tensor normalised(const at::Tensor& x, const at::Tensor& gain, const at::Tensor& bias) const;

 private:
  NormKind kind_;
  std::int64_t channels_;
  double epsilon_;
};

/// With a gain (1 at first) and a bias (0) for each channel.
class PlainNorm : public Normalisation {
 public:
  PlainNorm(NormKind kind, std::int64_t channels, double epsilon);
  at::Tensor forward(const at::Tensor& x) const { return normalised(x, gain_, bias_); }

 private:
  at::Tensor gain_, bias_;  // [C]
};

/// With the gain 1 + gain(y) and the bias bias(y) of a condition y (Dumoulin et al., 2017; de Vries et al., 2017).
class ConditionalNorm : public Normalisation {
 public:
  /// The layer's own embedding of `classes` rows; y: [N, classes], how much of each class.
  static std::shared_ptr<ConditionalNorm> ofClasses(NormKind kind, std::int64_t channels, double epsilon,
                                                    std::int64_t classes);
  /// A linear layer without bias on what a shared embedding, or a latent, says; y: [N, size].
  static std::shared_ptr<ConditionalNorm> ofVector(NormKind kind, std::int64_t channels, double epsilon,
                                                   std::int64_t size, const WeightOptions& options);
  ConditionalNorm(NormKind kind, std::int64_t channels, double epsilon);
  at::Tensor forward(const at::Tensor& x, const at::Tensor& y) const;

 private:
  struct Table {  // one of the two
    std::shared_ptr<Embedding> embedding;
    std::shared_ptr<Linear> linear;
    at::Tensor of(const at::Tensor& y) const { return embedding ? embedding->mixed(y) : linear->forward(y); }
  };
  Table gain_, bias_;
};

}  // namespace gan
