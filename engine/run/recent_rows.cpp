#include "run/recent_rows.h"

#include <algorithm>
#include <utility>

namespace gan {
namespace {

template <class T>
std::vector<T> part(const std::vector<T>& values, std::size_t begin, std::size_t end) {
  return {values.begin() + static_cast<std::ptrdiff_t>(begin), values.begin() + static_cast<std::ptrdiff_t>(end)};
}

MetricsBlock part(const MetricsBlock& block, std::size_t begin, std::size_t end) {
  MetricsBlock result;
  result.segment = block.segment;
  result.first_step = block.first_step;
  result.steps = part(block.steps, begin, end);
  result.unix_seconds = part(block.unix_seconds, begin, end);
  result.epochs = part(block.epochs, begin, end);
  result.columns = block.columns;
  result.values.reserve(block.values.size());
  for (const auto& column : block.values) result.values.push_back(part(column, begin, end));
  return result;
}

/// Of a run that is followed as it goes a block comes every tenth of a second: kept as they are, their names and
/// allocations would take several times what their values do.
constexpr std::size_t kRowsTogether = 512;

template <class T>
void append(std::vector<T>& values, const std::vector<T>& more) {
  values.reserve(kRowsTogether);  // at once: memory that grows bit by bit leaves holes
  values.insert(values.end(), more.begin(), more.end());
}

bool goTogether(const MetricsBlock& block, const MetricsBlock& next) {
  return block.steps.size() + next.steps.size() <= kRowsTogether && block.segment == next.segment &&
         block.first_step == next.first_step && block.columns == next.columns;
}

void append(MetricsBlock& block, const MetricsBlock& next) {
  append(block.steps, next.steps);
  append(block.unix_seconds, next.unix_seconds);
  append(block.epochs, next.epochs);
  for (std::size_t column = 0; column < next.values.size(); ++column) {
    append(block.values[column], next.values[column]);
  }
}

}  // namespace

void RecentRows::add(MetricsBlock block) {
  if (block.steps.empty()) return;
  end_ += block.steps.size();
  if (!blocks_.empty() && goTogether(blocks_.back(), block)) {
    append(blocks_.back(), block);
  } else {
    blocks_.push_back(std::move(block));
  }
  while (end_ - begin_ - blocks_.front().steps.size() >= kept_) {
    begin_ += blocks_.front().steps.size();
    blocks_.pop_front();
  }
}

RecentRows::Slice RecentRows::from(std::uint64_t first, std::size_t max_rows) const {
  Slice slice;
  first = std::min(first, end_);
  slice.skipped = std::max(first, begin_) - first;
  slice.next = first + slice.skipped;
  std::uint64_t block_begin = begin_;
  for (const MetricsBlock& block : blocks_) {
    const std::uint64_t block_end = block_begin + block.steps.size();
    if (block_end > slice.next && max_rows > 0) {
      const auto begin = static_cast<std::size_t>(slice.next - block_begin);
      const std::size_t end = std::min(block.steps.size(), begin + std::min(max_rows, block.steps.size()));
      slice.blocks.push_back(part(block, begin, end));
      slice.next += end - begin;
      max_rows -= end - begin;
    }
    block_begin = block_end;
  }
  return slice;
}

}  // namespace gan
