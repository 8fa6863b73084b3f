#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace gan {

/// `count` of the numbers 0 .. rows - 1, each at most once and in random order: int64 [count]. A function of seed and
/// draw; draws of one seed are independent of each other. count <= rows.
at::Tensor drawRows(std::uint64_t seed, std::uint64_t draw, std::int64_t rows, std::int64_t count);

}  // namespace gan
