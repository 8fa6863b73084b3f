// Two copies of networks in two stages each, as four tasks of a job on two machines of a real Slurm, of which one is
// killed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/rank_processes.h"
#include "support/run_folder_compare.h"
#include "support/slurm_test_fixture.h"
#include "support/small_training.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

using Words = std::vector<std::string>;

constexpr int kRanks = 4;
constexpr double kLimit = 1e-9;
const Words kJob = {"--nodes", "2", "--tasks-per-node", "2", "--assume-shared", "--time", "30"};

/// In float64; no end unless steps says one.
Words training(const fs::path& run, std::int64_t steps = 0) {
  return smallTraining(run, steps,
                       {"distributed.stages=2", "data.batch_size=2", "data.shapes_count=100",
                        "checkpoint.interval_steps=5", "checkpoint.keep_newest=1000", "training.precision=float64"});
}

class SlurmStages : public SlurmTrainingTest {
 protected:
  /// A job that has made a checkpoint, and then ended because one of its tasks was killed.
  void loseTask(int rank) {
    Words words = training(run_);
    words.insert(words.end(), kJob.begin(), kJob.end());
    submit(words);
    const std::map<int, pid_t> tasks = engines();
    ASSERT_EQ(tasks.size(), static_cast<std::size_t>(kRanks)) << log();
    const auto manifest = nlohmann::json::parse(std::ifstream(run_ / "manifest.json"));
    EXPECT_EQ(manifest.at("world_size"), kRanks);
    EXPECT_EQ(manifest.at("replicas"), 2);
    EXPECT_EQ(manifest.at("stages"), 2);
    ASSERT_EQ(::kill(tasks.at(rank), SIGKILL), 0);
    ASSERT_TRUE(cluster()->waitForState(job_, "FAILED")) << log();
    EXPECT_EQ(slurmSays("ExitCode"), "137:0") << "that of the killed one";
    EXPECT_EQ(restarts(job_), 0);
    EXPECT_THAT(log(), HasSubstr("lost the connection to another process of the run"));
  }
  /// Ends the job once it has gone on for a while. Returns its last step.
  std::int64_t endAfterAWhile() {
    const std::int64_t since = newestCheckpointStep(run_);
    EXPECT_TRUE(waitUntil([&] { return newestCheckpointStep(run_) > since + 5; }, std::chrono::seconds(120))) << log();
    EXPECT_EQ(command({"scancel", job_}).code, 0);
    EXPECT_TRUE(cluster()->waitForState(job_, "CANCELLED")) << log();
    return newestCheckpointStep(run_);
  }
  /// Bit for bit, of a run by as many processes that nothing happened to.
  void expectWeightsOfAnUndisturbedRun(std::int64_t end) const {
    const fs::path undisturbed = folder_ / "undisturbed";
    Words words = training(undisturbed, end);
    words.insert(words.begin(), "train");
    for (const auto& rank : startRanks(kRanks, words)) ASSERT_EQ(rank->wait(), 0) << rank->errors();
    EXPECT_TRUE(sameScalars(run_, undisturbed));
    EXPECT_TRUE(sameCheckpoint(run_, undisturbed, end));
  }
  void resume(const fs::path& run_folder, std::int64_t steps, const Words& more = {}) const {
    Words words = {program("gan-engine"), "resume", run_folder.string(), "--steps", std::to_string(steps),
                   "--devices",           "cpu"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished resumed = command(words);
    ASSERT_EQ(resumed.code, 0) << resumed.errors;
  }
};

TEST_F(SlurmStages, WithAKilledTaskGoOnByTheSameCommandAndAreResumedByOneAndByTwoProcesses) {
  ASSERT_NO_FATAL_FAILURE(loseTask(2));
  ASSERT_EQ(command({"scontrol", "requeue", job_}).code, 0);
  ASSERT_TRUE(waitUntil([&] { return restarts(job_) == 1; })) << log();
  const std::int64_t end = endAfterAWhile();
  expectWeightsOfAnUndisturbedRun(end);

  const fs::path by_one = folder_ / "by-one";
  fs::copy(run_, by_one, fs::copy_options::recursive);
  ASSERT_NO_FATAL_FAILURE(resume(by_one, end + 5));
  ASSERT_NO_FATAL_FAILURE(resume(run_, end + 5, {"--processes", "2"}));  // one copy in two stages
  EXPECT_LE(checkpointDeviation(by_one, run_, end + 5), kLimit);
}

TEST_F(SlurmStages, WithAKilledTaskGoOnInAnotherJob) {
  ASSERT_NO_FATAL_FAILURE(loseTask(1));
  Words words = {"--run", run_.string()};
  words.insert(words.end(), kJob.begin(), kJob.end());
  const Finished submitted = slurm("submit", words);
  ASSERT_EQ(submitted.code, 0) << submitted.errors;
  job_ = nlohmann::json::parse(submitted.lastLine()).at("job");
  expectWeightsOfAnUndisturbedRun(endAfterAWhile());
}

}  // namespace
}  // namespace gan::test
