#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "config/architecture_facts.h"
#include "config/batch_size_consistency.h"
#include "config/error_of.h"
#include "config/run_config.h"
#include "config/yaml.h"

namespace gan {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Error checked(const std::vector<const char*>& overrides) {
  RunConfig config;
  for (const char* assignment : overrides) {
    config.applyOverride(assignment);
  }
  return errorOf([&] { checkConsistency(config); });
}

TEST(Consistency, AcceptsTheDefaults) { EXPECT_EQ(checked({}).id(), ""); }

TEST(Consistency, RefusesWhatCannotGoTogetherAndNamesBoth) {
  struct Case {
    std::vector<const char*> overrides;
    const char* first;
    const char* second;
  };
  for (const Case& conflict : {
           Case{{"training.schedule=alternating", "training.discriminator_steps=2"},
                "training.schedule",
                "training.discriminator_steps"},
           Case{{"data.resolution=48"}, "data.resolution", "model.architecture"},
           Case{{"model.architecture=mlp", "data.resolution=256"}, "data.resolution", "model.architecture"},
           Case{{"data.channels=2"}, "data.channels", "data.source"},
           Case{{"data.source=idx"}, "data.source", "data.path"},
           Case{{"data.shapes_count=63"}, "data.shapes_count", "data.batch_size"},
           Case{{"data.resolution=128", "data.batch_size=16_384", "data.prefetch_batches=64"},
                "data.resolution",
                "data.batch_size"},
           Case{{"model.architecture=mlp", "model.discriminator_width=1"},
                "model.architecture",
                "model.discriminator_width"},
       }) {
    const Error error = checked(conflict.overrides);
    EXPECT_EQ(error.id(), "config_conflict") << conflict.first;
    EXPECT_THAT(error.message(), AllOf(HasSubstr(conflict.first), HasSubstr(conflict.second)));
  }
}

TEST(Consistency, RefusesByNameWhatHasNoEffect) {
  const Error unused = checked({"sampling.classes=1"});
  EXPECT_EQ(unused.id(), "config_conflict");
  EXPECT_THAT(unused.message(), AllOf(HasSubstr("sampling.classes = 1"), HasSubstr("while model.classes is 0")));
  EXPECT_THAT(checked({"data.source=folder", "data.path=x", "data.shapes_style=plain"}).message(),
              AllOf(HasSubstr("data.shapes_style = plain"), HasSubstr("unless data.source is shapes")));
  EXPECT_EQ(checked({"data.shapes_style=plain"}).id(), "");
  EXPECT_THAT(
      checked({"training.schedule=alternating", "training.discriminator_steps=2"}).message(),
      AllOf(HasSubstr("training.discriminator_steps = 2"), HasSubstr("while training.schedule is alternating")));
}

TEST(Consistency, RefusesWhatWasAskedForInVainAlsoAtItsDefault) {
  for (const std::vector<std::string>& asked :
       {std::vector<std::string>{"model.architecture=sngan", "model.hierarchical=false"},
        {"ema.enabled=false", "ema.decay=0.999"},
        {"objective.loss=hinge", "objective.real_label=1"}}) {
    RunConfig config;
    config.applyOverrides(asked);
    EXPECT_EQ(errorOf([&] { checkConsistency(config); }).id(), "") << "files may list every setting";
    const Error refused = errorOf([&] { checkHaveEffect(config, asked); });
    EXPECT_EQ(refused.id(), "config_conflict");
    for (const std::string& assignment : asked) {
      EXPECT_THAT(refused.message(), HasSubstr(assignment.substr(0, assignment.find('='))));
    }
  }
  const std::vector<std::string> sensible = {"ema.decay=0.999", "objective.real_label=1", "objective.loss=bce"};
  RunConfig config;
  config.applyOverrides(sensible);
  EXPECT_EQ(errorOf([&] { checkHaveEffect(config, sensible); }).id(), "");
}

TEST(Consistency, RefusesTheEpsilonOfNormalisationsThatHaveTheirOwnOrNone) {
  const auto with = [](const char* kind) {
    const std::string normalisation = std::string("model.normalisation=") + kind;
    return checked(
        {"model.architecture=sngan", "data.resolution=32", normalisation.c_str(), "model.norm_epsilon=1e-3"});
  };
  for (const char* const kind : {"group", "none"}) {
    EXPECT_THAT(with(kind).message(),
                AllOf(HasSubstr("model.norm_epsilon"), HasSubstr("unless model.normalisation is")))
        << kind;
  }
  for (const char* const kind : {"batch", "instance"}) EXPECT_EQ(with(kind).id(), "") << kind;
}

TEST(Consistency, RefusesWhatOnlyResidualNetworksHaveInOthersAndLeavesItOutOfTheirFiles) {
  for (const auto& [path, value] : {std::pair{"model.normalisation", "instance"},
                                    {"model.spectral_norm_values", "2"},
                                    {"model.spectral_norm_iterations", "3"}}) {
    const std::string setting = std::string(path) + "=" + value;
    const std::string leaf = std::string(path).substr(std::string("model.").size()) + ":";
    for (const char* const network : {"mlp", "dcgan", "dcgan-32", "resnet-18"}) {
      const std::string architecture = std::string("model.architecture=") + network;
      EXPECT_THAT(checked({architecture.c_str(), setting.c_str()}).message(),
                  AllOf(HasSubstr(path), HasSubstr("model.architecture")));
      RunConfig config;
      config.applyOverride(architecture);
      EXPECT_THAT(toYaml(config), Not(HasSubstr(leaf))) << network;
    }
    for (const char* const network : {"sngan", "sagan", "biggan", "biggan-deep"}) {
      const std::string architecture = std::string("model.architecture=") + network;
      EXPECT_EQ(checked({architecture.c_str(), setting.c_str()}).id(), "") << network;
      RunConfig config;
      config.applyOverride(architecture);
      EXPECT_THAT(toYaml(config), HasSubstr(leaf)) << network;
    }
  }
}

TEST(Consistency, RefusesMapsAndPartsThatTheNetworksDoNotHave) {
  const auto refused = [](std::vector<const char*> more) {
    more.insert(more.begin(), {"model.architecture=biggan", "data.resolution=64"});
    return checked(more).message();
  };
  EXPECT_THAT(refused({"model.attention=48"}), AllOf(HasSubstr("model.attention"), HasSubstr("none of 48 px")));
  EXPECT_THAT(refused({"model.attention=32, 64.5"}), HasSubstr("none of 64.5 px"));
  EXPECT_THAT(refused({"model.attention=128"}), HasSubstr("none of 128 px"));
  EXPECT_EQ(refused({"model.attention=32, 64"}), "no error");
  EXPECT_THAT(refused({"model.hierarchical=true", "model.latent_size=128"}),
              AllOf(HasSubstr("model.latent_size = 128"), HasSubstr("5 equal parts"), HasSubstr("125")));
  EXPECT_EQ(refused({"model.hierarchical=true", "model.latent_size=120"}), "no error");
  EXPECT_THAT(checked({"model.architecture=biggan-deep", "model.discriminator_width=3"}).message(),
              HasSubstr("at least 4"));
}

TEST(Consistency, RefusesToReuseMoreImagesThanTheDiscriminatorHasSeen) {
  EXPECT_THAT(checked({"accumulation.generator=3", "accumulation.discriminator=2"}).message(),
              AllOf(HasSubstr("accumulation.generator = 3"), HasSubstr("training.generator_images to anew")));
  EXPECT_EQ(checked({"accumulation.generator=3", "training.generator_images=anew"}).id(), "");
  EXPECT_EQ(checked({"accumulation.generator=2", "accumulation.discriminator=2"}).id(), "");
}

TEST(Consistency, RefusesSettingsOfWhatIsSwitchedOff) {
  for (const char* setting :
       {"ema.decay=0.9", "ema.start_step=5", "ema.buffers=averaged", "sampling.weights=generator"})
    EXPECT_THAT(checked({"ema.enabled=false", setting}).message(), HasSubstr("unless ema.enabled is true")) << setting;
  EXPECT_THAT(checked({"model.architecture=biggan", "model.shared_size=64"}).message(),
              HasSubstr("while model.classes is 0"));
}

TEST(BatchSize, OfOneImageIsRefusedWhereOnlyOtherImagesGiveAVariance) {
  const auto refused = [](const std::vector<const char*>& overrides, int processes) {
    RunConfig config;
    for (const char* assignment : overrides) config.applyOverride(assignment);
    return errorOf([&] { checkBatchSize(config, processes); }).message();
  };
  EXPECT_THAT(refused({"model.architecture=mlp", "data.batch_size=1"}, 1),
              AllOf(HasSubstr("data.batch_size"), HasSubstr("model.architecture"), HasSubstr("at least 2")));
  EXPECT_THAT(refused({"model.architecture=mlp", "data.batch_size=1", "distributed.batch_norm=own_rank"}, 2),
              HasSubstr("distributed.batch_norm"));
  EXPECT_EQ(refused({"model.architecture=mlp", "data.batch_size=1"}, 2), "no error") << "normalised with the other's";
  EXPECT_EQ(refused({"model.architecture=mlp", "data.batch_size=2"}, 1), "no error");
  EXPECT_EQ(refused({"model.architecture=dcgan", "data.batch_size=1"}, 1), "no error");
  for (const char* resolution : {"data.resolution=8", "data.resolution=32"}) {
    EXPECT_THAT(refused({"model.architecture=resnet-18", "data.batch_size=1", resolution}, 1),
                HasSubstr("data.batch_size"))
        << "maps of one pixel";
  }
  EXPECT_EQ(refused({"model.architecture=resnet-18", "data.batch_size=1", "data.resolution=33"}, 1), "no error");
  EXPECT_EQ(refused({"model.architecture=resnet-18", "data.batch_size=1", "model.stem=small_images"}, 1), "no error");
}

TEST(BatchSize, OfOneImageIsRefusedInABranchWhoseParentTookMore) {
  const auto of = [](const char* batch) {
    RunConfig config;
    for (const char* assignment : {"model.architecture=mlp", batch}) config.applyOverride(assignment);
    return config;
  };
  const RunConfig one = of("data.batch_size=1");
  const RunConfig two = of("data.batch_size=2");
  EXPECT_THAT(errorOf([&] { checkBranchBatchSize(one, two, 1); }).message(), HasSubstr("at least 2"));
  EXPECT_EQ(errorOf([&] { checkBranchBatchSize(one, two, 2); }).message(), "no error");
  EXPECT_EQ(errorOf([&] { checkBranchBatchSize(one, one, 1); }).message(), "no error") << "it was resumed by more";
}

TEST(ArchitectureFacts, AreKnownOfEveryArchitectureThatCanBeChosen) {
  const Field& field = Schema::builtin().at("model.architecture");
  ASSERT_FALSE(field.choices.empty());
  for (const std::string& name : field.choices) {
    RunConfig config;
    config.setText("model.architecture", name);
    const ArchitectureFacts& facts = architectureFacts(config);
    EXPECT_EQ(facts.name, name);
    EXPECT_GE(facts.least_normalised_pixels(config), 1) << name;
    // Whoever chooses it is offered what it shares with others.
    EXPECT_EQ(applies(config.schema().at("model.spectral_norm_values"), config), facts.residual) << name;
    EXPECT_EQ(applies(config.schema().at("model.attention"), config), facts.attends) << name;
    EXPECT_EQ(applies(config.schema().at("model.classes"), config), facts.takes_classes) << name;
    if (facts.sizes.empty()) continue;
    const std::string last = std::to_string(facts.sizes.back());
    const std::string architecture = "model.architecture=" + name;
    EXPECT_THAT(checked({architecture.c_str(), "data.resolution=48"}).message(), HasSubstr(last + " px")) << name;
    EXPECT_EQ(checked({architecture.c_str(), ("data.resolution=" + last).c_str()}).id(), "") << name;
  }
}

TEST(Consistency, AcceptsEverySizeThatTheNetworksMake) {
  for (const char* size : {"data.resolution=28", "data.resolution=32", "data.resolution=64", "data.resolution=128"}) {
    EXPECT_EQ(checked({size, "data.channels=1"}).id(), "") << size;
    EXPECT_EQ(checked({size, "model.architecture=mlp"}).id(), "") << size;
  }
  EXPECT_EQ(checked({"training.schedule=alternating"}).id(), "");
  EXPECT_EQ(checked({"data.source=idx", "data.path=/data"}).id(), "");
}

}  // namespace
}  // namespace gan
