#include "config/network_placement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/run_config.h"
#include "error_of.h"

namespace gan {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(NetworkPlacement, NothingLeavesBothWhereTheProcessComputes) {
  EXPECT_TRUE(NetworkPlacement::parse("").isDefault());
  EXPECT_TRUE(networkPlacement(RunConfig()).isDefault());
}

TEST(NetworkPlacement, GivesEachNetworkADevice) {
  const NetworkPlacement placement = NetworkPlacement::parse("generator=0, discriminator = cuda:1");
  EXPECT_EQ(placement.generator, (std::vector<StagePlace>{{"cuda:0"}}));
  EXPECT_EQ(placement.discriminator, (std::vector<StagePlace>{{"cuda:1"}}));
  EXPECT_THAT(placement.devices(), ElementsAre("cuda:0", "cuda:1"));
}

TEST(NetworkPlacement, CutsBothIntoStages) {
  const NetworkPlacement placement = NetworkPlacement::parse("cpu+cpu");
  EXPECT_EQ(placement.generator, (std::vector<StagePlace>{{"cpu"}, {"cpu"}}));
  EXPECT_EQ(placement.discriminator, placement.generator);
  EXPECT_THAT(placement.devices(), ElementsAre("cpu"));
}

TEST(NetworkPlacement, BeginsStagesWithBlocks) {
  const NetworkPlacement placement = NetworkPlacement::parse("generator=0+blocks.2:1+output_layer:cpu");
  EXPECT_EQ(placement.generator,
            (std::vector<StagePlace>{{"cuda:0"}, {"cuda:1", "blocks.2"}, {"cpu", "output_layer"}}));
  EXPECT_TRUE(placement.discriminator.empty());
}

TEST(NetworkPlacement, IsWrittenAsItIsRead) {
  for (const char* text : {"auto", "generator=0,discriminator=1", "generator=linear:0+blocks.2:cpu"}) {
    EXPECT_EQ(formatPlacement(NetworkPlacement::parse(text)), text);
  }
  EXPECT_EQ(formatPlacement(NetworkPlacement::parse("0+1")), "generator=0+1,discriminator=0+1");
}

Error refused(const std::string& text) {
  return errorOf([&] { NetworkPlacement::parse(text); });
}

TEST(NetworkPlacement, WhatCannotBeReadIsNamed) {
  EXPECT_EQ(refused("gpu0").id(), "config_bad_placement");
  EXPECT_THAT(refused("gpu0").message(), HasSubstr("\"gpu0\" is no device"));
  EXPECT_THAT(refused("0+").message(), HasSubstr("is no device"));
  EXPECT_THAT(refused("encoder=0").message(), HasSubstr("names neither generator= nor discriminator="));
  EXPECT_THAT(refused("generator=0,generator=1").message(), HasSubstr("generator is named twice"));
  EXPECT_THAT(refused("linear:0+blocks.2:1").message(), HasSubstr("say whose these are"));
  EXPECT_THAT(refused("generator=0+blocks.1:1+0").message(), HasSubstr("and others do not"));
  EXPECT_THAT(refused("generator=:0").message(), HasSubstr("no block's name"));
}

Error conflict(std::initializer_list<const char*> settings) {
  RunConfig config;
  for (const char* setting : settings) config.applyOverride(setting);
  return errorOf([&] { checkConsistency(config); });
}

TEST(NetworkPlacement, ACapturedGraphIsOfOneDevice) {
  EXPECT_THAT(conflict({"training.cuda_graph=true", "distributed.placement=0+1"}).message(),
              AllOf(HasSubstr("training.cuda_graph"), HasSubstr("a captured graph is of one device")));
}

TEST(NetworkPlacement, SixteenBitsAreOfOneKindOfDevice) {
  EXPECT_THAT(conflict({"training.precision=float16", "distributed.placement=generator=0,discriminator=cpu"}).message(),
              HasSubstr("16 bits are of one kind of device"));
}

}  // namespace
}  // namespace gan
