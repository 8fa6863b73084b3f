#pragma once

#include "training/objective.h"

namespace gan {

/// relu(1 - real) and relu(1 + fake), means over the batch, against -fake (Lim and Ye, 2017, "Geometric GAN"; Miyato et
/// al., 2018, equations 16 and 17).
const Objective& hinge();

}  // namespace gan
