// The promise of "How to train a GAN on 128 GPUs using PyTorch": the same file on one process or on many nodes; only
// the numbers of nodes and processes a node change.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/run_folder_compare.h"
#include "support/slurm_test_fixture.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

/// The article's GAN, which is PyTorch-GAN's gan.py: fully connected, a batch for G and the next one for D, D's loss
/// the mean of its two; smaller.
constexpr const char* kFile = R"(data:
  resolution: 28
  channels: 1
  shapes_count: 400
model:
  architecture: mlp
  generator_width: 16
  discriminator_width: 32
objective:
  discriminator_total: mean
training:
  schedule: alternating
  threads: 1
  steps: 20
sampling:
  interval_steps: 0
)";

class GanOn128Gpus : public SlurmTest {};

TEST_F(GanOn128Gpus, TheSameFileTrainsTheSameOnTwoNodesOfTwoAsInOneProcess) {
  const fs::path file = folder_ / "gan.yaml";
  std::ofstream(file) << kFile;
  const fs::path together = folder_ / "together";
  const Finished submitted = slurm("submit", {"--config", file.string(), "--out", together.string(), "--global-batch",
                                              "32", "--nodes", "2", "--tasks-per-node", "2", "--assume-shared"});
  ASSERT_EQ(submitted.code, 0) << submitted.errors;
  const auto facts = nlohmann::json::parse(submitted.lastLine());
  EXPECT_EQ(facts.at("processes"), 4);
  const fs::path alone = folder_ / "alone";
  const Finished trained = command({program("gan-engine"), "train", "--config", file.string(), "--out", alone.string(),
                                    "--set", "data.batch_size=32", "--devices", "cpu"});
  ASSERT_EQ(trained.code, 0) << trained.errors;
  ASSERT_TRUE(cluster()->waitForState(facts.at("job"), "COMPLETED", std::chrono::seconds(120)))
      << cluster()->ask(facts.at("job"), "%T %r");

  EXPECT_EQ(nlohmann::json::parse(std::ifstream(together / "manifest.json")).at("world_size"), 4);
  const auto expected = trainedScalars(alone);
  const auto found = trainedScalars(together);
  for (const char* series : {"loss/d_real", "loss/d_fake", "loss/d", "loss/g"}) {
    ASSERT_EQ(found.at(series).size(), 20U) << series;
    for (const auto& [step, value] : expected.at(series)) {
      EXPECT_NEAR(found.at(series).at(step), value, 1e-3) << series << " at step " << step;
    }
  }
}

}  // namespace
}  // namespace gan::test
