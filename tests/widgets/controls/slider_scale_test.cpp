#include <gtest/gtest.h>

#include <cmath>

#include "controls/numbers.h"
#include "some_settings.h"

namespace gan {
namespace {

constexpr int kEnd = SliderScale::kPositions;

TEST(SliderScale, OfALearningRateCoversTheDecadesThatPeopleUse) {
  const SliderScale scale(test::learningRate());
  EXPECT_DOUBLE_EQ(scale.value(0), 1e-6);
  EXPECT_DOUBLE_EQ(scale.value(kEnd), 1e-1);
}

TEST(SliderScale, OfALearningRateGivesEachDecadeTheSameRoom) {
  const SliderScale scale(test::learningRate());
  for (int decade = 0; decade <= 5; ++decade) {
    EXPECT_NEAR(scale.position(std::pow(10, decade - 6)), decade * kEnd / 5.0, 1);
  }
}

TEST(SliderScale, HoldsAValueOutsideAtItsEnd) {
  const SliderScale scale(test::learningRate());
  EXPECT_EQ(scale.position(1e-8), 0);
  EXPECT_EQ(scale.position(1), kEnd);
}

TEST(SliderScale, YieldsRoundNumbersThatComeBackToTheSamePlace) {
  for (const Setting& setting : {test::learningRate(), test::truncation()}) {
    const SliderScale scale(setting);
    for (int position = 0; position <= kEnd; position += 7) {
      const double value = scale.value(position);
      EXPECT_LE(QString::number(value, 'g', 12).remove(QLatin1Char('.')).size(), 6) << value;
      // Two digits: a step in the second one at the start of a decade is 4 % of it.
      EXPECT_NEAR(scale.position(value), position, kEnd * 0.01) << value;
    }
  }
}

TEST(SliderScale, OfATruncationIsLinear) {
  const SliderScale scale(test::truncation());
  EXPECT_DOUBLE_EQ(scale.value(0), 0);
  EXPECT_DOUBLE_EQ(scale.value(kEnd / 4), 2.5);
  EXPECT_DOUBLE_EQ(scale.value(kEnd), 10);
}

TEST(SliderScale, OfADecayIsLogarithmicInTheDistanceToOne) {
  const SliderScale scale(test::number("ema.decay", "EMA decay", 0.999, 0, 0.999999));
  EXPECT_DOUBLE_EQ(scale.value(0), 0);
  EXPECT_DOUBLE_EQ(scale.value(kEnd / 6 * 3 + 2), 0.999);
  EXPECT_DOUBLE_EQ(scale.value(kEnd), 0.999999);
  EXPECT_NEAR(scale.position(0.99) - scale.position(0.9), scale.position(0.9999) - scale.position(0.999), 1);
}

TEST(SliderScale, StepsALearningRateByItsLeadingDigit) {
  const SliderScale scale(test::learningRate());
  EXPECT_DOUBLE_EQ(scale.stepped(2e-4, 1), 3e-4);
  EXPECT_DOUBLE_EQ(scale.stepped(9e-4, 1), 1e-3);
  EXPECT_DOUBLE_EQ(scale.stepped(1e-3, -1), 9e-4);
  EXPECT_DOUBLE_EQ(scale.stepped(2.3e-4, 1), 3e-4);
  EXPECT_DOUBLE_EQ(scale.stepped(2.3e-4, -1), 2e-4);
  EXPECT_DOUBLE_EQ(scale.stepped(1, 1), 1);
  EXPECT_DOUBLE_EQ(scale.stepped(1e-8, -1), 1e-8);
}

TEST(SliderScale, StepsALinearSettingByOnePercentOfItsRange) {
  const SliderScale scale(test::truncation());
  EXPECT_DOUBLE_EQ(scale.stepped(2, 1), 2.1);
  EXPECT_DOUBLE_EQ(scale.stepped(2, -10), 1);
  EXPECT_DOUBLE_EQ(scale.stepped(0.05, -1), 0);
  EXPECT_DOUBLE_EQ(scale.stepped(10, 1), 10);
}

TEST(SliderScale, StepsADecayByTheLeadingDigitOfItsDistanceToOne) {
  const SliderScale scale(test::number("ema.decay", "EMA decay", 0.999, 0, 0.999999));
  EXPECT_DOUBLE_EQ(scale.stepped(0.999, 1), 0.9991);
  EXPECT_DOUBLE_EQ(scale.stepped(0.999, -1), 0.998);
}

}  // namespace
}  // namespace gan
