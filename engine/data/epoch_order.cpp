#include "data/epoch_order.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "core/error.h"
#include "tensor/random_stream.h"

namespace gan {

namespace {

constexpr std::int64_t kWindowBlocks = 16;

/// Fisher-Yates; the swap at place i of the epoch uses word `index` of sample first + i.
void shuffle(std::span<std::int64_t> items, const RandomStream& stream, std::int64_t epoch, std::uint64_t first,
             std::uint32_t index) {
  for (std::size_t i = items.size(); i > 1; --i) {
    const std::uint64_t random = stream.word(static_cast<std::uint64_t>(epoch), first + i - 1, index);
    std::swap(items[i - 1], items[boundedWord(random, i)]);
  }
}

}  // namespace

EpochOrder::EpochOrder(std::uint64_t seed, std::int64_t count, std::int64_t block_size)
    : seed_(seed), count_(count), block_size_(block_size) {
  if (count < 1 || block_size < 1) {
    throw Error(
        ErrorCode::kInvalidArgument, "epoch_order_bad_size",
        "An epoch needs at least one image and blocks of at least one, but it was given {count} images and blocks "
        "of {block_size}.",
        {{"count", std::to_string(count)}, {"block_size", std::to_string(block_size)}});
  }
}

std::vector<std::int64_t> EpochOrder::permutation(std::int64_t epoch) const {
  const RandomStream stream(seed_, RandomPurpose::kDataOrder);
  const std::int64_t block_size = std::min(block_size_, count_);
  const std::int64_t block_count = (count_ - 1) / block_size + 1;
  std::vector<std::int64_t> blocks(static_cast<std::size_t>(block_count));
  std::iota(blocks.begin(), blocks.end(), std::int64_t{0});
  shuffle(blocks, stream, epoch, 0, 0);
  if (block_size == 1) {
    return blocks;
  }
  std::vector<std::int64_t> order;
  order.reserve(static_cast<std::size_t>(count_));
  for (std::size_t block = 0; block < blocks.size(); block += kWindowBlocks) {
    const std::size_t window_begin = order.size();
    const std::size_t window_end = std::min(blocks.size(), block + kWindowBlocks);
    for (std::size_t i = block; i < window_end; ++i) {
      const std::int64_t begin = blocks[i] * block_size;
      for (std::int64_t image = begin; image < std::min(count_, begin + block_size); ++image) {
        order.push_back(image);
      }
    }
    shuffle(std::span(order).subspan(window_begin), stream, epoch, window_begin, 1);
  }
  return order;
}

}  // namespace gan
