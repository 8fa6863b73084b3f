#pragma once

#include "training/objective.h"

namespace gan {

/// With labels t: -t log D - (1 - t) log(1 - D) of D = sigmoid(logit), mean over the batch. Non-saturating: the
/// generator wants its images taken for real ones (Goodfellow et al., 2014, equation 1 and section 3).
const Objective& crossEntropy();

}  // namespace gan
