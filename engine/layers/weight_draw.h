#pragma once

#include <torch/nn/module.h>

#include <cstdint>

namespace gan {

/// Which network a weight belongs to: part of the random address, so that both draw from streams of their own.
enum class NetworkRole : std::uint64_t { kGenerator = 0, kDiscriminator = 1 };

/// How weights are drawn, biases aside.
enum class Initialisation {
  kOrthogonal,  ///< Saxe et al., 2014: rows or columns orthonormal, whichever are fewer.
  kNormal,      ///< N(0, 0.02).
  kXavier,      ///< Glorot and Bengio, 2010: uniform in +-sqrt(6 / (inputs + outputs)).
};

/// Weights of all layers as told, biases by PyTorch's rule (uniform in +-1/sqrt(inputs)), singular vectors N(0, 1), as
/// BigGAN-PyTorch does; normalisations and the gain of attention keep what they were made with.
void drawWeights(torch::nn::Module& network, Initialisation initialisation, std::uint64_t seed, NetworkRole role);

/// The DCGAN rule (Radford et al., 2016, section 4; the weights_init of pytorch/examples): layers N(0, 0.02), the
/// scale of batch normalisations N(1, 0.02), their shift and biases 0; singular vectors N(0, 1).
void drawNormalWeights(torch::nn::Module& network, std::uint64_t seed, NetworkRole role);

/// PyTorch's rule for linear layers: weight and bias uniform in +-1/sqrt(inputs); batch normalisations 1 and 0.
void drawLinearWeights(torch::nn::Module& network, std::uint64_t seed, NetworkRole role);

}  // namespace gan
