#include "loss_chart/ticks.h"

#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

#include "loss_chart/chart_text.h"

namespace gan {
namespace {

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
    return multiples(low, high, interval, elapsedText);
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
