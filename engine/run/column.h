#pragma once

#include <cstdint>

namespace gan {

/// What is inside one column of pixels.
struct Column {
  std::int64_t first_step = 0;  ///< Of the values in it, finite or not.
  std::int64_t last_step = 0;
  float min = 0;  ///< Of the finite values.
  float max = 0;
  float first = 0;               ///< The first finite value, so that neighbouring columns can be joined by a line.
  float last = 0;                ///< The last finite value.
  std::uint32_t count = 0;       ///< Finite values; with 0 the four above are 0 and mean nothing.
  std::uint32_t not_finite = 0;  ///< NaN or infinite values, to be marked.
};

}  // namespace gan
