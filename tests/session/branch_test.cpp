#include "session/branch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "session_run.h"
#include "support/expect_error.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

CheckpointStore::Entry newest(const RunFolder& folder) { return CheckpointStore(folder.checkpoints()).list().back(); }

/// A run of 20 steps with checkpoints of steps 10 and 20.
class Branch : public testing::Test {
 protected:
  Branch() : run_(smallRun(temporary_ / "run")) {
    SessionOptions options;
    options.stop_at_step = 20;
    TrainingSession(run_, options).wait();
  }

  TemporaryFolder temporary_;
  RunFolder run_;
};

TEST_F(Branch, WithoutItsCheckpointDoesNotBeginFromNewWeights) {
  const RunFolder branch = branchRun(run_, newest(run_), "branch");
  fs::remove_all(newest(branch).path);
  const auto error = expectError(ErrorCode::kDataLoss, "branch_without_checkpoint",
                                 [&] { TrainingSession(branch, resumeTo(25)).wait(); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message(), HasSubstr("step 20 of ../run"));
}

TEST_F(Branch, OfARunWhoseCheckpointsAreGoneDoesNotBeginFromNewWeights) {
  fs::remove_all(run_.checkpoints());
  const auto error =
      expectError(ErrorCode::kDataLoss, "run_without_checkpoints", [&] { TrainingSession(run_, resumeTo(25)).wait(); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message(), HasSubstr("step-00000010.s1"));
}

TEST_F(Branch, OfABranchThatWasNotTrainedIsMade) {
  const RunFolder branch = branchRun(run_, newest(run_), "branch");
  const CurrentLine line(journalSoFar(branch.journal()));
  const auto origin = branchOrigin(CheckpointStore(branch.checkpoints()), {}, line, {});
  const RunFolder second = branchRun(branch, origin, "second");
  EXPECT_EQ(newest(second).state.step, 20);
  EXPECT_EQ(TrainingSession(second, resumeTo(25)).wait(), Outcome::kFinished);
}

TEST_F(Branch, TakesACheckpointThatARollBackSuperseded) {
  {
    Command pause;
    pause.kind = CommandKind::kPause;
    SessionOptions options = resumeTo(100'000);
    options.from_step = 20;
    options.script = {{20, pause}};
    TrainingSession training(run_, options);
    ASSERT_EQ(training.ask(CommandKind::kRollback, {}, 10).result, CommandResult::kApplied);
    EXPECT_EQ(training.ask(CommandKind::kRollback, {}, 20).result, CommandResult::kRefused);
  }
  const CurrentLine line(journalSoFar(run_.journal()));
  ASSERT_FALSE(line.contains(20, 1));
  EXPECT_EQ(branchOrigin(CheckpointStore(run_.checkpoints()), 20, line, {}).name, stepName(20, 1));
}

TEST_F(Branch, InterruptedWhileItIsCopiedLeavesNothing) {
  ProgressMonitor monitor;
  monitor.cancel();
  expectError(ErrorCode::kCancelled, "task_cancelled",
              [&] { branchRun(run_, newest(run_), "new/branch", {}, monitor); });
  EXPECT_FALSE(fs::exists(temporary_ / "new"));
}

/// What a process leaves that is killed in the middle.
TEST_F(Branch, KilledWhileItIsCopiedIsNoRunAndIsNamedToWhoeverBranchesThereAgain) {
  const fs::path half = temporary_ / "half";
  RunConfig config = run_.config();
  RunFolder::create(temporary_ / "other", config, run_.manifest(), [&](const RunFolder& made) {
    EXPECT_FALSE(fs::exists(made.path() / "run.yaml")) << "a run before it has what it begins with";
    fs::copy(made.path(), half, fs::copy_options::recursive);
  });
  expectError(ErrorCode::kNotFound, "run_not_found", [&] { RunFolder::open(half); });
  const auto error = expectError(ErrorCode::kAlreadyExists, "run_exists", [&] { branchRun(run_, newest(run_), half); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message(), HasSubstr("interrupted"));
}

TEST_F(Branch, GoesOnInFloat16WithALossScaleOfItsOwn) {
  const RunFolder branch = branchRun(run_, newest(run_), "branch", {"training.precision=float16"});
  EXPECT_EQ(TrainingSession(branch, resumeTo(25)).wait(), Outcome::kFinished);
}

TEST_F(Branch, RefusesWhatIsAskedForInVain) {
  expectError(ErrorCode::kInvalidArgument, "config_conflict", [&] {
    branchRun(run_, newest(run_), temporary_ / "new", {"ema.enabled=false", "ema.decay=0.999"});
  });
  EXPECT_FALSE(fs::exists(temporary_ / "new"));
}

TEST_F(Branch, WithABatchOfOneImageThatNobodyCouldTrainIsNotMade) {
  const auto error = expectError(ErrorCode::kInvalidArgument, "config_conflict",
                                 [&] { branchRun(run_, newest(run_), temporary_ / "new", {"data.batch_size=1"}); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message(), HasSubstr("data.batch_size"));
  EXPECT_FALSE(fs::exists(temporary_ / "new"));
}

TEST_F(Branch, OntoOtherImagesIsBoundToThose) {
  const RunFolder branch = branchRun(run_, newest(run_), "branch", {"data.shapes_count=300"});
  EXPECT_NE(branch.manifest().data_fingerprint, run_.manifest().data_fingerprint);
  EXPECT_EQ(TrainingSession(branch, resumeTo(25)).wait(), Outcome::kFinished);
}

TEST_F(Branch, WithOtherSettingsOfTheSameImagesStaysBoundToThem) {
  const RunFolder branch = branchRun(run_, newest(run_), "branch", {"data.flip=true"});
  EXPECT_EQ(branch.manifest().data_fingerprint, run_.manifest().data_fingerprint);
}

TEST(BranchOfClasses, AsManyAsTheDataHaveIsANumber) {
  const TemporaryFolder temporary;
  const RunFolder run = smallRun(temporary / "run", {"model.architecture=dcgan", "model.classes=auto",
                                                     "data.shapes_style=plain", "data.resolution=32"});
  const std::int64_t classes = run.config().integer("model.classes");
  ASSERT_GT(classes, 0);
  SessionOptions options;
  options.stop_at_step = 1;
  TrainingSession(run, options).wait();
  const RunFolder branch = branchRun(run, newest(run), "branch", {"model.classes=auto"});
  EXPECT_EQ(branch.config().integer("model.classes"), classes);
  EXPECT_EQ(RunFolder::open(branch.path()).config().integer("model.classes"), classes);
}

}  // namespace
}  // namespace gan
