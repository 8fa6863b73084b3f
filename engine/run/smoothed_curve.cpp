#include "run/smoothed_curve.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gan {
namespace {

constexpr std::size_t kStretch = 4096;
constexpr double kNegligible = 1e-17;  // 1 minus it is 1; left alone it would become denormal, which is slow.

}  // namespace

void SmoothedCurve::extend(const MinMaxPyramid& raw) {
  std::array<float, kStretch> smoothed;
  while (curve_.size() < raw.size()) {
    const std::size_t at = curve_.size();
    if (at % kStretch == 0) before_stretch_.push_back(average_);
    const auto values = raw.from(at);
    const std::size_t count = std::min(values.size(), kStretch - at % kStretch);
    for (std::size_t i = 0; i < count; ++i) {
      smoothed[i] = values[i];
      if (!std::isfinite(values[i])) continue;
      average_.last = average_.last * weight_ + (1 - weight_) * static_cast<double>(values[i]);
      average_.decay = average_.decay < kNegligible ? 0 : average_.decay * weight_;
      smoothed[i] = static_cast<float>(average_.last / (1 - average_.decay));
    }
    curve_.append(std::span(smoothed).first(count));
  }
}

void SmoothedCurve::truncate(std::size_t size) {
  if (size >= curve_.size()) return;
  const std::size_t stretch = size / kStretch;
  average_ = before_stretch_[stretch];
  before_stretch_.resize(stretch);
  curve_.truncate(stretch * kStretch);
}

}  // namespace gan
