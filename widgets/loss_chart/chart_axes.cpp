#include "loss_chart/chart_axes.h"

#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

#include "loss_chart/readings.h"
#include "style/duration_text.h"

namespace gan {
namespace {

constexpr std::size_t kKnotsForSlope = 16;

constexpr double kNarrowest = 2;           // steps
constexpr double kHistoryInFit = 1.0 / 3;  // of the extent, before it

constexpr double kAir = 0.05;
constexpr double kOutliers = 0.01;  // at either end

double percentile(std::vector<float>& values, double part) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

constexpr int kMostTicks = 100;

/// Multiples of `interval` in the range.
template <typename Label>
QVector<Tick> multiples(double low, double high, double interval, Label label) {
  QVector<Tick> ticks;
  if (!(interval > 0) || !std::isfinite(low) || !std::isfinite(high)) return ticks;
  const double slack = interval * 1e-9;
  for (double n = std::ceil((low - slack) / interval); ticks.size() < kMostTicks; ++n) {
    const double position = n * interval;
    if (position > high + slack) break;
    QString text = label(position == 0 ? 0.0 : position);
    if (ticks.isEmpty() || ticks.last().label != text) ticks.append({position, std::move(text)});
  }
  return ticks;
}

QString powerText(double exponent) { return QLocale().toString(std::pow(10.0, exponent), 'g', 3); }

/// Enough decimals for neighbouring ticks to differ, and no more.
QString tickText(double value, double interval, double largest) {
  if (largest >= 1e6 || interval < 1e-5) {
    const double digits = std::floor(std::log10(largest) + 1e-9) - std::floor(std::log10(interval) + 1e-9);
    return value == 0 ? QLocale().toString(0)
                      : QLocale().toString(value, 'e', std::clamp(static_cast<int>(digits), 0, 4));
  }
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(interval) + 1e-9)));
  return QLocale().toString(value, 'f', decimals);
}

/// A single label says nothing about what lies between: finer ones than wished for, while there are no two.
template <typename Make>
QVector<Tick> atLeastTwo(int at_most, Make make) {
  constexpr int kFiner = 8;
  QVector<Tick> ticks = make(at_most);
  for (int most = at_most + 1; ticks.size() < 2 && most <= at_most + kFiner; ++most) ticks = make(most);
  return ticks;
}

/// Powers of ten times the factors, in the range.
QVector<Tick> powersTimes(std::initializer_list<double> factors, double low, double high) {
  QVector<Tick> ticks;
  for (double exponent = std::floor(low); exponent <= high; ++exponent) {
    for (const double factor : factors) {
      const double position = exponent + std::log10(factor);
      if (position >= low && position <= high) ticks.append({position, powerText(position)});
    }
  }
  return ticks;
}

}  // namespace

XScale::XScale(ChartAxis axis, const ChartColumns& columns, double origin_seconds)
    : is_steps_(axis == ChartAxis::kStep || columns.empty()) {
  if (is_steps_) return;
  knots_.reserve(columns.size());
  for (const ChartColumn& column : columns) {
    addKnot(static_cast<double>(column.first_step),
            axis == ChartAxis::kEpoch ? column.epoch : column.unix_seconds - origin_seconds);
  }
  if (knots_.empty()) is_steps_ = true;
}

void XScale::addKnot(double step, double x) {
  if (!std::isfinite(x)) return;
  if (!knots_.empty() && (step <= knots_.back().step || x <= knots_.back().x)) return;  // a clock set back, for one
  knots_.push_back({step, x});
}

double XScale::slope() const {
  if (knots_.size() < 2) return 1;
  const Knot& from = knots_[knots_.size() - std::min(knots_.size(), kKnotsForSlope)];
  return (knots_.back().x - from.x) / (knots_.back().step - from.step);
}

double XScale::at(double step) const {
  if (is_steps_) return step - origin_step_;
  const auto after = std::upper_bound(knots_.begin(), knots_.end(), step,
                                      [](double each, const Knot& knot) { return each < knot.step; });
  if (after == knots_.end()) return knots_.back().x + (step - knots_.back().step) * slope();
  if (after == knots_.begin()) {
    if (knots_.size() < 2) return after->x + (step - after->step) * slope();
    return after->x + (step - after->step) * (after[1].x - after->x) / (after[1].step - after->step);
  }
  const Knot& before = *(after - 1);
  return before.x + (step - before.step) * (after->x - before.x) / (after->step - before.step);
}

double XScale::stepAt(double x) const {
  if (is_steps_) return x + origin_step_;
  const auto after =
      std::upper_bound(knots_.begin(), knots_.end(), x, [](double each, const Knot& knot) { return each < knot.x; });
  if (after == knots_.end()) return knots_.back().step + (x - knots_.back().x) / slope();
  if (after == knots_.begin()) {
    if (knots_.size() < 2) return after->step + (x - after->x) / slope();
    return after->step + (x - after->x) * (after[1].step - after->step) / (after[1].x - after->x);
  }
  const Knot& before = *(after - 1);
  return before.step + (x - before.x) * (after->step - before.step) / (after->x - before.x);
}

void StepWindow::setExtent(qint64 first, qint64 last) {
  const bool followed = has_extent_ && !fitted_ && last_ >= extent_last_;
  const double moved = static_cast<double>(last) - extent_last_;
  has_extent_ = true;
  extent_first_ = static_cast<double>(first);
  extent_last_ = static_cast<double>(std::max(first, last));
  if (fitted_) {
    fit();
  } else if (followed) {
    set(first_ + moved, last_ + moved);
  } else {
    clamp();
  }
}

void StepWindow::setHistory(qint64 first) {
  const auto before = first > 0 ? std::optional(static_cast<double>(first)) : std::nullopt;
  if (before == history_first_) return;
  history_first_ = before;
  if (has_extent_) clamp();
}

void StepWindow::fit() {
  fitted_ = true;
  first_ = std::max(reachFirst(), extent_first_ - kHistoryInFit * (extent_last_ - extent_first_));
  last_ = extent_last_;
}

void StepWindow::set(double first, double last) {
  if (!std::isfinite(first) || !std::isfinite(last)) return;
  if (last < first) std::swap(first, last);
  if (last - first < kNarrowest) {
    const double middle = (first + last) / 2;
    first = middle - kNarrowest / 2;
    last = middle + kNarrowest / 2;
  }
  first_ = first;
  last_ = last;
  fitted_ = false;
  if (has_extent_) clamp();
}

void StepWindow::clamp() {
  if (fitted_ || (last_ - first_ >= extent_last_ - reachFirst() && reachFirst() == extent_first_)) {
    fit();
    return;
  }
  first_ = std::max(first_, last_ - (extent_last_ - reachFirst()));
  const double right = std::max(0.0, last_ - extent_last_);
  const double left = std::max(0.0, reachFirst() - first_);
  first_ += left - right;
  last_ += left - right;
}

ValueRange valueRangeOf(std::span<const ChartColumns* const> curves, double first_step, double last_step,
                        ValueRangeOptions options) {
  std::vector<float> lows;
  std::vector<float> highs;
  for (const ChartColumns* columns : curves) {
    for (const ChartColumn& column : *columns) {
      if (column.count == 0 || static_cast<double>(column.last_step) < first_step) continue;
      if (static_cast<double>(column.first_step) > last_step) break;
      lows.push_back(column.min);
      highs.push_back(column.max);
    }
  }
  ValueRange range;
  if (lows.empty()) return range;
  range.has_values = true;
  const float lowest = *std::min_element(lows.begin(), lows.end());
  range.is_log = options.logarithmic && lowest > 0;
  range.low = options.ignores_outliers ? percentile(lows, kOutliers) : lowest;
  range.high =
      options.ignores_outliers ? percentile(highs, 1 - kOutliers) : *std::max_element(highs.begin(), highs.end());
  if (range.is_log) {
    range.low = std::log10(range.low);
    range.high = std::log10(range.high);
  }
  const double span = range.high - range.low;
  // A constant curve lies in the middle.
  const double air = span > 0 ? span * kAir : std::max(std::abs(range.high) * 0.1, range.is_log ? 0.1 : 1e-6);
  range.low -= air;
  range.high += air;
  return range;
}

double niceStep(double range, int at_most) {
  const double rough = range / std::max(1, at_most);
  if (!(rough > 0) || !std::isfinite(rough)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

QVector<Tick> valueTicks(double low, double high, int at_most) {
  return atLeastTwo(at_most, [&](int most) {
    const double interval = niceStep(high - low, most);
    const double largest = std::max({std::abs(low), std::abs(high), interval});
    return multiples(low, high, interval, [&](double value) { return tickText(value, interval, largest); });
  });
}

QVector<Tick> stepTicks(double low, double high, int at_most) {
  return atLeastTwo(
      at_most, [&](int most) { return multiples(low, high, std::max(1.0, niceStep(high - low, most)), stepText); });
}

QVector<Tick> durationTicks(double low, double high, int at_most) {
  constexpr std::array kIntervals = {1.0,   2.0,   5.0,    10.0,   15.0,   30.0,    60.0,    120.0,   300.0,
                                     600.0, 900.0, 1800.0, 3600.0, 7200.0, 10800.0, 21600.0, 43200.0, 86400.0};
  constexpr double kDay = 86400;
  return atLeastTwo(at_most, [&](int most) {
    const double rough = (high - low) / std::max(1, most);
    const auto* found = std::find_if(kIntervals.begin(), kIntervals.end(), [&](double each) { return each >= rough; });
    const double interval =
        found == kIntervals.end() ? kDay * std::max(1.0, niceStep((high - low) / kDay, most)) : *found;
    return multiples(low, high, interval, clockText);
  });
}

QVector<Tick> logTicks(double low, double high, int at_most) {
  const double decades = high - low;
  if (decades >= 2) {
    return atLeastTwo(
        at_most, [&](int most) { return multiples(low, high, std::max(1.0, niceStep(decades, most)), powerText); });
  }
  if (decades < 0.7) {  // nearly linear: evenly spaced values say more than powers
    QVector<Tick> ticks = valueTicks(std::pow(10.0, low), std::pow(10.0, high), at_most);
    ticks.erase(std::remove_if(ticks.begin(), ticks.end(), [](const Tick& tick) { return tick.position <= 0; }),
                ticks.end());
    for (Tick& tick : ticks) tick.position = std::log10(tick.position);
    return ticks;
  }
  QVector<Tick> ticks = powersTimes({1, 2, 5}, low, high);
  for (const auto& sparser : {powersTimes({1, 3}, low, high), powersTimes({1}, low, high)}) {
    if (ticks.size() > at_most + 1 && sparser.size() >= 2) ticks = sparser;
  }
  return ticks;
}

}  // namespace gan
