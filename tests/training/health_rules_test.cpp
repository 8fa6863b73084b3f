#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "config/preset.h"
#include "training/gan_update.h"
#include "training/rules.h"

namespace gan {
namespace {

using Values = std::map<std::string, double>;

/// What cross-entropy has of a discriminator that says so of real and of generated images, and of its generator.
Values contest(double real, double fake) {
  return {{"loss/d", -std::log(real) - std::log(1 - fake)},
          {"loss/g", -std::log(fake)},
          {"score/d_real", real},
          {"score/d_fake_before", fake},
          {"gradient_norm/d", 1},
          {"gradient_norm/g", 1}};
}

const Values kEven = contest(0.6, 0.4);

/// Rules that have seen so many steps of a training.
class Health : public testing::Test {
 protected:
  Health() {
    options_.discriminator = LossBounds{.chance = 2 * std::numbers::ln2, .least = 0};
    options_.rates = {{"generator", 4e-4}, {"discriminator", 2e-4}};
    options_.first_steps = 0;
  }

  /// What is told in the course of so many steps.
  std::vector<Alert> train(const Values& values, int steps) {
    std::vector<std::string> names;
    for (const auto& [name, value] : values) names.push_back(name);
    const auto series = std::make_shared<const SeriesList>(names);
    std::vector<Alert> told;
    for (int i = 0; i < steps; ++i) {
      StepRecord record = blankRecord(series, ++step_);
      for (const auto& [name, value] : values) record.at(name) = value;
      for (Alert& alert : rules_.check(record, options_)) {
        told.push_back(std::move(alert));
        told_at_.push_back(step_);
      }
    }
    return told;
  }
  static std::vector<std::string> ids(const std::vector<Alert>& alerts) {
    std::vector<std::string> ids;
    for (const Alert& alert : alerts) ids.push_back(alert.message.id);
    return ids;
  }
  using Ids = std::vector<std::string>;

  HealthOptions options_;
  Rules rules_;
  std::int64_t step_ = 0;
  std::vector<std::int64_t> told_at_;
};

TEST_F(Health, OfTheFirstStepsIsNotJudgedByLossesAndScores) {
  options_.first_steps = 200;
  EXPECT_EQ(ids(train(contest(1 - 1e-9, 1e-9), 199)), Ids{});
  const std::vector<Alert> told = train(contest(1 - 1e-9, 1e-9), 1);
  ASSERT_EQ(ids(told), (Ids{"discriminator_wins"}));
  EXPECT_EQ(told.front().since_step, 1) << "a checkpoint from within the trouble is no way back";
}

TEST_F(Health, OfExchangedLabelsIsASymmetricGame) {
  options_.labels_exchanged = true;
  EXPECT_EQ(ids(train(kEven, 60)), (Ids{"discriminator_beaten"}));
  step_ = 0;
  rules_.restart();
  EXPECT_EQ(ids(train(contest(0.4, 0.6), 300)), Ids{});
}

TEST_F(Health, SaysNothingOfAnEvenContest) {
  EXPECT_EQ(ids(train(kEven, 500)), Ids{});
  EXPECT_FALSE(rules_.troubledSince());
}

TEST_F(Health, ADiscriminatorThatWinsIsToldAfterThreeQuartersOfTheWindowWithItsFirstStep) {
  train(kEven, 300);
  const std::vector<Alert> told = train(contest(0.995, 0.005), 200);  // 0.010 of 1.386: 0.7 %
  ASSERT_EQ(ids(told), Ids{"discriminator_wins"});
  EXPECT_EQ(told_at_, std::vector<std::int64_t>{330});
  const Alert& alert = told.front();
  EXPECT_EQ(alert.rule, "contest");
  EXPECT_EQ(alert.since_step, 301);
  EXPECT_EQ(alert.remedy, (std::vector<Assignment>{{"optimizer.discriminator.learning_rate", 1e-4}}));
  EXPECT_EQ(alert.actions, (Ids{"halve", "rollback", "stop", "ignore"}));
  EXPECT_NE(alert.message.english().find("since step 301"), std::string::npos) << alert.message.english();
  EXPECT_EQ(rules_.troubledSince(), 301);
}

TEST_F(Health, WhatIsOverCanBeToldAgain) {
  train(kEven, 300);
  EXPECT_EQ(ids(train(contest(0.995, 0.005), 100)), Ids{"discriminator_wins"});
  EXPECT_EQ(ids(train(kEven, 100)), Ids{"contest_over"});
  EXPECT_FALSE(rules_.troubledSince());
  EXPECT_EQ(ids(train(contest(0.995, 0.005), 100)), Ids{"discriminator_wins"});
}

TEST_F(Health, ADiscriminatorIsBeatenByExchangedLabels) {
  train(kEven, 300);
  const std::vector<Alert> told = train(contest(0.2, 0.8), 100);
  ASSERT_EQ(ids(told), Ids{"discriminator_beaten"});
  EXPECT_EQ(told.front().remedy, (std::vector<Assignment>{{"optimizer.generator.learning_rate", 2e-4}}));
}

TEST_F(Health, WhoWinsIsNotToldWhereALossHasNoLeast) {
  options_.discriminator.reset();
  train(kEven, 300);
  EXPECT_EQ(ids(train(contest(0.995, 0.005), 100)), Ids{});
}

TEST_F(Health, ALossThatLeavesItsHistoryIsToldWithWhatItWas) {
  Values values = kEven;  // loss/g is 0.92, and what counts is 8 times the 1.386 of chance: 11.09
  train(values, 300);
  values["loss/g"] = 11;
  EXPECT_EQ(ids(train(values, 100)), Ids{});
  values["loss/g"] = 88.1;  // 8 times what it was meanwhile
  const std::vector<Alert> told = train(values, 100);
  ASSERT_EQ(ids(told), Ids{"loss_left_history"});
  EXPECT_NE(told.front().message.english().find("was 11 at most"), std::string::npos) << told.front().message.english();
}

TEST_F(Health, ALossBeyondAllBoundsNeedsNoHistory) {
  Values values = kEven;
  values["loss/g"] = 73'000;
  const std::vector<Alert> told = train(values, 30);
  ASSERT_EQ(ids(told), Ids{"loss_beyond_bounds"});
  EXPECT_EQ(told_at_.front(), 30);
  EXPECT_EQ(told.front().since_step, 1);
  EXPECT_EQ(told.front().remedy.size(), 2U);
}

TEST_F(Health, GradientsThatExplodeOrVanishAreToldAgainstWhatIsUsual) {
  train(kEven, 300);
  Values values = kEven;
  values["gradient_norm/g"] = 99;
  EXPECT_EQ(ids(train(values, 40)), Ids{});
  step_ = 0;
  rules_ = Rules();
  train(kEven, 300);
  values["gradient_norm/g"] = 101;
  EXPECT_EQ(ids(train(values, 40)), Ids{"gradients_explode"});
  EXPECT_EQ(ids(train(kEven, 100)), Ids{"series_back"});
  values["gradient_norm/g"] = 0.9e-4;
  const std::vector<Alert> told = train(values, 40);
  ASSERT_EQ(ids(told), Ids{"gradients_vanish"});
  EXPECT_EQ(told.front().remedy, (std::vector<Assignment>{{"optimizer.discriminator.learning_rate", 1e-4}}));
}

TEST_F(Health, GradientsThatAreNothingNeedNoHistoryAndThoseThatWereNotMeasuredSayNothing) {
  Values values = kEven;
  values["gradient_norm/d"] = kMissing;
  EXPECT_EQ(ids(train(values, 100)), Ids{});
  values["gradient_norm/d"] = 0;
  const std::vector<Alert> told = train(values, 40);
  ASSERT_EQ(ids(told), Ids{"gradients_vanish"});
  const std::string sentence = told.front().message.english();
  EXPECT_EQ(sentence.find("before"), std::string::npos) << "nobody knows what it was: " << sentence;
  EXPECT_EQ(sentence.find('{'), std::string::npos) << sentence;
}

TEST_F(Health, ATroubleOfWeightsThatWereGivenUpIsForgottenAndWhatWasUsualIsNot) {
  train(kEven, 300);
  Values values = kEven;
  values["gradient_norm/g"] = 1000;
  train(values, 100);
  rules_.restart();
  EXPECT_FALSE(rules_.troubledSince());
  EXPECT_EQ(ids(train(values, 40)), Ids{"gradients_explode"});
}

TEST_F(Health, EachThresholdCanBeSwitchedOff) {
  options_.d_wins_share = options_.d_beaten_by = options_.loss_ratio = options_.loss_limit = 0;
  options_.gradients_explode = options_.gradients_vanish = 0;
  train(kEven, 300);
  Values values = contest(0.001, 0.999);
  values["loss/g"] = 1e6;
  values["gradient_norm/g"] = 1e6;
  values["gradient_norm/d"] = 0;
  EXPECT_EQ(ids(train(values, 200)), Ids{});
  EXPECT_EQ(ids(train(contest(0.9999, 0.0001), 200)), Ids{});
}

double chanceOf(const std::vector<std::string>& settings) {
  RunConfig config = configFromPreset("simple-gan");
  for (const std::string& setting : settings) config.applyOverride(setting);
  const auto bounds = healthOptions(config).discriminator;
  return bounds ? bounds->chance : -1;
}

TEST(HealthOptions, KnowWhatADiscriminatorHasThatTellsNothingApart) {
  const std::string sum = "objective.discriminator_total=sum";
  const double ln2 = std::numbers::ln2;
  EXPECT_NEAR(chanceOf({sum}), 2 * ln2, 1e-6);
  EXPECT_NEAR(chanceOf({"objective.discriminator_total=mean"}), ln2, 1e-6);
  EXPECT_NEAR(chanceOf({sum, "objective.loss=hinge"}), 2, 1e-6);
  EXPECT_NEAR(chanceOf({sum, "objective.loss=least_squares"}), 0.5, 1e-6);  // (0 - 1)^2 / 2 of real ones alone
  EXPECT_NEAR(chanceOf({"objective.loss=relativistic"}), ln2, 1e-6);
  EXPECT_EQ(chanceOf({"objective.loss=wasserstein"}), -1);
  EXPECT_EQ(chanceOf({"objective.real_label=0.5", "objective.fake_label=0.5"}), -1);
}

TEST(HealthOptions, KnowTheLeastThatSmoothedLabelsLeave) {
  RunConfig config = configFromPreset("simple-gan");
  config.applyOverride("objective.discriminator_total=sum");
  config.applyOverride("objective.real_label=0.9");
  // The entropy of 0.9: -0.9 ln 0.9 - 0.1 ln 0.1.
  EXPECT_NEAR(healthOptions(config).discriminator.value().least, 0.3250829733914482, 1e-5);
}

}  // namespace
}  // namespace gan
