#pragma once

#include <torch/nn/module.h>

#include <cstdint>

namespace gan {

/// Which network a weight belongs to: part of the random address, so that both draw from streams of their own.
enum class NetworkRole : std::uint64_t { kGenerator = 0, kDiscriminator = 1 };

/// The DCGAN rule (Radford et al., 2016, section 4; the weights_init of pytorch/examples): convolutions and embeddings
/// N(0, 0.02), the scale of batch normalisations N(1, 0.02), their shift 0. Vectors of spectral norms N(0, 1).
void drawNormalWeights(torch::nn::Module& network, std::uint64_t seed, NetworkRole role);

/// PyTorch's rule for linear layers: weight and bias uniform in +-1/sqrt(inputs); batch normalisations 1 and 0.
void drawLinearWeights(torch::nn::Module& network, std::uint64_t seed, NetworkRole role);

}  // namespace gan
