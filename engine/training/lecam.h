#pragma once

#include <memory>

#include "training/regulariser.h"

namespace gan {

/// Keeps logits from moving away from what the discriminator has been saying of the other kind of images: mean
/// relu(D(x) - a_fake)^2 + mean relu(a_real - D(G(z)))^2, where a_real and a_fake are moving averages of mean logits,
/// with a decay of 0.99 and without the bias of their start; as the authors' program has it. The first update only
/// starts them.
std::unique_ptr<Regulariser> makeLeCam(at::TensorOptions tensors);

}  // namespace gan
