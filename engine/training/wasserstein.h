#pragma once

#include "training/objective.h"

namespace gan {

/// Mean logits: fake - real against -fake (Arjovsky et al., 2017, equations 2 and 3, as losses). What bounds the slopes
/// is a regulariser.
const Objective& wasserstein();

}  // namespace gan
