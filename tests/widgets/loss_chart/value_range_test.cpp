#include <gtest/gtest.h>

#include <array>

#include "fake_run.h"
#include "loss_chart/chart_axes.h"

namespace gan::test {
namespace {

ValueRange rangeOf(const ChartColumns& columns, ValueRangeOptions options = {}) {
  const std::array curves = {&columns};
  return valueRangeOf(curves, 0, 1e9, options);
}

TEST(ValueRange, HoldsAllValuesWithFivePercentOfAir) {
  const ValueRange range = rangeOf({column(1, 2), column(2, 4), column(3, 3)});
  EXPECT_DOUBLE_EQ(range.low, 1.9);
  EXPECT_DOUBLE_EQ(range.high, 4.1);
}

TEST(ValueRange, IsOfWhatIsInView) {
  const ChartColumns columns = {column(1, 100), column(2, 1), column(3, 2), column(4, 100)};
  const std::array curves = {&columns};
  EXPECT_LT(valueRangeOf(curves, 2, 3, {}).high, 3);
}

TEST(ValueRange, WithoutOutliersASpikeDoesNotFlattenTheRest) {
  ChartColumns columns;
  for (qint64 step = 1; step <= 1000; ++step) columns.push_back(column(step, static_cast<float>(step % 10)));
  columns[500] = column(501, 1e6F);
  EXPECT_GT(rangeOf(columns).high, 1e6);
  EXPECT_LT(rangeOf(columns, {.logarithmic = false, .ignores_outliers = true}).high, 12);
}

TEST(ValueRange, IsLogarithmicOnlyWhereAllValuesArePositive) {
  const ValueRangeOptions log{.logarithmic = true, .ignores_outliers = false};
  EXPECT_TRUE(rangeOf({column(1, 0.01F), column(2, 100)}, log).is_log);
  EXPECT_NEAR(rangeOf({column(1, 0.01F), column(2, 100)}, log).low, -2.2, 1e-6);
  EXPECT_FALSE(rangeOf({column(1, 0), column(2, 100)}, log).is_log);
  EXPECT_FALSE(rangeOf({column(1, -1), column(2, 100)}, log).is_log);
}

TEST(ValueRange, AConstantLiesInTheMiddle) {
  for (const float value : {0.0F, 5.0F, -5.0F, 3e38F}) {
    const ValueRange range = rangeOf({column(1, value), column(2, value)});
    EXPECT_LT(range.low, value);
    EXPECT_GT(range.high, value);
    EXPECT_NEAR((range.low + range.high) / 2, value, std::abs(value) * 1e-6 + 1e-9);
  }
}

TEST(ValueRange, OfValuesThatAreNotFiniteThereIsNone) {
  EXPECT_FALSE(rangeOf({column(1, NAN), column(2, INFINITY)}).has_values);
}

}  // namespace
}  // namespace gan::test
