#include "data/epoch_order.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "core/error.h"
#include "data/shuffle.h"

namespace gan {

namespace {

constexpr std::int64_t kWindowBlocks = 16;

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

EpochOrder::EpochOrder(std::uint64_t seed, std::span<const std::int32_t> labels)
    : seed_(seed),
      count_(static_cast<std::int64_t>(labels.size())),
      block_size_(1),
      balanced_(std::make_shared<const BalancedOrder>(seed, labels)) {}

std::int64_t EpochOrder::length() const { return balanced_ ? balanced_->length() : count_; }

std::vector<std::int64_t> EpochOrder::permutation(std::int64_t epoch) const {
  if (balanced_) return balanced_->permutation(epoch);
  const RandomStream stream(seed_, RandomPurpose::kDataOrder);
  const std::int64_t block_size = std::min(block_size_, count_);
  const std::int64_t block_count = (count_ - 1) / block_size + 1;
  std::vector<std::int64_t> blocks(static_cast<std::size_t>(block_count));
  std::iota(blocks.begin(), blocks.end(), std::int64_t{0});
  shuffle(std::span(blocks), stream, epoch, 0, 0);
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
