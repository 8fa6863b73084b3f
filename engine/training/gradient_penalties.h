#pragma once

#include <memory>

#include "training/regulariser.h"

namespace gan {

/// Half the mean squared slope of the logits at the real images (R1), or at the generated ones (R2): its weight is the
/// paper's gamma.
std::unique_ptr<Regulariser> makeR1(at::TensorOptions tensors, const RegulariserOptions& options);
std::unique_ptr<Regulariser> makeR2(at::TensorOptions tensors, const RegulariserOptions& options);

/// Mean squared deviation from 1 of the slope's length at points between real and generated images, in a pass of their
/// own, with the real images' classes: its weight is the paper's lambda.
std::unique_ptr<Regulariser> makeGradientPenalty(at::TensorOptions tensors, const RegulariserOptions& options);

}  // namespace gan
