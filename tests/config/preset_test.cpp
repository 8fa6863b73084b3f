#include "config/preset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/error_of.h"
#include "config/yaml.h"

namespace gan {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Presets, AreThoseThatScriptsRelyOn) {
  std::vector<std::string_view> names;
  for (const Preset& preset : presets()) {
    names.push_back(preset.name);
  }
  EXPECT_THAT(names, ElementsAre("dcgan-64", "dogs-dcgan", "fashion-dcgan", "fashion-resnet-18", "resnet-18",
                                 "shapes-cgan", "shapes-dcgan", "simple-gan"));
}

TEST(Presets, AreConsistentAndNameTheirSource) {
  for (const Preset& preset : presets()) {
    RunConfig config = configFromPreset(preset.name);
    if (config.text("data.source") != "shapes") {
      config.setText("data.path", "given with --data");
    }
    EXPECT_NO_THROW(checkConsistency(config)) << preset.name;
    EXPECT_GT(preset.summary.size(), 40U) << preset.name;
    EXPECT_THAT(preset.summary, ::testing::Not(HasSubstr("#"))) << preset.name;
  }
}

TEST(Presets, SayOnlyWhereTheyEnd) {
  for (const Preset& preset : presets()) {
    const RunConfig config = configFromPreset(preset.name);
    EXPECT_NE(config.integer("training.steps") > 0, config.integer("training.epochs") > 0) << preset.name;
  }
}

// Values as the articles and programs give them.
TEST(Presets, HoldThePublishedValues) {
  const RunConfig simple = configFromPreset("simple-gan");
  EXPECT_EQ(simple.text("model.architecture"), "mlp");
  EXPECT_EQ(simple.text("training.schedule"), "alternating");
  EXPECT_EQ(simple.text("objective.discriminator_total"), "mean");
  EXPECT_EQ(simple.integer("data.resolution"), 28);
  EXPECT_EQ(simple.integer("data.channels"), 1);
  const RunConfig dogs = configFromPreset("dogs-dcgan");
  EXPECT_EQ(dogs.real("objective.real_label"), 0.5);
  EXPECT_EQ(dogs.real("objective.fake_label"), 0);
  EXPECT_EQ(dogs.text("objective.discriminator_total"), "sum");
  EXPECT_EQ(dogs.integer("training.epochs"), 300);
  EXPECT_EQ(dogs.integer("recording.scalars_interval_steps"), 5);
  const RunConfig dcgan = configFromPreset("dcgan-64");
  for (const RunConfig* config : {&simple, &dogs, &dcgan}) {
    EXPECT_EQ(config->integer("model.latent_size"), 100);
    for (const std::string network : {"generator", "discriminator"}) {
      EXPECT_EQ(config->real("optimizer." + network + ".learning_rate"), 2e-4);
      EXPECT_EQ(config->real("optimizer." + network + ".beta1"), 0.5);
      EXPECT_EQ(config->real("optimizer." + network + ".beta2"), 0.999);
    }
  }
  EXPECT_EQ(dcgan.integer("data.resolution"), 64);
  EXPECT_EQ(dcgan.integer("data.batch_size"), 128);
  EXPECT_EQ(dcgan.integer("model.generator_width"), 64);
  EXPECT_EQ(dcgan.integer("model.discriminator_width"), 64);
}

TEST(Presets, UnknownNameListsAllAndSuggestsTheNearest) {
  const Error error = errorOf([] { findPreset("dcgan64"); });
  EXPECT_EQ(error.code(), ErrorCode::kNotFound);
  EXPECT_EQ(error.id(), "preset_not_found");
  EXPECT_THAT(error.message(), HasSubstr("Did you mean \"dcgan-64\"?"));
  EXPECT_THAT(error.message(), HasSubstr("simple-gan"));
}

}  // namespace
}  // namespace gan
