#include "loss_chart/band.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "fake_run.h"

namespace gan::test {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// Recorded at every k-th step from the first on.
BandMember member(const QString& name, const std::vector<float>& values, qint64 first = 1, qint64 every = 1) {
  BandMember made{name, {}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    made.columns.push_back(column(first + static_cast<qint64>(i) * every, values[i]));
  }
  return made;
}

QString nameOf(int number) { return QStringLiteral("g/%1").arg(number); }

TEST(Band, ItsQuantilesAreNumPys) {
  // numpy.quantile([0.5, 7, 1, 3, 2.5, 100], [0.05, 0.25, 0.5, 0.75, 0.95])
  std::vector<BandMember> members;
  for (const float value : {0.5F, 7.0F, 1.0F, 3.0F, 2.5F, 100.0F}) {
    members.push_back(member(nameOf(static_cast<int>(members.size())), {value}));
  }
  const Band band = bandOf(QStringLiteral("g"), members, 1, 1);
  ASSERT_EQ(band.columns.size(), 1U);
  EXPECT_EQ(band.members, 6);
  EXPECT_EQ(band.columns[0].count, 6U);
  EXPECT_FLOAT_EQ(band.columns[0].min, 0.625F);
  EXPECT_FLOAT_EQ(band.quartiles[0].low, 1.375F);
  EXPECT_FLOAT_EQ(band.columns[0].last, 2.75F);
  EXPECT_FLOAT_EQ(band.quartiles[0].high, 6.0F);
  EXPECT_FLOAT_EQ(band.columns[0].max, 76.75F);
}

TEST(Band, AtOneStepItsQuantilesAreThoseOfTheValuesThere) {
  std::vector<BandMember> members;
  for (const float value : {0.5F, 7.0F, 1.0F, 3.0F, 2.5F, 100.0F}) {
    members.push_back(member(nameOf(static_cast<int>(members.size())), {50, value, 70}));
  }
  members.push_back(member(QStringLiteral("nan"), {1, kNaN}));
  const ChartColumn at = bandAt(members, 2);
  EXPECT_EQ(at.first_step, 2);
  EXPECT_EQ(at.last_step, 2);
  EXPECT_EQ(at.count, 6U);
  EXPECT_FLOAT_EQ(at.min, 0.625F) << "as numpy.quantile says";
  EXPECT_FLOAT_EQ(at.last, 2.75F);
  EXPECT_FLOAT_EQ(at.max, 76.75F);
  EXPECT_EQ(bandAt(members, 9).count, 0U);
}

TEST(Band, ASeriesThatWasMeasuredLessOftenCountsWithTheLineBetweenItsValues) {
  std::vector<BandMember> members;
  for (int i = 0; i < 4; ++i) members.push_back(member(nameOf(i), {0, 0, 0, 0, 0}));
  const std::vector<BandMember> sparse(5, member(QStringLiteral("sparse"), {1, 3}, 2, 2));  // steps 2 and 4
  members.insert(members.end(), sparse.begin(), sparse.end());
  const Band band = bandOf(QStringLiteral("g"), members, 1, 5);
  ASSERT_EQ(band.columns.size(), 5U);
  EXPECT_EQ(band.columns[0].count, 4U) << "before its first value it has none";
  EXPECT_EQ(band.columns[1].last, 1.0F);
  EXPECT_EQ(band.columns[2].last, 2.0F) << "between 1 and 3";
  EXPECT_EQ(band.columns[3].last, 3.0F);
  EXPECT_EQ(band.columns[4].count, 4U) << "and after its last";
}

/// Ten series from 1 to 2, and more.
Band bandWith(std::vector<BandMember> more, qint64 first_step = 1, qint64 last_step = 3) {
  for (int i = 0; i < 10; ++i) {
    const float value = 1 + static_cast<float>(i) / 9;
    more.push_back(member(nameOf(i), {value, value, value}));
  }
  return bandOf(QStringLiteral("g"), more, first_step, last_step);
}

TEST(Band, NothingSticksOutOfValuesThatLieEvenly) { EXPECT_TRUE(bandWith({}).sticking_out.isEmpty()); }

TEST(Band, WhatVanishesSticksOutAsWhatExplodesDoesFarthestFirst) {
  const Band band =
      bandWith({member(QStringLiteral("large"), {1, 1, 30}), member(QStringLiteral("small"), {1, 1, 1e-6F}),
                member(QStringLiteral("a little"), {1, 1, 2.01F})});
  EXPECT_EQ(band.sticking_out, QStringList({QStringLiteral("small"), QStringLiteral("large")}));
}

TEST(Band, OnlyWhatIsInViewSticksOut) {
  const auto spike = member(QStringLiteral("spike"), {90, 1, 1});
  EXPECT_EQ(bandWith({spike}).sticking_out, QStringList({QStringLiteral("spike")}));
  EXPECT_TRUE(bandWith({spike}, 2, 3).sticking_out.isEmpty());
}

TEST(Band, WithValuesThatAreNotPositiveDifferencesCount) {
  const Band band =
      bandWith({member(QStringLiteral("below"), {-40, 1, 1}), member(QStringLiteral("above"), {60, 1, 1})});
  EXPECT_EQ(band.sticking_out, QStringList({QStringLiteral("above"), QStringLiteral("below")}));
}

TEST(Band, WhatIsNotFiniteSticksOutBeforeAllAndIsNoPartOfTheQuantiles) {
  const Band band =
      bandWith({member(QStringLiteral("large"), {1, 1, 1e9F}), member(QStringLiteral("nan"), {1, kNaN, 1})});
  ASSERT_FALSE(band.sticking_out.isEmpty());
  EXPECT_EQ(band.sticking_out[0], QStringLiteral("nan"));
  for (const ChartColumn& each : band.columns) EXPECT_TRUE(std::isfinite(each.last));
}

TEST(Band, AtMostFiveStickOut) {
  std::vector<BandMember> many;
  for (int i = 0; i < 50; ++i) many.push_back(member(nameOf(i), {1}));
  for (int i = 0; i < 9; ++i) many.push_back(member(QStringLiteral("far/%1").arg(i), {100.0F + static_cast<float>(i)}));
  const Band band = bandOf(QStringLiteral("g"), many, 1, 1);
  EXPECT_LE(band.sticking_out.size(), kMostSticking);
}

TEST(Band, NoSeriesAndNoValuesMakeNone) {
  EXPECT_TRUE(bandOf(QStringLiteral("g"), {}, 0, 10).columns.empty());
  const std::vector<BandMember> empty(5, BandMember{QStringLiteral("e"), {}});
  EXPECT_TRUE(bandOf(QStringLiteral("g"), empty, 0, 10).columns.empty());
  const std::vector<BandMember> bad(5, member(QStringLiteral("e"), {kNaN}));
  const Band band = bandOf(QStringLiteral("g"), bad, 0, 10);
  ASSERT_EQ(band.columns.size(), 1U);
  EXPECT_EQ(band.columns[0].count, 0U);
}

}  // namespace
}  // namespace gan::test
