#include "run/series.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "core/error.h"
#include "support/expect_error.h"

namespace gan {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

using Values = Series::Values;

Series seriesOf(const Values& data) {
  Series series;
  series.append(data.steps, data.values);
  return series;
}

/// Where a series reads its values again, as it would from a file.
struct Archive {
  Values data;
  std::size_t values_read = 0;
  bool broken = false;
  SumsFile sums{};

  Series series() {
    const auto read_again = [this](StepRange range, std::span<float> values) {
      if (broken) throw Error(ErrorCode::kDataLoss, "archive_broken", "The disk went away.");
      const auto first = std::ranges::lower_bound(data.steps, range.first) - data.steps.begin();
      const auto last = std::ranges::upper_bound(data.steps, range.last) - data.steps.begin();
      ASSERT_EQ(static_cast<std::size_t>(last - first), values.size());
      std::copy(data.values.begin() + first, data.values.begin() + last, values.begin());
      values_read += values.size();
    };
    Series series(read_again, sums);
    series.append(data.steps, data.values);
    return series;
  }
};

/// A curve with gaps and irregular spacing now and then, and every ninth value not finite in one stretch.
Values randomCurve(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> noise;
  Values data;
  std::int64_t step = 10;
  for (std::size_t i = 0; i < count; ++i) {
    const bool irregular = i % 1000 > 900;
    step += irregular ? 1 + random() % 7 : 5;
    if (i % 3000 == 2999) step += 20'000;
    float value = noise(random);
    if (i % 4000 > 3500 && i % 9 == 0) value = i % 2 == 0 ? kNan : kInfinity;
    if (i >= 1000 && i < 1100) value = kNan;
    data.steps.push_back(step);
    data.values.push_back(value);
  }
  return data;
}

Column columnOf(const Values& data, std::size_t begin, std::size_t end) {
  Column column;
  column.first_step = data.steps[begin];
  column.last_step = data.steps[end - 1];
  for (std::size_t i = begin; i < end; ++i) {
    const float value = data.values[i];
    if (!std::isfinite(value)) {
      ++column.not_finite;
      continue;
    }
    if (column.count == 0) column.min = column.max = column.first = value;
    column.min = std::min(column.min, value);
    column.max = std::max(column.max, value);
    column.last = value;
    ++column.count;
  }
  return column;
}

/// What query() promises, value by value.
std::vector<Column> queryByHand(const Values& data, StepRange range, std::size_t columns) {
  const auto begin = static_cast<std::size_t>(std::ranges::lower_bound(data.steps, range.first) - data.steps.begin());
  const auto end = static_cast<std::size_t>(std::ranges::upper_bound(data.steps, range.last) - data.steps.begin());
  std::vector<Column> result;
  if (begin >= end) return result;
  const std::int64_t first = std::max(range.first, data.steps.front());
  const std::int64_t span = std::min(range.last, data.steps.back()) - first + 1;
  const auto count = static_cast<std::int64_t>(columns);
  const auto bucket = [&](std::size_t i) {
    if (end - begin <= columns) return static_cast<std::int64_t>(i);
    const std::size_t group = std::max(begin, i / 256 * 256);
    const std::size_t group_end = std::min(end, (i / 256 + 1) * 256);
    const bool narrow = (data.steps[group_end - 1] - data.steps[group]) * count < span;
    return (data.steps[narrow ? group : i] - first) * count / span;
  };
  for (std::size_t i = begin; i < end;) {
    std::size_t next = i + 1;
    while (next < end && bucket(next) == bucket(i)) ++next;
    result.push_back(columnOf(data, i, next));
    i = next;
  }
  return result;
}

void expectEqual(const std::vector<Column>& found, const std::vector<Column>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    SCOPED_TRACE(i);
    ASSERT_EQ(found[i].first_step, expected[i].first_step);
    ASSERT_EQ(found[i].last_step, expected[i].last_step);
    ASSERT_EQ(found[i].min, expected[i].min);
    ASSERT_EQ(found[i].max, expected[i].max);
    ASSERT_EQ(found[i].first, expected[i].first);
    ASSERT_EQ(found[i].last, expected[i].last);
    ASSERT_EQ(found[i].count, expected[i].count);
    ASSERT_EQ(found[i].not_finite, expected[i].not_finite);
  }
}

/// TensorBoard's classicSmoothing() (tf-dashboard-common), line by line.
std::vector<float> smoothLikeTensorBoard(const std::vector<float>& values, double weight) {
  std::vector<float> smoothed;
  double last = 0;
  int accumulated = 0;
  for (const float value : values) {
    if (!std::isfinite(value)) {
      smoothed.push_back(value);
      continue;
    }
    last = last * weight + (1 - weight) * value;
    ++accumulated;
    smoothed.push_back(static_cast<float>(last / (1 - std::pow(weight, accumulated))));
  }
  return smoothed;
}

void expectSmoothed(const Series& series, const Values& data, double weight) {
  const std::vector<float> expected = smoothLikeTensorBoard(data.values, weight);
  const auto columns = series.query({data.steps.front(), data.steps.back()}, data.steps.size(), {weight});
  ASSERT_EQ(columns.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(columns[i].count, std::isfinite(expected[i]) ? 1U : 0U) << i;
    if (columns[i].count == 1) {
      ASSERT_NEAR(columns[i].first, expected[i], 1e-6 + 1e-6 * std::abs(expected[i])) << i;
    }
  }
}

Values firstValues(Values data, std::size_t count) {
  data.steps.resize(count);
  data.values.resize(count);
  return data;
}

TEST(Series, EveryQueryEqualsGoingThroughAllValues) {
  const Values data = randomCurve(20'000, 1);
  Archive archive{data};
  const Series kept = seriesOf(data);
  const Series read_again = archive.series();
  std::mt19937 random(2);
  for (int trial = 0; trial < 400; ++trial) {
    const Series& series = trial % 3 == 0 ? kept : read_again;
    const auto step = [&] { return static_cast<std::int64_t>(random() % (data.steps.back() + 50)); };
    const StepRange range{step(), step()};
    const std::size_t columns = 1 + random() % (trial % 2 == 0 ? 50 : 3000);
    SCOPED_TRACE(testing::Message() << range.first << ".." << range.last << " in " << columns);
    expectEqual(series.query(range, columns), queryByHand(data, range, columns));
  }
}

TEST(Series, QueriesOfTheWholeRangeTakeAnyBounds) {
  const Values data = randomCurve(5'000, 3);
  const Series series = seriesOf(data);
  constexpr StepRange kAll{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  expectEqual(series.query(kAll, 100), queryByHand(data, {0, data.steps.back()}, 100));
}

TEST(Series, KeepsASpikeNarrowerThanOneColumn) {
  std::vector<std::int64_t> steps(1'000'000);
  std::ranges::generate(steps, [step = std::int64_t{0}]() mutable { return ++step; });
  std::vector<float> loss(steps.size(), 0.7F);
  loss[123'456] = 9.0F;
  loss[654'321] = -3.0F;
  Series series;
  series.append(steps, loss);
  const auto columns = series.query({0, 1'000'000}, 1200);
  ASSERT_EQ(columns.size(), 1200U);
  EXPECT_EQ(std::ranges::max(columns, {}, &Column::max).max, 9.0F);
  EXPECT_EQ(std::ranges::min(columns, {}, &Column::min).min, -3.0F);
}

TEST(Series, ColumnsAreEquallyWideToWithinOneStep) {
  std::vector<std::int64_t> steps(10'007);
  std::ranges::generate(steps, [step = std::int64_t{0}]() mutable { return ++step; });
  Series series;
  series.append(steps, std::vector<float>(steps.size(), 1.0F));
  const auto columns = series.query({1, 10'007}, 1000);
  ASSERT_EQ(columns.size(), 1000U);
  for (const Column& column : columns) EXPECT_THAT(column.count, testing::AnyOf(10U, 11U));
}

TEST(Series, AValueAColumnWhenThereAreEnough) {
  const Series series = seriesOf({{2, 4, 9}, {0.5F, kNan, -1.0F}});
  const auto columns = series.query({3, 20}, 2);
  ASSERT_EQ(columns.size(), 2U);
  EXPECT_EQ(columns[0].first_step, 4);
  EXPECT_EQ(columns[0].count, 0U);
  EXPECT_EQ(columns[0].not_finite, 1U);
  EXPECT_EQ(columns[1].min, -1.0F);
}

TEST(Series, CountsWhatIsNotFiniteAndKeepsItOutOfTheExtremes) {
  const Series series = seriesOf({{1, 2, 3, 4}, {kNan, 2.0F, 1.0F, -kInfinity}});
  const auto columns = series.query({1, 4}, 1);
  ASSERT_EQ(columns.size(), 1U);
  expectEqual(
      columns,
      {{.first_step = 1, .last_step = 4, .min = 1, .max = 2, .first = 2, .last = 1, .count = 2, .not_finite = 2}});
}

TEST(Series, TruncatedAndContinuedItEqualsOneThatNeverHadTheRest) {
  const Values data = randomCurve(20'000, 4);
  const Values other = randomCurve(20'000, 5);
  Series series = seriesOf(data);
  for (const std::size_t kept : {std::size_t{19'999}, std::size_t{8'192}, std::size_t{8'191}, std::size_t{17}}) {
    series.truncate(data.steps[kept - 1]);
    ASSERT_EQ(series.size(), kept);
    Values line = firstValues(data, kept);
    for (std::size_t i = 0; i < 5'000; ++i) {
      line.steps.push_back(data.steps[kept - 1] + other.steps[i]);
      line.values.push_back(other.values[i]);
    }
    series.append(std::span(line.steps).subspan(kept), std::span(line.values).subspan(kept));
    const StepRange range{0, line.steps.back()};
    expectEqual(series.query(range, 333), queryByHand(line, range, 333));
  }
  series.truncate(0);
  EXPECT_EQ(series.size(), 0U);
  EXPECT_EQ(series.lastStep(), std::nullopt);
  EXPECT_TRUE(series.query({0, 100}, 10).empty());
}

TEST(Series, SmoothsAsTensorBoardDoes) {
  const Values data = randomCurve(10'000, 6);
  const Series series = seriesOf(data);
  for (const double weight : {0.6, 0.01, 0.9, 0.999, 0.6}) {
    SCOPED_TRACE(weight);
    expectSmoothed(series, data, weight);
  }
}

TEST(Series, SmoothingGoesOnAsTheCurveGrowsAndIsCut) {
  const Values data = randomCurve(20'000, 7);
  Series series;
  std::size_t size = 0;
  for (const std::size_t next : {1U, 2U, 4'095U, 4'096U, 9'000U, 20'000U}) {
    series.append(std::span(data.steps).subspan(size, next - size), std::span(data.values).subspan(size, next - size));
    size = next;
    expectSmoothed(series, firstValues(data, size), 0.99);
  }
  for (const std::size_t kept : {19'000U, 8'192U, 8'191U, 1U}) {
    series.truncate(data.steps[kept - 1]);
    expectSmoothed(series, firstValues(data, kept), 0.99);
  }
}

TEST(Series, BuildsTheCurvesOfTwoSmoothingsOnceEachThoughTheyAreAskedForInTurn) {
  Archive archive;
  for (std::int64_t step = 1; step <= 50 * 4096; ++step) {
    archive.data.steps.push_back(step);
    archive.data.values.push_back(static_cast<float>(step % 977));
  }
  const Series series = archive.series();
  const auto query = [&](double weight) {
    return series.query({1, 50 * 4096}, 50, {weight}).size();  // whole groups: nothing is read for the columns
  };
  EXPECT_EQ(query(0.9), 50U);
  EXPECT_EQ(query(0.6), 50U);
  const std::size_t read = archive.values_read;
  EXPECT_GE(read, 90U * 4096);  // twice what memory does not hold
  for (int i = 0; i < 5; ++i) {
    query(0.9);
    query(0.6);
  }
  EXPECT_EQ(archive.values_read, read);
}

TEST(Series, ReducesAfterSmoothingOverAllTheData) {
  const Values data = randomCurve(10'000, 8);
  const Series series = seriesOf(data);
  const auto smoothed = smoothLikeTensorBoard(data.values, 0.9);
  const StepRange range{data.steps[4'000], data.steps[8'999]};
  const auto columns = series.query(range, 70, {0.9});
  const auto expected = queryByHand({data.steps, smoothed}, range, 70);
  ASSERT_EQ(columns.size(), expected.size());
  for (std::size_t i = 0; i < columns.size(); ++i) {
    EXPECT_NEAR(columns[i].min, expected[i].min, 1e-6);
    EXPECT_NEAR(columns[i].max, expected[i].max, 1e-6);
    EXPECT_EQ(columns[i].not_finite, expected[i].not_finite);
  }
}

TEST(Series, WhatIsReadAgainAnswersAsIfItWereKept) {
  const Values data = randomCurve(60'000, 10);
  Archive archive{data};
  Series read_again = archive.series();
  Series kept = seriesOf(data);
  for (const std::size_t size : {std::size_t{59'900}, std::size_t{40'960}, std::size_t{33'333}, std::size_t{5}}) {
    for (Series* series : {&read_again, &kept}) series->truncate(data.steps[size - 1]);
    for (Series* series : {&read_again, &kept}) {
      series->append(std::span(data.steps).subspan(size, 20), std::span(data.values).subspan(size, 20));
    }
    ASSERT_EQ(read_again.size(), size + 20);
    for (const double weight : {0.0, 0.9, 0.99}) {
      for (const StepRange range : {StepRange{0, data.steps.back()}, StepRange{data.steps[300], data.steps[30'000]}}) {
        SCOPED_TRACE(testing::Message() << size << " values, weight " << weight);
        expectEqual(read_again.query(range, 700, {weight}), kept.query(range, 700, {weight}));
      }
    }
  }
}

TEST(Series, LookingAtAllOfALongRunReadsNextToNothing) {
  Archive archive;
  for (std::int64_t step = 1; step <= 2'000'000; ++step) {
    archive.data.steps.push_back(step);
    archive.data.values.push_back(static_cast<float>(step % 1000));
  }
  const Series series = archive.series();
  EXPECT_EQ(archive.values_read, 0U);
  const auto columns = series.query({1, 2'000'000}, 1200);
  EXPECT_EQ(columns.size(), 1200U);
  EXPECT_EQ(archive.values_read, 0U);
  EXPECT_EQ(series.query({1'000, 1'990'001}, 1200).size(), 1200U);
  EXPECT_LE(archive.values_read, 2U * 4096);
}

TEST(Series, WhatCannotBeReadAgainIsToldAndChangesNothing) {
  Archive archive{randomCurve(30'000, 11)};
  Series series = archive.series();
  archive.broken = true;
  const StepRange narrow{archive.data.steps[100], archive.data.steps[200]};
  expectError(ErrorCode::kDataLoss, "archive_broken", [&] { series.query(narrow, 1000); });
  expectError(ErrorCode::kDataLoss, "archive_broken", [&] { series.truncate(archive.data.steps[10'000]); });
  archive.broken = false;
  ASSERT_EQ(series.size(), 30'000U);
  expectEqual(series.query(narrow, 1000), queryByHand(archive.data, narrow, 1000));
  series.truncate(archive.data.steps[10'000]);
  EXPECT_EQ(series.size(), 10'001U);
}

TEST(Series, RefusesAWeightOutsideItsRange) {
  const Series series = seriesOf({{1}, {1.0F}});
  for (const double weight : {-0.1, 1.0, static_cast<double>(kNan)}) {
    expectError(ErrorCode::kInvalidArgument, "smoothing_out_of_range", [&] { series.query({0, 9}, 10, {weight}); });
  }
}

TEST(Series, FindsValuesByStep) {
  const Values data = randomCurve(5'000, 9);
  const Series series = seriesOf(data);
  for (std::size_t i = 0; i < data.steps.size(); ++i) {
    const auto found = series.at(data.steps[i]);
    ASSERT_TRUE(found.has_value());
    ASSERT_TRUE(*found == data.values[i] || (std::isnan(*found) && std::isnan(data.values[i])));
    if (i > 0 && data.steps[i] - data.steps[i - 1] > 1) {
      ASSERT_FALSE(series.at(data.steps[i] - 1).has_value());
    }
  }
  EXPECT_FALSE(series.at(data.steps.back() + 1).has_value());
  EXPECT_EQ(series.firstStep(), data.steps.front());
  EXPECT_EQ(series.lastStep(), data.steps.back());
}

TEST(Series, GivesTheFirstRawValuesOfARange) {
  const Series series = seriesOf({{1, 3, 5, 7, 20}, {10, 30, 50, 70, 200}});
  const Values found = series.values({2, 19}, 2);
  EXPECT_THAT(found.steps, testing::ElementsAre(3, 5));
  EXPECT_THAT(found.values, testing::ElementsAre(30, 50));
  EXPECT_THAT(series.values({6, 100}, 10).steps, testing::ElementsAre(7, 20));
  EXPECT_TRUE(series.values({8, 19}, 10).steps.empty());
}

TEST(Series, StepsThatDoNotIncreaseAreRefusedAndChangeNothing) {
  Series series = seriesOf({{1, 2}, {0, 0}});
  const std::vector<std::int64_t> steps{3, 4, 4};
  const std::vector<float> values(3);
  expectError(ErrorCode::kInvalidArgument, "steps_not_increasing", [&] { series.append(steps, values); });
  EXPECT_EQ(series.size(), 2U);
  EXPECT_EQ(series.lastStep(), 2);
}

TEST(Series, TakesTheLargestSteps) {
  constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
  const Series series = seriesOf({{0, 1, kLast - 1, kLast}, {1, 2, 3, 4}});
  const auto columns = series.query({0, kLast}, 2);
  ASSERT_EQ(columns.size(), 2U);
  EXPECT_EQ(columns[0].last_step, 1);
  EXPECT_EQ(columns[1].first_step, kLast - 1);
  EXPECT_EQ(series.at(kLast), 4.0F);
}

}  // namespace
}  // namespace gan
