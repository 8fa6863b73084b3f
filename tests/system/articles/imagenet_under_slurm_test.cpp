// "Running multiple GPU ImageNet experiments using Slurm with PyTorch Lightning": a ResNet is fitted, validated and
// tested by two processes of a job each time. Shapes stand in for ImageNet, CPUs for GPUs.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "run/kept_tests.h"
#include "support/run_folder_compare.h"
#include "support/slurm_test_fixture.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Words = std::vector<std::string>;

class ImageNetUnderSlurm : public SlurmTest {
 protected:
  /// Two epochs of six batches on each of two processes, a quarter of the images for validation.
  static Words training(const fs::path& run) {
    Words words{"--out", run.string(), "--steps", "12"};
    for (const char* setting :
         {"model.architecture=resnet-18", "model.stem=small_images", "model.classes=auto", "data.resolution=32",
          "data.shapes_count=64", "data.batch_size=4", "data.validation=share", "data.validation_share=0.25",
          "checkpoint.interval_steps=4", "checkpoint.keep_newest=50", "training.threads=1"}) {
      words.insert(words.end(), {"--set", setting});
    }
    return words;
  }
  static Words testWords(const fs::path& run) {
    return {program("gan-engine"), "test", run.string(), "--split", "train", "--step", "best",
            "--devices",           "cpu",  "--json"};
  }
  /// What the process says that tells of the whole; others say that they had a share.
  json answer(const Words& words) const {
    const Finished finished = command(words);
    EXPECT_EQ(finished.code, 0) << finished.errors;
    std::istringstream lines(finished.output);
    for (std::string line; std::getline(lines, line);) {
      const json said = json::parse(line, nullptr, /*allow_exceptions=*/false);
      if (said.is_object() && said.contains("confusion")) return said;
    }
    ADD_FAILURE() << finished.output;
    return json::object();
  }
  json testedByTwoTasks(const fs::path& run) const {
    Words words = testWords(run);
    words.insert(words.begin(), {"srun", "--nodes=1", "--ntasks=2", "--kill-on-bad-exit=1"});
    return answer(words);
  }
};

TEST_F(ImageNetUnderSlurm, AResNetIsFittedValidatedAndTestedByTwoProcessesAsOutsideOfIt) {
  const fs::path in_job = folder_ / "job";
  Words words = training(in_job);
  words.insert(words.end(), {"--nodes", "1", "--tasks-per-node", "2", "--assume-shared"});
  const Finished submitted = slurm("submit", words);
  ASSERT_EQ(submitted.code, 0) << submitted.errors;
  const json facts = json::parse(submitted.lastLine());
  EXPECT_EQ(facts.at("processes"), 2);
  const std::string job = facts.at("job");
  ASSERT_TRUE(cluster()->waitForState(job, "COMPLETED", std::chrono::seconds(240))) << cluster()->ask(job, "%T %r");

  const fs::path outside = folder_ / "outside";
  Words by_hand = training(outside);
  by_hand.insert(by_hand.begin(), {program("gan-engine"), "train"});
  by_hand.insert(by_hand.end(), {"--processes", "2", "--devices", "cpu"});
  const Finished trained = command(by_hand);
  ASSERT_EQ(trained.code, 0) << trained.errors;

  EXPECT_EQ(trainedScalars(in_job).at("validation/top1").size(), 2U);
  EXPECT_TRUE(sameScalars(in_job, outside));
  EXPECT_TRUE(sameCheckpoint(in_job, outside, 12));
  const json found = testedByTwoTasks(in_job);
  ASSERT_EQ(found.value("images", 0), 64);
  const json alone = answer(testWords(outside));
  for (const char* fact : {"loss", "top1", "top5", "confusion"}) EXPECT_EQ(found.at(fact), alone.at(fact)) << fact;
  const std::vector<KeptTest> kept = keptTests(in_job);
  ASSERT_EQ(kept.size(), 1U) << "where the window finds it";
  EXPECT_EQ(kept.front().top1, found.at("top1"));
}

}  // namespace
}  // namespace gan::test
