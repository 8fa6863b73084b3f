#include "run/min_max_pyramid.h"

#include <algorithm>
#include <cmath>

namespace gan {
namespace {

using Extent = MinMaxPyramid::Extent;

constexpr std::size_t kShift = 4;
constexpr std::size_t kFactor = std::size_t{1} << kShift;
constexpr std::size_t kChunkGroups = 256;

constexpr std::size_t width(std::size_t level) { return std::size_t{1} << (kShift * level); }

static_assert(width(2) == MinMaxPyramid::kGroup);
static_assert(kChunkGroups * width(1) == MinMaxPyramid::kWindow,
              "values and their smallest groups are dropped together");

Extent extentOf(float value) {
  if (!std::isfinite(value)) return {.not_finite = 1};
  return {.min = value, .max = value, .first = value, .last = value, .count = 1};
}

/// Adds what follows.
void add(Extent& sum, const Extent& next) {
  if (next.count > 0) {
    if (sum.count == 0) sum.first = next.first;
    sum.last = next.last;
    sum.min = std::min(sum.min, next.min);
    sum.max = std::max(sum.max, next.max);
  }
  sum.count += next.count;
  sum.not_finite += next.not_finite;
}

}  // namespace

void MinMaxPyramid::append(std::span<const float> values) {
  while (!values.empty()) {  // piece by piece, so that no more is in memory at any time
    const std::size_t count = std::min(values.size(), kWindow - size() % kWindow);
    values_.append(values.first(count));
    values = values.subspan(count);
    completeGroups();
    if (read_again_) dropOldValues();
  }
}

void MinMaxPyramid::completeGroups() {
  for (std::size_t level = 1; width(level) <= size(); ++level) {
    if (levels_.size() < level) addLevel();
    auto& groups = levels_[level - 1];
    const std::size_t complete = size() / width(level);
    while (groups.size() < complete) {
      const std::size_t first = groups.size() * kFactor;
      Extent sum;
      for (std::size_t child = first; child < first + kFactor; ++child) add(sum, group(level - 1, child));
      groups.push_back(sum);
    }
  }
}

/// The smallest groups go with their values: they are made anew from those.
void MinMaxPyramid::addLevel() {
  if (sums_ != nullptr && width(levels_.size() + 1) >= kGroup) {
    levels_.emplace_back(*sums_);
  } else {
    levels_.emplace_back();
  }
}

/// A window at least stays, so that the newest values cost no reading while a run is followed.
void MinMaxPyramid::dropOldValues() {
  if (size() < 2 * kWindow) return;
  kept_from_ = std::max(kept_from_, (size() / kWindow - 1) * kWindow);
  values_.forgetBefore(kept_from_);
  levels_[0].forgetBefore(kept_from_ / kFactor);
}

void MinMaxPyramid::truncate(std::size_t size) {
  if (size >= this->size()) return;
  if (size < kept_from_) {
    const std::size_t begin = size / kWindow * kWindow;
    std::vector<float> end(size - begin);
    if (!end.empty()) read_again_(begin, end);
    values_.truncate(begin);
    values_.append(end);
    levels_[0].truncate(begin / kFactor);
    kept_from_ = begin;
  }
  window_.clear();
  values_.truncate(size);
  for (std::size_t level = 1; level <= levels_.size(); ++level) levels_[level - 1].truncate(size / width(level));
  completeGroups();
}

std::span<const float> MinMaxPyramid::valuesFrom(std::size_t begin, std::size_t count) const {
  if (begin >= kept_from_) {
    const auto values = values_.from(begin);
    return values.first(std::min(count, values.size()));
  }
  const std::size_t at = begin % kWindow;
  if (window_.empty() || window_begin_ != begin - at) {
    std::vector<float> values(kWindow);
    read_again_(begin - at, values);
    window_ = std::move(values);
    window_begin_ = begin - at;
  }
  return std::span<const float>(window_).subspan(at, std::min(count, kWindow - at));
}

float MinMaxPyramid::operator[](std::size_t index) const { return valuesFrom(index, 1).front(); }

void MinMaxPyramid::copy(std::size_t begin, std::span<float> values) const {
  while (!values.empty()) {
    const auto found = valuesFrom(begin, values.size());
    std::ranges::copy(found, values.begin());
    begin += found.size();
    values = values.subspan(found.size());
  }
}

Extent MinMaxPyramid::group(std::size_t level, std::size_t index) const {
  return level == 0 ? extentOf(values_[index]) : levels_[level - 1][index];
}

Extent MinMaxPyramid::extent(std::size_t begin, std::size_t end) const {
  Extent result;
  for (std::size_t at = begin; at < end;) {
    if (at < kept_from_ && (at % kGroup != 0 || end - at < kGroup)) {
      const auto values = valuesFrom(at, std::min(end - at, kGroup - at % kGroup));
      for (const float value : values) add(result, extentOf(value));
      at += values.size();
      continue;
    }
    // The largest group that starts here and ends within the range; it is complete, because end <= size().
    std::size_t level = 0;
    while (at % width(level + 1) == 0 && end - at >= width(level + 1)) ++level;
    add(result, group(level, at >> (kShift * level)));
    at += width(level);
  }
  return result;
}

}  // namespace gan
