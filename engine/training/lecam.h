#pragma once

#include <memory>

#include "training/regulariser.h"

namespace gan {

/// Keeps logits from moving away from what the discriminator has been saying of the other kind of images (Tseng et al.,
/// 2021, equation 6): mean relu(D(x) - a_fake)^2 + mean relu(a_real - D(G(z)))^2, where a_real and a_fake are moving
/// averages of mean logits. As in the authors' programs (google/lecam-gan: stylegan2/lecam_loss.py and
/// biggan_cifar/losses.py) they have moved with the present batch, of all processes, when they are used, and bear no
/// bias of their start: a = (d S + (1 - d) m) / (d W + 1 - d), with the decay d, the batch's mean m, and the sums S and
/// W = 1 - d^t of the t updates before. They move with every update, also between two with a penalty, once each: with
/// the mean over its micro-batches, unless a logit is infinite or not a number.
std::unique_ptr<Regulariser> makeLeCam(at::TensorOptions tensors, const RegulariserOptions& options);

}  // namespace gan
