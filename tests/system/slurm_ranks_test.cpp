// One training by two machines with two processes each, in a real Slurm, and what may happen to it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "run/event.h"
#include "run/journal.h"
#include "support/rank_processes.h"
#include "support/run_folder_compare.h"
#include "support/slurm_test_fixture.h"
#include "support/small_training.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr int kRanks = 4;

/// No end unless steps says one.
std::vector<std::string> training(const fs::path& run, std::int64_t steps = 0) {
  return smallTraining(
      run, steps,
      {"data.batch_size=2", "data.shapes_count=100", "checkpoint.interval_steps=5", "checkpoint.keep_newest=1000"});
}

class SlurmRanks : public SlurmTrainingTest {
 protected:
  void submitTraining(const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = training(run_);
    words.insert(words.end(), {"--nodes", "2", "--tasks-per-node", "2", "--assume-shared", "--time", "30"});
    words.insert(words.end(), more.begin(), more.end());
    submit(words);
  }
  /// Ends the job once it has gone on for a while, and compares it bit for bit with a run that nothing happened to, by
  /// as many processes.
  void expectAsUndisturbed(std::int64_t since) {
    ASSERT_TRUE(waitUntil([&] { return newestCheckpointStep(run_) > since + 5; }, std::chrono::seconds(120))) << log();
    ASSERT_EQ(command({"scancel", job_}).code, 0);
    ASSERT_TRUE(cluster()->waitForState(job_, "CANCELLED")) << log();
    const std::int64_t end = newestCheckpointStep(run_);
    const fs::path undisturbed = folder_ / "undisturbed";
    std::vector<std::string> words = training(undisturbed, end);
    words.insert(words.begin(), "train");
    for (const auto& rank : startRanks(kRanks, words)) ASSERT_EQ(rank->wait(), 0) << rank->errors();
    EXPECT_TRUE(sameScalars(run_, undisturbed));
    EXPECT_TRUE(sameCheckpoint(run_, undisturbed, end));
  }
};

TEST_F(SlurmRanks, GoOnAfterTheSignalWithNoStepLostOrRepeated) {
  submitTraining();
  EXPECT_EQ(engines().size(), static_cast<std::size_t>(kRanks));
  EXPECT_THAT(log(), HasSubstr("rank 3 of 4 at "));
  ASSERT_EQ(command({"scancel", "--signal=USR1", job_}).code, 0);
  ASSERT_TRUE(waitUntil([&] { return restarts(job_) == 1; })) << log();
  const std::int64_t stopped_at = newestCheckpointStep(run_);
  expectAsUndisturbed(stopped_at);
  expectNoStepLostOrRepeated({0, stopped_at});
}

TEST_F(SlurmRanks, AllStopAtTheStepOfTheCheckpointAndKeepTheirExitCode) {
  submitTraining({"--no-requeue"});
  ASSERT_EQ(command({"scancel", "--signal=TERM", job_}).code, 0);
  ASSERT_TRUE(cluster()->waitForState(job_, "FAILED")) << log();
  EXPECT_EQ(slurmSays("ExitCode"), "3:0");
  const std::string checkpoint = std::to_string(newestCheckpointStep(run_));
  for (int rank = 1; rank < kRanks; ++rank) {
    EXPECT_THAT(log(), testing::ContainsRegex("Process rank " + std::to_string(rank) +
                                              " of 4 [^\n]*: stopped at step " + checkpoint + "\\."));
  }
}

TEST_F(SlurmRanks, CancelledAllEndWithACheckpointAndNoOrphan) {
  submitTraining();
  const std::size_t started = engines().size();
  ASSERT_EQ(started, static_cast<std::size_t>(kRanks));
  const std::int64_t saved = newestCheckpointStep(run_);
  ASSERT_EQ(command({"scancel", job_}).code, 0);
  EXPECT_TRUE(cluster()->waitForState(job_, "CANCELLED")) << log();
  EXPECT_TRUE(waitUntil([&] { return engines().empty(); })) << engines().size() << " processes are left\n" << log();
  EXPECT_EQ(lastStatus(), RunStatus::kStopped) << log();
  const std::string checkpoint = std::to_string(newestCheckpointStep(run_));
  EXPECT_GE(newestCheckpointStep(run_), saved);
  EXPECT_THAT(log(), HasSubstr("stopped at step " + checkpoint + "."));
  EXPECT_EQ(restarts(job_), 0);
}

TEST_F(SlurmRanks, WithAKilledTaskFailNamingTheLossAndLeaveARunThatCanGoOn) {
  submitTraining();
  ASSERT_EQ(::kill(engines().at(2), SIGKILL), 0);
  EXPECT_TRUE(cluster()->waitForState(job_, "FAILED")) << log();
  EXPECT_EQ(slurmSays("ExitCode"), "137:0") << "srun answers with the highest code, that of the killed one";
  EXPECT_EQ(restarts(job_), 0);
  EXPECT_THAT(log(), HasSubstr("lost the connection to another process of the run"));
  const std::int64_t saved = newestCheckpointStep(run_);
  const Finished resumed = command(
      {program("gan-engine"), "resume", run_.string(), "--steps", std::to_string(saved + 2), "--devices", "cpu"});
  EXPECT_EQ(resumed.code, 0) << resumed.errors;
  EXPECT_EQ(newestCheckpointStep(run_), saved + 2);
}

TEST_F(SlurmRanks, OfAnArrayOnlyTheTaskThatGotTheSignalIsRequeued) {
  const Finished written = slurm("script", [&] {
    auto words = training(run_);
    words.insert(words.end(), {"--assume-shared", "--time", "30"});
    return words;
  }());
  ASSERT_EQ(written.code, 0) << written.errors;
  std::string script = nlohmann::json::parse(written.lastLine()).at("script");
  const std::string out = "--out " + run_.string();
  ASSERT_THAT(script, HasSubstr(out));
  script.insert(script.find(out) + out.size(), "-\"$SLURM_ARRAY_TASK_ID\"");
  const fs::path file = folder_ / "array.sbatch";
  std::ofstream(file) << script;
  const Finished submitted = command({"sbatch", "--parsable", "--array=0-1", file.string()});
  ASSERT_EQ(submitted.code, 0) << submitted.errors;
  job_ = submitted.lastLine();

  const auto of = [&](int task) { return run_.string() + "-" + std::to_string(task); };
  ASSERT_TRUE(waitUntil([&] { return newestCheckpointStep(of(0)) > 0 && newestCheckpointStep(of(1)) > 0; }));
  EXPECT_THAT(slurm("jobs", {}).lastLine(),
              testing::AllOf(HasSubstr("\"" + job_ + "_0\""), HasSubstr("\"" + job_ + "_1\"")));
  ASSERT_EQ(command({"scancel", "--signal=USR1", job_ + "_1"}).code, 0);
  ASSERT_TRUE(waitUntil([&] { return restarts(job_ + "_1") == 1; }));
  const std::int64_t stopped_at = newestCheckpointStep(of(1));
  EXPECT_EQ(restarts(job_ + "_0"), 0);
  EXPECT_TRUE(waitUntil([&] { return newestCheckpointStep(of(1)) > stopped_at; }));
  EXPECT_EQ(restarts(job_ + "_0"), 0);
  EXPECT_EQ(slurm("cancel", {job_}).code, 0) << "all tasks at once";
  for (const int task : {0, 1}) {
    EXPECT_TRUE(cluster()->waitForState(job_ + "_" + std::to_string(task), "CANCELLED"));
  }
}

TEST_F(SlurmRanks, GoOnOnAnotherMachineWhenOneDies) {
  submitTraining();
  const std::string nodes = cluster()->ask(job_, "%N");
  const std::int64_t saved = newestCheckpointStep(run_);
  cluster()->killNode("n1");
  ASSERT_TRUE(waitUntil([&] { return restarts(job_) == 1 && cluster()->ask(job_, "%T") == "RUNNING"; },
                        std::chrono::seconds(90)))
      << cluster()->ask(job_, "%T %r") << log();
  EXPECT_NE(cluster()->ask(job_, "%N"), nodes);
  const std::int64_t kept = newestCheckpointStep(run_);
  EXPECT_GE(kept, saved);
  expectAsUndisturbed(kept);
}

}  // namespace
}  // namespace gan::test
