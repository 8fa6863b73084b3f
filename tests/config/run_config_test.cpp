#include "config/run_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/error_of.h"

namespace gan {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(RunConfig, BeginsWithTheDefaults) {
  const RunConfig config;
  EXPECT_TRUE(config.changed().empty());
  EXPECT_EQ(config.real("optimizer.generator.learning_rate"), 2e-4);
  EXPECT_EQ(config.integer("data.batch_size"), 64);
  EXPECT_EQ(config.text("model.architecture"), "dcgan");
  EXPECT_TRUE(config.flag("ema.enabled"));
}

TEST(RunConfig, AppliesOverridesAndListsWhatChanged) {
  RunConfig config;
  config.applyOverride("data.batch_size=1_28");
  config.applyOverride("data.path=/a=b");
  EXPECT_THAT(config.changed(), ElementsAre(Pair("data.batch_size", Value(std::int64_t{128})),
                                            Pair("data.path", Value(std::string("/a=b")))));
  EXPECT_NE(config, RunConfig());
  config.applyOverride("data.batch_size=64");
  config.applyOverride("data.path=");
  EXPECT_EQ(config, RunConfig());
}

TEST(RunConfig, KeepsItsValueWhenANewOneIsRefused) {
  RunConfig config;
  EXPECT_EQ(errorOf([&] { config.setText("data.batch_size", "0"); }).id(), "config_out_of_range");
  EXPECT_EQ(errorOf([&] { config.set("data.batch_size", std::string("8")); }).id(), "config_wrong_type");
  EXPECT_EQ(errorOf([&] { config.applyOverride("data.batch_size"); }).id(), "config_bad_override");
  EXPECT_EQ(errorOf([&] { config.applyOverride("=1"); }).id(), "config_unknown_key");
  EXPECT_EQ(config, RunConfig());
}

TEST(RunConfig, ReadingUnderAWrongNameOrTypeIsADefect) {
  const RunConfig config;
  EXPECT_EQ(errorOf([&] { config.integer("data.batchsize"); }).code(), ErrorCode::kInternal);
  EXPECT_EQ(errorOf([&] { config.real("data.batch_size"); }).code(), ErrorCode::kInternal);
}

TEST(Overrides, PutBackWhatTheyLeaveWithoutAMeaningButRefuseWhatTheyAskForInVain) {
  RunConfig config;
  config.setText("objective.real_label", "0.9");
  config.setText("objective.fake_label", "0.1");
  const std::vector<std::string> other_loss = {"objective.loss=hinge"};
  config.applyOverrides(other_loss);
  EXPECT_EQ(config.real("objective.real_label"), 1);
  EXPECT_EQ(config.real("objective.fake_label"), 0);
  checkConsistency(config);

  const std::vector<std::string> in_vain = {"objective.loss=hinge", "objective.real_label=0.8"};
  config.applyOverrides(in_vain);
  EXPECT_EQ(config.real("objective.real_label"), 0.8);
  EXPECT_EQ(errorOf([&] { checkConsistency(config); }).id(), "config_conflict");
}

}  // namespace
}  // namespace gan
