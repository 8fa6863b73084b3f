#include <gtest/gtest.h>

#include "fake_run.h"
#include "loss_chart/chart_axes.h"

namespace gan::test {
namespace {

TEST(XScale, OfStepsIsTheStepItself) {
  const XScale scale(ChartAxis::kStep, {column(10, 1), column(20, 1)}, 0);
  EXPECT_EQ(scale.at(15), 15);
  EXPECT_EQ(scale.stepAt(15), 15);
}

TEST(XScale, OfStepsSinceOneCountsFromIt) {
  const XScale scale(qint64{300});
  EXPECT_EQ(scale.at(100), -200);
  EXPECT_EQ(scale.stepAt(-200), 100);
}

TEST(XScale, InterpolatesAndExtendsEpochs) {
  const XScale scale(ChartAxis::kEpoch, {column(100, 1), column(200, 1), column(400, 1)}, 0);
  EXPECT_DOUBLE_EQ(scale.at(150), 1.5);
  EXPECT_DOUBLE_EQ(scale.at(50), 0.5);
  EXPECT_DOUBLE_EQ(scale.at(500), 5.0);
}

TEST(XScale, FindsTheStepOfEveryPlaceOnTheAxis) {
  ChartColumns columns = {column(1, 1), column(10, 1), column(11, 1), column(50, 1)};
  columns[2].unix_seconds = kStartSeconds + 1000;  // a pause
  columns[3].unix_seconds = kStartSeconds + 1010;
  const XScale scale(ChartAxis::kTime, columns, kStartSeconds);
  for (double step = -20; step < 100; step += 0.7) EXPECT_NEAR(scale.stepAt(scale.at(step)), step, 1e-6);
  EXPECT_DOUBLE_EQ(scale.at(11), 1000);
}

TEST(XScale, StaysIncreasingWhenAClockIsSetBack) {
  ChartColumns columns = {column(1, 1), column(2, 1), column(3, 1), column(4, 1)};
  columns[2].unix_seconds = kStartSeconds - 500;
  const XScale scale(ChartAxis::kTime, columns, kStartSeconds);
  EXPECT_LT(scale.at(2), scale.at(3));
  EXPECT_LT(scale.at(3), scale.at(4));
}

TEST(XScale, OfASingleColumnCanBeInverted) {
  const XScale scale(ChartAxis::kTime, {column(5, 1)}, kStartSeconds);
  EXPECT_DOUBLE_EQ(scale.stepAt(scale.at(7)), 7);
}

}  // namespace
}  // namespace gan::test
