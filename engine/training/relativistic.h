#pragma once

#include "training/objective.h"

namespace gan {

/// softplus(fake - real) against softplus(real - fake), mean over pairs of one real and one generated image
/// (Jolicoeur-Martineau, 2019, equation 9, with f(t) = -log(1 + exp(-t)): RpGAN; Huang et al., 2024, equation 2).
const Objective& relativistic();

}  // namespace gan
