#pragma once

#include "training/objective.h"

namespace gan {

/// Half of the mean squared distance of the logits to their labels (Mao et al., 2017, equation 2, with a and b the
/// labels, and c = b).
const Objective& leastSquares();

}  // namespace gan
