#include "run/min_max_pyramid.h"

#include <algorithm>
#include <cmath>

namespace gan {
namespace {

constexpr std::size_t kShift = 4;
constexpr std::size_t kFactor = std::size_t{1} << kShift;

constexpr std::size_t width(std::size_t level) { return std::size_t{1} << (kShift * level); }

}  // namespace

void MinMaxPyramid::append(std::span<const float> values) {
  values_.append(values);
  completeNodes();
}

void MinMaxPyramid::completeNodes() {
  for (std::size_t level = 1; width(level) <= values_.size(); ++level) {
    if (levels_.size() < level) levels_.emplace_back();
    auto& nodes = levels_[level - 1];
    const std::size_t complete = values_.size() / width(level);
    while (nodes.size() < complete) {
      const std::size_t first = nodes.size() * kFactor;
      Node sum = node(level - 1, first);
      for (std::size_t child = first + 1; child < first + kFactor; ++child) {
        const Node part = node(level - 1, child);
        sum.min = std::min(sum.min, part.min);
        sum.max = std::max(sum.max, part.max);
        sum.not_finite += part.not_finite;
      }
      nodes.push_back(sum);
    }
  }
}

void MinMaxPyramid::truncate(std::size_t size) {
  values_.truncate(size);
  for (std::size_t level = 1; level <= levels_.size(); ++level) levels_[level - 1].truncate(size / width(level));
}

MinMaxPyramid::Node MinMaxPyramid::node(std::size_t level, std::size_t index) const {
  if (level > 0) return levels_[level - 1][index];
  const float value = values_[index];
  if (std::isfinite(value)) return {value, value, 0};
  return {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(), 1};
}

float MinMaxPyramid::firstFinite(std::size_t level, std::size_t index) const {
  for (; level > 0; --level) {
    index *= kFactor;
    while (node(level - 1, index).not_finite == width(level - 1)) ++index;
  }
  return values_[index];
}

float MinMaxPyramid::lastFinite(std::size_t level, std::size_t index) const {
  for (; level > 0; --level) {
    index = index * kFactor + kFactor - 1;
    while (node(level - 1, index).not_finite == width(level - 1)) --index;
  }
  return values_[index];
}

MinMaxPyramid::Extent MinMaxPyramid::extent(std::size_t begin, std::size_t end) const {
  Extent result;
  std::size_t last_level = 0;
  std::size_t last_index = 0;
  std::size_t at = begin;
  while (at < end) {
    // The largest group that starts here and ends within the range; it is complete, because end <= size().
    std::size_t level = 0;
    while (at % width(level + 1) == 0 && end - at >= width(level + 1)) ++level;
    const std::size_t index = at >> (kShift * level);
    const Node part = node(level, index);
    const auto finite = static_cast<std::uint32_t>(width(level)) - part.not_finite;
    if (finite > 0) {
      if (result.count == 0) result.first = firstFinite(level, index);
      last_level = level;
      last_index = index;
      result.min = std::min(result.min, part.min);
      result.max = std::max(result.max, part.max);
    }
    result.count += finite;
    result.not_finite += part.not_finite;
    at += width(level);
  }
  if (result.count > 0) result.last = lastFinite(last_level, last_index);
  return result;
}

}  // namespace gan
