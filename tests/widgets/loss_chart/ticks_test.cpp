#include <gtest/gtest.h>

#include <QSet>
#include <cmath>
#include <random>

#include "loss_chart/chart_axes.h"
#include "loss_chart/readings.h"
#include "style/duration_text.h"

namespace gan::test {
namespace {

QStringList labels(const QVector<Tick>& ticks) {
  QStringList result;
  for (const Tick& tick : ticks) result.append(tick.label);
  return result;
}

TEST(Ticks, AreAtRoundNumbersOfTheRange) {
  EXPECT_EQ(labels(valueTicks(0, 1, 5)),
            QStringList({QStringLiteral("0.0"), QStringLiteral("0.2"), QStringLiteral("0.4"), QStringLiteral("0.6"),
                         QStringLiteral("0.8"), QStringLiteral("1.0")}));
  EXPECT_EQ(labels(stepTicks(0, 10'000'000, 2)),
            QStringList({QStringLiteral("0"), QStringLiteral("5,000,000"), QStringLiteral("10,000,000")}));
  EXPECT_EQ(labels(durationTicks(0, 7200, 4)),
            QStringList({QStringLiteral("0:00"), QStringLiteral("30:00"), QStringLiteral("1:00:00"),
                         QStringLiteral("1:30:00"), QStringLiteral("2:00:00")}));
  EXPECT_EQ(labels(logTicks(-2, 1, 5)),
            QStringList({QStringLiteral("0.01"), QStringLiteral("0.1"), QStringLiteral("1"), QStringLiteral("10")}));
}

TEST(Ticks, OfStepsAreWholeNumbersHoweverNarrowTheRange) {
  EXPECT_EQ(labels(stepTicks(11, 13, 20)),
            QStringList({QStringLiteral("11"), QStringLiteral("12"), QStringLiteral("13")}));
}

TEST(Ticks, NarrowLogarithmicRangesGetMoreThanOneTick) {
  EXPECT_GE(logTicks(std::log10(0.6), std::log10(0.9), 6).size(), 3);
  EXPECT_GE(logTicks(std::log10(0.3), std::log10(4.0), 6).size(), 3);
}

TEST(Ticks, StayInRangeAscendDifferAndKeepToTheirNumber) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> exponent(-6, 8);
  std::uniform_real_distribution<double> offset(-2, 2);
  for (int i = 0; i < 2000; ++i) {
    const double span = std::pow(10.0, exponent(random));
    const double low = offset(random) * span;
    const QVector<Tick> ticks = valueTicks(low, low + span, 7);
    ASSERT_GE(ticks.size(), 2) << low << " " << span;
    ASSERT_LE(ticks.size(), 8) << low << " " << span;
    QSet<QString> seen;
    double before = low - span;
    for (const Tick& tick : ticks) {
      ASSERT_GE(tick.position, low - span * 1e-6);
      ASSERT_LE(tick.position, low + span * (1 + 1e-6));
      ASSERT_GT(tick.position, before);
      ASSERT_FALSE(seen.contains(tick.label)) << tick.label.toStdString() << " twice for " << low << " + " << span;
      before = tick.position;
      seen.insert(tick.label);
    }
  }
}

TEST(Ticks, AreAtLeastTwoHoweverLittleRoomThereIs) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> exponent(0.5, 7);
  std::uniform_real_distribution<double> offset(0, 2);
  for (int i = 0; i < 2000; ++i) {
    const double span = std::pow(10.0, exponent(random));
    const double low = offset(random) * span;
    const double low_log = offset(random);
    const double high_log = low_log + 0.05 + offset(random) * 4;
    for (const int most : {1, 2}) {
      ASSERT_GE(valueTicks(low, low + span, most).size(), 2) << low << " + " << span;
      ASSERT_GE(stepTicks(low, low + span, most).size(), 2) << low << " + " << span;
      ASSERT_GE(durationTicks(low, low + span, most).size(), 2) << low << " + " << span;
      ASSERT_GE(logTicks(low_log, high_log, most).size(), 2) << low_log << " to " << high_log;
      ASSERT_LE(logTicks(low_log, high_log, most).size(), 5) << low_log << " to " << high_log;
    }
  }
}

TEST(Ticks, ImpossibleRangesHaveNone) {
  EXPECT_TRUE(valueTicks(0, std::numeric_limits<double>::infinity(), 5).isEmpty());
  EXPECT_TRUE(valueTicks(std::numeric_limits<double>::quiet_NaN(), 1, 5).isEmpty());
}

TEST(ChartText, FileNumbersReadBackAsTheSameFloat) {
  std::mt19937 random(7);
  for (int i = 0; i < 10'000; ++i) {
    const auto bits = static_cast<quint32>(random());
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    ASSERT_EQ(std::strtof(exactText(value).c_str(), nullptr), value);
  }
  EXPECT_EQ(exactText(0.1F), "0.1");
  EXPECT_EQ(exactText(-std::numeric_limits<float>::infinity()), "-inf");
}

TEST(ChartText, DurationsAreReadAsClocksReadThem) {
  EXPECT_EQ(clockText(42), QStringLiteral("0:42"));
  EXPECT_EQ(clockText(-0.4), QStringLiteral("0:00"));
  EXPECT_EQ(clockText(-90), QStringLiteral("−1:30"));
  EXPECT_EQ(clockText(3900), QStringLiteral("1:05:00"));
  EXPECT_EQ(clockText(2 * 86400 + 3 * 3600), QStringLiteral("2 d 03:00"));
}

}  // namespace
}  // namespace gan::test
