#include "controls/slider_scale.h"

#include <algorithm>
#include <cmath>

namespace gan {
namespace {

constexpr double kDecadesBelow = 2;  // of the default's own decade
constexpr double kDecadesAbove = 3;

/// To so many significant digits.
double rounded(double value, int digits) { return QString::number(value, 'e', digits - 1).toDouble(); }

/// The largest of 1, 2, 5 x 10^k that is not above value.
double roundStep(double value) {
  const double decade = std::pow(10.0, std::floor(std::log10(value)));
  const double lead = value / decade;
  return rounded(decade * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1), 1);
}

/// 1.9e-4 -> 2e-4 -> 3e-4, 1e-4 -> 9e-5: one in the first digit.
double nextLeadingDigit(double value, int direction) {
  const double decade = std::pow(10.0, std::floor(std::log10(value) + 1e-12));
  const double lead = value / decade;
  constexpr double kNear = 1e-9;
  if (direction > 0) return rounded((std::floor(lead + kNear) + 1) * decade, 1);
  const double below = std::ceil(lead - kNear) - 1;
  return below >= 1 ? rounded(below * decade, 1) : rounded(0.9 * decade, 1);
}

}  // namespace

SliderScale::SliderScale(const Setting& setting)
    : lowest_(setting.lowest.value_or(0)), highest_(setting.highest.value_or(1)) {
  if (setting.logarithmic && lowest_ > 0) {
    kind_ = Kind::kLogarithmic;
    const double usual = std::clamp(setting.default_value.toDouble(), lowest_, highest_);
    const double decade = std::floor(std::log10(usual) + 1e-12);
    from_ = std::max(std::log10(lowest_), decade - kDecadesBelow);
    to_ = std::min(std::log10(highest_), decade + kDecadesAbove);
  } else if (lowest_ >= 0 && lowest_ < 0.5 && highest_ >= 0.99 && highest_ < 1) {
    kind_ = Kind::kTowardsOne;
    from_ = std::log10(1 - lowest_);
    to_ = std::log10(1 - highest_);
  } else {
    from_ = lowest_;
    to_ = highest_;
    step_ = roundStep((highest_ - lowest_) / 100);
  }
}

double SliderScale::clamped(double value) const { return std::clamp(value, lowest_, highest_); }

int SliderScale::position(double value) const {
  double place = value;
  if (kind_ == Kind::kLogarithmic) place = value > 0 ? std::log10(value) : from_;
  if (kind_ == Kind::kTowardsOne) place = value < 1 ? std::log10(1 - value) : to_;
  if (to_ == from_) return 0;
  const double share = std::clamp((place - from_) / (to_ - from_), 0.0, 1.0);
  return static_cast<int>(std::lround(share * kPositions));
}

double SliderScale::value(int position) const {
  const double place = from_ + (to_ - from_) * position / kPositions;
  switch (kind_) {
    case Kind::kLogarithmic:
      return clamped(rounded(std::pow(10.0, place), 2));
    case Kind::kTowardsOne:
      return clamped(rounded(1 - rounded(std::pow(10.0, place), 2), 12));
    case Kind::kLinear:
      break;
  }
  return clamped(rounded(std::round(place / step_) * step_, 12));
}

double SliderScale::stepped(double value, int steps) const {
  double result = clamped(value);
  for (int i = 0; i < std::abs(steps); ++i) {
    const int direction = steps > 0 ? 1 : -1;
    if (kind_ == Kind::kLogarithmic) {
      result = nextLeadingDigit(result, direction);
    } else if (kind_ == Kind::kTowardsOne) {
      result = rounded(1 - nextLeadingDigit(1 - result, -direction), 12);
    } else {
      const double at = result / step_;
      const double next = direction > 0 ? std::floor(at + 1e-6) + 1 : std::ceil(at - 1e-6) - 1;
      result = rounded(next * step_, 12);
    }
    result = clamped(result);
  }
  return result;
}

}  // namespace gan
