#pragma once

#include <cstdint>
#include <functional>

namespace gan {

/// Told before each step of a long computation how many are done; may throw to end it.
using OnStep = std::function<void(std::int64_t done, std::int64_t total)>;

}  // namespace gan
