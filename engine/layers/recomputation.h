#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>

#include <functional>
#include <vector>

namespace gan {

/// A network of blocks whose activations need not be kept for the backward pass: with `recomputes` each block keeps its
/// input only, and is passed through once more when its gradients are asked for (Chen et al., 2016, "Training deep nets
/// with sublinear memory cost"). Less memory for a third more arithmetic. Buffers move as in one pass, and the second
/// pass sees those that the first one saw, so that both compute the same; gradients of gradients cannot be had.
class Recomputes {
 public:
  bool recomputes = false;

 protected:
  ~Recomputes() = default;

  using Pass = std::function<at::Tensor(const std::vector<at::Tensor>& inputs)>;
  /// block: whose weights and buffers the pass reads. inputs: all else that it reads, of which the first is defined.
  at::Tensor through(torch::nn::Module& block, const std::vector<at::Tensor>& inputs, const Pass& pass) const;
};

/// Switches it on in a network. False, and nothing changes, where the network has no blocks.
bool recomputeActivations(torch::nn::Module& network);

}  // namespace gan
