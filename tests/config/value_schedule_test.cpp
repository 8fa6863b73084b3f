#include "config/value_schedule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/expect_error.h"

namespace gan {
namespace {

ValueSchedule parse(std::string_view text) { return ValueSchedule::parse("optimizer.generator.schedule", text); }

TEST(ValueSchedule, IsConstantWithoutAWord) {
  for (const char* text : {"", "  ", "constant"}) {
    EXPECT_TRUE(parse(text).isConstant());
    EXPECT_EQ(parse(text).share(12345), 1);
  }
}

TEST(ValueSchedule, WarmsUpInEqualStepsToAllOfTheValue) {
  const ValueSchedule schedule = parse("warmup 4");
  EXPECT_DOUBLE_EQ(schedule.share(0), 0.25);
  EXPECT_DOUBLE_EQ(schedule.share(2), 0.75);
  EXPECT_DOUBLE_EQ(schedule.share(3), 1);
  EXPECT_DOUBLE_EQ(schedule.share(100), 1);
}

TEST(ValueSchedule, FallsAlongALineAndStays) {
  const ValueSchedule schedule = parse("linear 10 to 0.5");
  EXPECT_DOUBLE_EQ(schedule.share(0), 1);
  EXPECT_DOUBLE_EQ(schedule.share(4), 0.8);
  EXPECT_DOUBLE_EQ(schedule.share(10), 0.5);
  EXPECT_DOUBLE_EQ(schedule.share(1000), 0.5);
  EXPECT_DOUBLE_EQ(parse("linear 10").share(10), 0);
}

TEST(ValueSchedule, FallsAlongHalfAWaveFromTheEndOfItsWarmUp) {
  const ValueSchedule schedule = parse("warmup 5,cosine 25 to 0.1");
  EXPECT_DOUBLE_EQ(schedule.share(1), 0.4);
  EXPECT_DOUBLE_EQ(schedule.share(5), 1);
  EXPECT_DOUBLE_EQ(schedule.share(10), 0.1 + 0.9 * (1 + std::cos(std::numbers::pi / 4)) / 2);
  EXPECT_DOUBLE_EQ(schedule.share(15), 0.55);
  EXPECT_DOUBLE_EQ(schedule.share(25), 0.1);
  EXPECT_DOUBLE_EQ(schedule.share(26), 0.1);
}

TEST(ValueSchedule, FallsInSteps) {
  const ValueSchedule schedule = parse("step 30 by 0.5");
  EXPECT_EQ(schedule.share(29), 1);
  EXPECT_EQ(schedule.share(30), 0.5);
  EXPECT_EQ(schedule.share(90), 0.125);
  EXPECT_DOUBLE_EQ(parse("step 30").share(30), 0.1);
  EXPECT_EQ(parse("step 1e3 by 2").share(1000), 2) << "may grow, too";
}

class BadSchedules : public ::testing::TestWithParam<const char*> {};

TEST_P(BadSchedules, AreRefusedByTheSettingsNameWithWhatCanBeWritten) {
  const auto error = expectError(ErrorCode::kInvalidArgument, "schedule_bad", [] { parse(GetParam()); });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message().find("optimizer.generator.schedule"), std::string::npos) << error->message();
  EXPECT_NE(error->message().find("cosine 10000 to 0.1"), std::string::npos) << error->message();
}

INSTANTIATE_TEST_SUITE_P(All, BadSchedules,
                         ::testing::Values("cosine", "cosine x", "cosine 0", "cosine -5", "cosine 2.5",
                                           "cosine 10 by 1", "cosine 10 to", "cosine 10 to -1", "cosine 10 to nan",
                                           "cosine 10 to 0 0", "step 10 to 0.5", "warmup", "warmup 5, warmup 5",
                                           "warmup 50, cosine 20", "cosine 10, step 5", "warmup 5,", ",", "sine 10",
                                           "linear 1e99", "constant, constant", "constant 5"));

}  // namespace
}  // namespace gan
