#include "training/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "training/gan_update.h"

namespace gan {
namespace {

StepRecord healthy() {
  using namespace gan_series;
  std::vector<std::string> names;
  for (const std::string_view name : {kLossReal, kLossFake, kLossDiscriminator, kScoreReal, kScoreFakeBefore,
                                      kNormDiscriminator, kLossGenerator, kScoreFakeAfter, kNormGenerator}) {
    names.emplace_back(name);
  }
  StepRecord record = blankRecord(std::make_shared<const SeriesList>(names), 12);
  std::ranges::fill(record.values, 0.5F);
  return record;
}

TEST(Rules, AreSilentOnFiniteValues) { EXPECT_TRUE(Rules().check(healthy(), {}).empty()); }

class NotFinite : public ::testing::TestWithParam<std::string_view> {};

TEST_P(NotFinite, IsReportedWithSeriesAndStep) {
  for (const float value : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    StepRecord record = healthy();
    record.at(GetParam()) = value;
    const std::vector<Alert> told = Rules().check(record, {});
    ASSERT_EQ(told.size(), 1U);
    const Alert* const alert = &told.front();
    EXPECT_EQ(alert->rule, "nan");
    EXPECT_EQ(alert->severity, Severity::kError);
    const std::string name(GetParam());
    const std::string sentence = alert->message.english();
    EXPECT_NE(sentence.find(name), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("step 12"), std::string::npos) << sentence;
  }
}

INSTANTIATE_TEST_SUITE_P(LossesAndGradients, NotFinite,
                         ::testing::Values(gan_series::kLossReal, gan_series::kLossFake, gan_series::kLossDiscriminator,
                                           gan_series::kLossGenerator, gan_series::kNormGenerator,
                                           gan_series::kNormDiscriminator));

TEST(Series, HaveTheNamesThatTheProjectFixed) {
  const std::vector<std::string> names = healthy().series->names();
  for (const char* name :
       {"loss/d_real", "loss/d_fake", "loss/d", "loss/g", "score/d_real", "score/d_fake_before", "score/d_fake_after",
        "gradient_norm/g", "gradient_norm/d", "speed/images_per_second", "time/data_ms", "time/step_ms"}) {
    EXPECT_EQ(std::ranges::count(names, name), 1) << name;
  }
}

}  // namespace
}  // namespace gan
