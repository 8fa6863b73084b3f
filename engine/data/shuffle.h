#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "tensor/random_stream.h"

namespace gan {

/// Fisher-Yates; the swap at place i uses word `index` of sample first + i at `step`.
template <typename Item>
void shuffle(std::span<Item> items, const RandomStream& stream, std::int64_t step, std::uint64_t first,
             std::uint32_t index) {
  for (std::size_t i = items.size(); i > 1; --i) {
    const std::uint64_t random = stream.word(static_cast<std::uint64_t>(step), first + i - 1, index);
    std::swap(items[i - 1], items[boundedWord(random, i)]);
  }
}

}  // namespace gan
