#include <gtest/gtest.h>

#include <fstream>

#include "run/run_folder.h"
#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

// A run of 20 iterations that gan-engine trained when series and the parts of a checkpoint were fixed lists:
// shapes-dcgan, widths 2, checkpoints at 10 and 20.
class OldRun : public testing::Test {
 protected:
  void SetUp() override {
    fs::copy(fs::path(GAN_SOURCE_DIR) / "tests/system/old_run", run_, fs::copy_options::recursive);
  }

  TemporaryFolder folder_;
  fs::path run_ = folder_.path() / "run";
};

TEST_F(OldRun, IsListedWithItsStepAndItsCheckpoints) {
  const Finished status = run({program("gan-engine"), "status", run_.string()});
  EXPECT_EQ(status.code, 0) << status.errors;
  EXPECT_NE(status.output.find("20"), std::string::npos) << status.output;
  const Finished log = run({program("gan-engine"), "log", run_.string()});
  EXPECT_EQ(log.code, 0) << log.errors;
  for (const char* step : {"step 10:", "step 20:"})
    EXPECT_NE(log.output.find(step), std::string::npos) << step << " in\n" << log.output;
  EXPECT_EQ(trainedScalars(run_).at("loss/g").size(), 20);
}

TEST_F(OldRun, GoesOnWhereItStood) {
  const Finished resumed = run({program("gan-engine"), "resume", run_.string(), "--steps", "30"});
  ASSERT_EQ(resumed.code, 0) << resumed.errors;
  EXPECT_EQ(newestCheckpointStep(run_), 30);
  const auto series = trainedScalars(run_);
  EXPECT_EQ(series.at("loss/g").size(), 30);
  EXPECT_EQ(series.at("loss/d_real").rbegin()->first, 30);
}

// As versions did that did not know beforehand which evaluations can be made.
TEST_F(OldRun, GoesOnWithoutEvaluationsThatCannotBeMadeAndSaysSo) {
  std::ofstream(run_ / "run.yaml", std::ios::app)
      << "\nevaluation:\n  every_steps: 5\n  count: 20\n  metrics: \"fid,fid-infinity\"\n";
  const Finished resumed = run({program("gan-engine"), "resume", run_.string(), "--steps", "30"});
  ASSERT_EQ(resumed.code, 0) << resumed.errors;
  EXPECT_EQ(newestCheckpointStep(run_), 30);
  const Finished log = run({program("gan-engine"), "log", run_.string()});
  EXPECT_NE(log.output.find("Evaluations rest from step 25 on"), std::string::npos) << log.output;
  const Finished again = run(
      {program("gan-engine"), "branch", run_.string(), "--from", "20", "--out", (folder_.path() / "branch").string()});
  EXPECT_EQ(again.code, 0) << again.errors;
}

// Kernels may add in another order than they did; the order of images, latents, optimisers' states and running
// statistics must be what they were, or losses would part at the first iteration.
TEST_F(OldRun, TrainsFromItsFirstCheckpointAsTheOldProgramDid) {
  const fs::path again = folder_.path() / "again";
  const Finished branched =
      run({program("gan-engine"), "branch", run_.string(), "--from", "10", "--out", again.string()});
  ASSERT_EQ(branched.code, 0) << branched.errors;
  const Finished resumed = run({program("gan-engine"), "resume", again.string()});
  ASSERT_EQ(resumed.code, 0) << resumed.errors;
  const auto then = trainedScalars(run_);
  const auto now = trainedScalars(again);
  for (const char* name : {"loss/d_real", "loss/d_fake", "loss/g", "score/d_real", "gradient_norm/g"}) {
    ASSERT_TRUE(now.contains(name) && then.contains(name)) << name;
    for (std::int64_t step = 11; step <= 20; ++step) {
      const float old = then.at(name).at(step);
      EXPECT_NEAR(now.at(name).at(step), old, 1e-3 * std::abs(old) + 1e-5) << name << ", step " << step;
    }
  }
}

}  // namespace
}  // namespace gan::test
