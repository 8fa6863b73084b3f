#include "run/smoothed_curve.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gan {
namespace {

constexpr std::size_t kStretch = MinMaxPyramid::kWindow;
constexpr double kNegligible = 1e-17;  // 1 minus it is 1; left alone it would become denormal, which is slow.

}  // namespace

SmoothedCurve::SmoothedCurve(double weight, const MinMaxPyramid& raw, SumsFile* sums) : weight_(weight), raw_(raw) {
  if (sums == nullptr) return;
  curve_ = MinMaxPyramid(MinMaxPyramid::Archive{
      [this](std::size_t begin, std::span<float> values) { smoothAgain(begin, values); }, *sums});
  before_stretch_ = ChunkedArray<Average, 256>(*sums);
}

SmoothedCurve::Average SmoothedCurve::smooth(Average before, std::span<float> values) const {
  for (float& value : values) {
    if (!std::isfinite(value)) continue;
    before.last = before.last * weight_ + (1 - weight_) * static_cast<double>(value);
    before.decay = before.decay < kNegligible ? 0 : before.decay * weight_;
    value = static_cast<float>(before.last / (1 - before.decay));
  }
  return before;
}

void SmoothedCurve::smoothAgain(std::size_t begin, std::span<float> values) const {
  raw_.copy(begin, values);
  smooth(before_stretch_[begin / kStretch], values);
}

void SmoothedCurve::extend(std::size_t size) {
  std::array<float, kStretch> buffer;
  while (curve_.size() < std::min(size, raw_.size())) {
    const std::size_t at = curve_.size();
    const auto values = std::span(buffer).first(std::min(raw_.size() - at, kStretch - at % kStretch));
    raw_.copy(at, values);
    if (at % kStretch == 0) before_stretch_.push_back(average_);
    average_ = smooth(average_, values);
    curve_.append(values);
  }
}

void SmoothedCurve::truncate(std::size_t size) {
  if (size >= curve_.size()) return;
  const std::size_t stretch = size / kStretch;
  average_ = before_stretch_[stretch];
  before_stretch_.truncate(stretch);
  curve_.truncate(stretch * kStretch);
}

}  // namespace gan
