#include "config/risky_change.h"

#include <gtest/gtest.h>

#include "config/preset.h"

namespace gan {
namespace {

std::string riskOfSetting(const std::string& setting, const std::string& before = "health.risky_factor=5") {
  RunConfig config = configFromPreset("simple-gan");
  config.applyOverride("regulariser.r1.weight=1");
  config.applyOverride(before);
  RunConfig after = config;
  after.applyOverride(setting);
  const auto risk = riskOf(config, after, 1200);
  return risk ? risk->id : "";
}

TEST(RiskyChange, IsARateOrAWeightThatBecomesManyTimesAsLarge) {
  EXPECT_EQ(riskOfSetting("optimizer.generator.learning_rate=1"), "risky_factor");
  EXPECT_EQ(riskOfSetting("optimizer.discriminator.learning_rate=1e-3"), "risky_factor");  // 5 times 2e-4
  EXPECT_EQ(riskOfSetting("regulariser.r1.weight=5"), "risky_factor");
  EXPECT_EQ(riskOfSetting("optimizer.discriminator.learning_rate=9.9e-4"), "");
  EXPECT_EQ(riskOfSetting("optimizer.discriminator.learning_rate=1e-6"), "");
  EXPECT_EQ(riskOfSetting("sampling.interval_steps=100000"), "");
}

TEST(RiskyChange, AreLabelsThatAreExchangedAndNotSuchAsAreExchangedBack) {
  EXPECT_EQ(riskOfSetting("objective.real_label=0", "objective.fake_label=0.1"), "risky_labels");
  EXPECT_EQ(riskOfSetting("objective.real_label=0.9"), "");
}

TEST(RiskyChange, NamesSettingValuesAndCheckpoint) {
  const RunConfig before = configFromPreset("simple-gan");
  RunConfig after = before;
  after.applyOverride("optimizer.generator.learning_rate=1");
  EXPECT_EQ(riskOf(before, after, 1200)->english(),
            "optimizer.generator.learning_rate goes from 2e-4 to 1: the checkpoint of step 1,200 stays as the way "
            "back.");
}

TEST(RiskyChange, IsNoneWithoutAFactor) {
  EXPECT_EQ(riskOfSetting("optimizer.generator.learning_rate=1", "health.risky_factor=0"), "");
}

}  // namespace
}  // namespace gan
