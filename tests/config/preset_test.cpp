#include "config/preset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "config/error_of.h"
#include "config/run_config.h"
#include "config/sheet_list.h"
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
  EXPECT_THAT(names, ElementsAre("biggan-128", "biggan-128-bs512x4", "biggan-128-ch64", "biggan-64", "biggan-cifar-32",
                                 "biggan-deep-128", "clothing-biggan-64", "clothing-sagan-64", "dcgan-64", "dogs-dcgan",
                                 "fashion-biggan", "fashion-dcgan", "fashion-resnet-18", "fashion-sngan", "resnet-18",
                                 "sagan-128", "sagan-64", "shapes-cgan", "shapes-dcgan", "simple-gan", "sngan-128",
                                 "sngan-32"));
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

/// What a launch script of BigGAN-PyTorch says.
struct LaunchScript {
  const char* preset;
  const char* architecture;
  std::int64_t batch_size, accumulations, discriminator_steps;
  double generator_rate, discriminator_rate, beta2, adam_epsilon, spectral_norm_epsilon;
  std::int64_t width, latent_size, shared_size;
  const char* attention;
  std::int64_t ema_start;  // -1: no average
  std::int64_t save_every;
};

TEST(Presets, HoldTheValuesOfBigGanPyTorchsLaunchScripts) {
  for (const LaunchScript& script : {
           LaunchScript{"biggan-128", "biggan", 256, 8, 1, 1e-4, 4e-4, .999, 1e-6, 1e-6, 96, 120, 128, "64", 20000,
                        1000},
           LaunchScript{"biggan-128-bs512x4", "biggan", 512, 4, 1, 1e-4, 4e-4, .999, 1e-6, 1e-6, 96, 120, 128, "64",
                        20000, 1000},
           LaunchScript{"biggan-128-ch64", "biggan", 256, 8, 1, 1e-4, 4e-4, .999, 1e-6, 1e-6, 64, 120, 128, "64", 20000,
                        1000},
           LaunchScript{"biggan-deep-128", "biggan-deep", 256, 8, 1, 1e-4, 4e-4, .999, 1e-6, 1e-6, 128, 128, 128, "64",
                        20000, 500},
           LaunchScript{"sagan-128", "sagan", 128, 2, 1, 1e-4, 4e-4, .999, 1e-8, 1e-8, 64, 128, 0, "64", 2000, 1000},
           LaunchScript{"sngan-128", "sngan", 64, 1, 5, 2e-4, 2e-4, .9, 1e-8, 1e-8, 64, 128, 0, "", -1, 1000},
           LaunchScript{"biggan-cifar-32", "biggan", 50, 1, 4, 2e-4, 2e-4, .999, 1e-8, 1e-8, 64, 128, 0, "", 1000,
                        2000},
       }) {
    SCOPED_TRACE(script.preset);
    const RunConfig config = configFromPreset(script.preset);
    EXPECT_EQ(config.text("model.architecture"), script.architecture);
    EXPECT_EQ(config.integer("data.batch_size"), script.batch_size);
    EXPECT_EQ(config.integer("training.discriminator_steps"), script.discriminator_steps);
    const std::map<std::string, double> rates = {{"generator", script.generator_rate},
                                                 {"discriminator", script.discriminator_rate}};
    for (const auto& [network, rate] : rates) {
      EXPECT_EQ(config.integer("accumulation." + network), script.accumulations);
      EXPECT_EQ(config.text("optimizer." + network + ".algorithm"), "adam");
      EXPECT_EQ(config.real("optimizer." + network + ".learning_rate"), rate);
      EXPECT_EQ(config.real("optimizer." + network + ".beta1"), 0);
      EXPECT_EQ(config.real("optimizer." + network + ".beta2"), script.beta2);
      EXPECT_EQ(config.real("optimizer." + network + ".epsilon"), script.adam_epsilon);
      EXPECT_EQ(config.real("regulariser.orthogonal_" + network + ".weight"), 0);
      EXPECT_EQ(config.integer("model." + network + "_width"), script.width);
    }
    EXPECT_EQ(config.integer("model.latent_size"), script.latent_size);
    EXPECT_EQ(config.integer("model.shared_size"), script.shared_size);
    EXPECT_EQ(config.flag("model.hierarchical"), script.latent_size == 120);
    EXPECT_EQ(config.text("model.attention"), script.attention);
    EXPECT_EQ(config.integer("model.classes"), -1);
    EXPECT_EQ(config.real("model.spectral_norm_epsilon"), script.spectral_norm_epsilon);
    EXPECT_EQ(config.real("model.norm_epsilon"), 1e-5);
    EXPECT_EQ(config.text("objective.loss"), "hinge");
    EXPECT_EQ(config.text("training.discriminator_pass"), "concatenated");
    EXPECT_EQ(config.text("training.generator_images"), "anew");
    EXPECT_EQ(config.flag("ema.enabled"), script.ema_start >= 0);
    if (script.ema_start >= 0) {
      EXPECT_EQ(config.integer("ema.start_step"), script.ema_start);
      EXPECT_EQ(config.real("ema.decay"), 0.9999);
      EXPECT_EQ(config.text("ema.buffers"), "averaged");
    }
    EXPECT_EQ(config.integer("checkpoint.interval_steps"), script.save_every);
  }
  EXPECT_EQ(configFromPreset("biggan-cifar-32").text("model.initialisation"), "normal");
  EXPECT_EQ(configFromPreset("biggan-cifar-32").integer("training.epochs"), 500);
  for (const std::string depth : {"generator_depth", "discriminator_depth"}) {
    EXPECT_EQ(configFromPreset("biggan-deep-128").integer("model." + depth), 2);
  }
}

TEST(Presets, AtOtherSizesAreTheSameRecipes) {
  for (const auto& [small, large] :
       {std::pair("sngan-32", "sngan-128"), {"sagan-64", "sagan-128"}, {"biggan-64", "biggan-128-ch64"}}) {
    SCOPED_TRACE(small);
    std::map<std::string, Value> of_small = configFromPreset(small).changed();
    std::map<std::string, Value> of_large = configFromPreset(large).changed();
    for (auto* values : {&of_small, &of_large}) {
      for (const char* field : {"data.resolution", "model.attention"}) values->erase(field);
    }
    EXPECT_EQ(of_small, of_large);
    EXPECT_EQ(configFromPreset(small).integer("model.generator_width"), 64);
  }
}

TEST(Presets, OfBigGansHaveSheetsDrawnOfEachCheckpoint) {
  for (const Preset& preset : presets()) {
    const RunConfig config = configFromPreset(preset.name);
    if (!config.text("model.architecture").starts_with("biggan")) continue;
    EXPECT_THAT(sheetList(config.text("sampling.with_checkpoint")),
                ElementsAre("classes", "interpolate-z", "interpolate-y", "interpolate-zy"))
        << preset.name;
  }
}

TEST(Presets, OfTheBuiltInShapesHoldsTheValuesThatItWasTriedWith) {
  const RunConfig config = configFromPreset("shapes-cgan");
  EXPECT_EQ(config.text("data.shapes_style"), "plain");
  EXPECT_EQ(config.text("model.architecture"), "dcgan");
  EXPECT_EQ(config.integer("data.resolution"), 32);
  EXPECT_EQ(config.integer("model.classes"), -1);
  EXPECT_EQ(config.integer("model.latent_size"), 64);
  EXPECT_EQ(config.integer("model.generator_width"), 32);
  EXPECT_EQ(config.integer("model.discriminator_width"), 32);
  EXPECT_TRUE(config.flag("model.discriminator_spectral_norm"));
  EXPECT_EQ(config.text("objective.loss"), "hinge");
  for (const auto& [network, rate] : {std::pair(std::string("generator"), 2e-4), {"discriminator", 4e-4}}) {
    EXPECT_EQ(config.real("optimizer." + network + ".learning_rate"), rate);
    EXPECT_EQ(config.real("optimizer." + network + ".beta1"), 0);
    EXPECT_EQ(config.real("optimizer." + network + ".beta2"), 0.9);
  }
  EXPECT_EQ(config.real("ema.decay"), 0.995);
  EXPECT_EQ(config.integer("training.steps"), 2100);
  EXPECT_EQ(RunConfig().text("data.shapes_style"), "varied") << "old runs keep their images";
}

TEST(Presets, OfTheSupervisedRunIsImageNetAsPyTorchTrainsIt) {
  const RunConfig config = configFromPreset("resnet-18");
  EXPECT_EQ(config.text("model.architecture"), "resnet-18");
  EXPECT_EQ(config.integer("data.resolution"), 224);
  EXPECT_EQ(config.integer("data.batch_size"), 128);
  EXPECT_EQ(config.integer("training.epochs"), 90);
  EXPECT_EQ(config.text("optimizer.classifier.algorithm"), "sgd");
  EXPECT_EQ(config.real("optimizer.classifier.learning_rate"), 0.1);
  EXPECT_EQ(config.real("optimizer.classifier.momentum"), 0.9);
  EXPECT_EQ(config.real("optimizer.classifier.weight_decay"), 1e-4);
  EXPECT_EQ(config.integer("optimizer.classifier.decay_epochs"), 30);
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
