#include <gtest/gtest.h>

#include "run/run_folder.h"
#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

class Branch : public testing::Test {
 protected:
  void SetUp() override {
    const Finished trained =
        run({program("gan-engine"), "train", "--preset", "shapes-dcgan", "--out", original_.string(), "--steps", "40",
             "--set", "data.batch_size=16", "--set", "model.generator_width=8", "--set", "model.discriminator_width=8",
             "--set", "checkpoint.interval_steps=20"});
    ASSERT_EQ(trained.code, 0) << trained.errors;
  }

  void branchAndTrain(std::vector<std::string> extra) {
    std::vector<std::string> command = {program("gan-engine"), "branch", original_.string(), "--from", "20", "--out",
                                        branch_.string()};
    command.insert(command.end(), extra.begin(), extra.end());
    const Finished branched = run(command);
    ASSERT_EQ(branched.code, 0) << branched.errors;
    const Finished resumed = run({program("gan-engine"), "resume", branch_.string()});
    ASSERT_EQ(resumed.code, 0) << resumed.errors;
  }

  TemporaryFolder folder_;
  fs::path original_ = folder_.path() / "original";
  fs::path branch_ = folder_.path() / "branch";
};

TEST_F(Branch, GoesOnFromItsCheckpointAsTheOriginalDid) {
  branchAndTrain({});
  EXPECT_TRUE(sameCheckpoint(original_, branch_, 40));
  EXPECT_EQ(trainedScalars(branch_).at("loss/g").begin()->first, 21);
  const RunManifest manifest = RunFolder::open(branch_).manifest();
  EXPECT_EQ(manifest.parent_step, 20);
  EXPECT_TRUE(fs::equivalent(branch_ / manifest.parent_path, original_));
}

TEST_F(Branch, TakesAnotherLiveValueFromItsFirstIterationOn) {
  branchAndTrain({"--set", "objective.real_label=0.8"});
  EXPECT_FALSE(sameCheckpoint(original_, branch_, 40));
  EXPECT_NE(trainedScalars(original_).at("loss/d_real").at(21), trainedScalars(branch_).at("loss/d_real").at(21));
}

TEST_F(Branch, CanBeReplayed) {
  branchAndTrain({});
  const fs::path again = folder_.path() / "again";
  const Finished replayed = run({program("gan-engine"), "replay", branch_.string(), "--out", again.string()});
  ASSERT_EQ(replayed.code, 0) << replayed.errors;
  EXPECT_TRUE(sameCheckpoint(branch_, again, 40));
  EXPECT_TRUE(sameScalars(branch_, again));
}

}  // namespace
}  // namespace gan::test
