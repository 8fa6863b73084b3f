#pragma once

#include <memory>

#include "training/regulariser.h"

namespace gan {

/// Keeps the rows of each weight W [rows, rest] at right angles, whatever their lengths: half of ||W W^T o (1 - I)||^2,
/// summed over all weights of two dimensions or more but a shared embedding's, as BigGAN-PyTorch does (utils.ortho).
/// Its gradient is 2 (W W^T o (1 - I)) W.
std::unique_ptr<Regulariser> makeOrthogonal(at::TensorOptions tensors, const RegulariserOptions& options);

}  // namespace gan
