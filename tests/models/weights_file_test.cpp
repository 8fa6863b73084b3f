#include "models/weights_file.h"

#include <ATen/ops/ones.h>
#include <gtest/gtest.h>

#include "config/preset.h"
#include "config/yaml.h"
#include "core/error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

RunConfig smallConfig() {
  RunConfig config = configFromPreset("simple-gan");
  config.applyOverride("model.generator_width=4");
  config.applyOverride("model.latent_size=6");
  return config;
}

TEST(WeightsFile, NamesTheNetworkThatItBelongsTo) {
  const TemporaryFolder folder;
  const RunConfig config = smallConfig();
  const auto generator = makeNetworks(config).generator;
  generator->eval();
  writeWeights(folder / "g.safetensors", copyToHost(moduleTensors(*generator)), {{kConfigMetadata, modelYaml(config)}});

  const RunConfig other = configFromPreset("dcgan-64");
  const auto read = readGenerator(folder / "g.safetensors", other);
  EXPECT_EQ(read->facts().latent_size, 6);
  const at::Tensor z = at::ones({2, 6});
  EXPECT_TRUE(read->forward(z, {}).equal(generator->forward(z, {})));
  EXPECT_EQ(modelYaml(weightsConfig(folder / "g.safetensors")), modelYaml(config));
}

TEST(WeightsFile, WithoutANameIsTakenForTheNetworkOfTheRun) {
  const TemporaryFolder folder;
  const RunConfig config = smallConfig();
  const auto generator = makeNetworks(config).generator;
  writeWeights(folder / "g.safetensors", copyToHost(moduleTensors(*generator)));
  EXPECT_EQ(readGenerator(folder / "g.safetensors", config)->facts().latent_size, 6);
  EXPECT_THROW(weightsConfig(folder / "g.safetensors"), Error);
  try {
    readGenerator(folder / "g.safetensors", configFromPreset("dcgan-64"));
    FAIL() << "weights of another network were taken";
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("g.safetensors"), std::string::npos) << error.what();
  }
}

TEST(WeightsFile, SaysOverHowManyBatchesStandingStatisticsAreTaken) {
  const TemporaryFolder folder;
  RunConfig config = smallConfig();
  config.applyOverride("sampling.statistics_batches=32");
  const at::Tensor ones = at::ones({1});
  const auto written = [&](const char* name, const std::map<std::string, std::string>& metadata) {
    writeWeights(folder / name, {{"ones", ones}}, metadata);
    return standingBatches(folder / name, config);
  };
  const std::string model = modelYaml(config);
  config.applyOverride("sampling.statistics_batches=5");  // since then
  EXPECT_EQ(written("new", {{kConfigMetadata, model}}), 32);
  EXPECT_EQ(written("silent", {}), 5);
  EXPECT_EQ(written("of_an_earlier_version", {{kConfigMetadata, "model.architecture: mlp\n"}}), 16);
}

TEST(ModelYaml, HoldsWhatTheNetworksAreMadeFromAndNothingElse) {
  for (const char* preset : {"simple-gan", "biggan-deep-128", "shapes-cgan"}) {
    RunConfig config = configFromPreset(preset);
    config.applyOverride("run.seed=77");
    RunConfig read;
    applyYaml(read, modelYaml(config), "test");
    EXPECT_EQ(read.integer("run.seed"), RunConfig().integer("run.seed"));
    for (const auto& [path, value] : read.changed()) EXPECT_EQ(value, config.value(path)) << path;
    EXPECT_EQ(read.text("model.architecture"), config.text("model.architecture"));
    EXPECT_EQ(read.integer("data.resolution"), config.integer("data.resolution"));
    EXPECT_EQ(modelYaml(read), modelYaml(config)) << preset;
  }
}

}  // namespace
}  // namespace gan
