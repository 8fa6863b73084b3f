#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "data/dataset.h"

namespace gan {

/// Images first .. first + count - 1 as float32 [count, channels, resolution, resolution] in [-1, 1].
at::Tensor readImages(const Dataset& dataset, std::int64_t first, std::int64_t count, std::int64_t resolution,
                      std::int64_t channels);

}  // namespace gan
