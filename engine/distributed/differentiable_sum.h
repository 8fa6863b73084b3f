#pragma once

#include <ATen/core/Tensor.h>

#include "distributed/collective.h"

namespace gan {

/// The sum of a tensor over all ranks as a function that can be differentiated any number of times: its gradient is the
/// sum of the ranks' gradients, because each rank's tensor is part of every rank's result.
at::Tensor sumOverRanks(const at::Tensor& tensor, Collective& collective);

}  // namespace gan
