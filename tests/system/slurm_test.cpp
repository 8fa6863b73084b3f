#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "run/event.h"
#include "run/journal.h"
#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/slurm_test_fixture.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// The words of a small run in a job, without `slurm submit` before them.
std::vector<std::string> smallJob(const fs::path& run) {
  return {"--preset",           "simple-gan",      "--out",  run.string(), "--set",
          "data.batch_size=16", "--assume-shared", "--time", "10"};
}

/// A run that has trained one step.
void makeRun(const fs::path& path) {
  const Finished made = run({program("gan-engine"), "train", "--preset", "simple-gan", "--steps", "1", "--set",
                             "data.batch_size=16", "--out", path.string()});
  ASSERT_EQ(made.code, 0) << made.errors;
}

using SlurmJobs = SlurmTest;

TEST_F(SlurmJobs, AreTakenBySlurmWhateverTheRunIsCalled) {
  const Finished asked = slurm("submit", [&] {
    auto words = smallJob(folder_ / "it costs 100% (really) $HOME");
    words.insert(words.end(), {"--nodes", "2", "--gpus-per-node", "2", "--memory", "1G", "--test-only"});
    return words;
  }());
  EXPECT_EQ(asked.code, 0) << asked.errors;
}

TEST_F(SlurmJobs, RefusedOnesAreRefusedInSlurmsOwnWords) {
  auto words = smallJob(folder_ / "run");
  words.insert(words.end(), {"--partition", "no-such-partition"});
  const Finished refused = slurm("submit", words);
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.errors, HasSubstr("invalid partition specified: no-such-partition"));
}

TEST_F(SlurmJobs, TrainToTheirEnd) {
  const fs::path run = folder_ / "a run";
  auto words = smallJob(run);
  words.insert(words.end(), {"--steps", "20"});
  const Finished submitted = slurm("submit", words);
  ASSERT_EQ(submitted.code, 0) << submitted.errors;
  const std::string job = nlohmann::json::parse(submitted.lastLine()).at("job");
  EXPECT_TRUE(cluster()->waitForState(job, "COMPLETED")) << cluster()->ask(job, "%T %r");
  EXPECT_EQ(newestCheckpointStep(run), 20);
  EXPECT_TRUE(fs::exists(run.string() + ".slurm-" + job + ".log"));
}

std::string contents(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// What `slurm jobs` says of a job; null when it is not among them.
nlohmann::json listed(const Finished& jobs, const std::string& job) {
  const nlohmann::json answer = nlohmann::json::parse(jobs.lastLine());
  for (const nlohmann::json& one : answer.at("jobs")) {
    if (one.at("job") == job) return one;
  }
  return nullptr;
}

TEST_F(SlurmJobs, AreListedWithWhyTheyWaitUntilTheyAreCancelled) {
  const fs::path run = folder_ / "a rün 100% (really) $HOME";
  auto words = smallJob(run);
  words.insert(words.end(), {"--nodes", "9"});  // of four
  const Finished submitted = slurm("submit", words);
  ASSERT_EQ(submitted.code, 0) << submitted.errors;
  const std::string job = nlohmann::json::parse(submitted.lastLine()).at("job");

  const nlohmann::json waits = listed(slurm("jobs", {}), job);
  ASSERT_TRUE(waits.is_object());
  EXPECT_EQ(waits.at("state"), "PENDING");
  EXPECT_EQ(waits.at("run"), run.string());
  EXPECT_EQ(waits.at("nodes"), 9);
  EXPECT_EQ(waits.at("time_limit_seconds"), 600);
  EXPECT_EQ(waits.at("restarts"), 0);
  EXPECT_EQ(waits.at("why").at("id"), "slurm_waits_size") << waits.at("reason");

  ASSERT_EQ(slurm("cancel", {job}).code, 0);
  EXPECT_TRUE(cluster()->waitForState(job, "CANCELLED"));
  EXPECT_TRUE(listed(slurm("jobs", {}), job).is_null());
  const Finished again = slurm("cancel", {job});
  EXPECT_EQ(again.code, 1);
  EXPECT_THAT(again.errors, HasSubstr("Job " + job + " is over already (CANCELLED)"));
}

TEST_F(SlurmJobs, OfANewRunAreRefusedWhileOneForItsFolderIsInTheQueue) {
  const fs::path run = folder_ / "a run";
  auto words = smallJob(run);
  words.insert(words.end(), {"--nodes", "9"});  // of four: it waits
  const Finished submitted = slurm("submit", words);
  ASSERT_EQ(submitted.code, 0) << submitted.errors;
  const std::string job = nlohmann::json::parse(submitted.lastLine()).at("job");
  const std::string script = contents(run.string() + ".sbatch");

  words.back() = "8";
  const Finished again = slurm("submit", words);
  EXPECT_NE(again.code, 0);
  EXPECT_THAT(again.errors, HasSubstr("Your job " + job + " is in the queue for " + run.string() + " already"));
  EXPECT_EQ(contents(run.string() + ".sbatch"), script);
  EXPECT_EQ(slurm("submit", smallJob(folder_ / "a run-2")).code, 0);

  ASSERT_EQ(slurm("cancel", {job}).code, 0);
  ASSERT_TRUE(cluster()->waitForState(job, "CANCELLED"));
  const Finished later = slurm("submit", words);
  ASSERT_EQ(later.code, 0) << later.errors;
  EXPECT_EQ(slurm("cancel", {nlohmann::json::parse(later.lastLine()).at("job")}).code, 0);
}

TEST_F(SlurmJobs, ThatGoOnWithARunAreRefusedWhileOneForItIsInTheQueue) {
  const fs::path run = folder_ / "a run";
  makeRun(run);
  const std::vector<std::string> words{"--run", run.string(), "--assume-shared", "--time", "10", "--nodes", "9"};
  const Finished submitted = slurm("submit", words);
  ASSERT_EQ(submitted.code, 0) << submitted.errors;
  const std::string job = nlohmann::json::parse(submitted.lastLine()).at("job");

  const Finished again = slurm("submit", words);
  EXPECT_EQ(again.code, 2);
  EXPECT_THAT(again.errors, HasSubstr("Your job " + job + " is in the queue for " + run.string() + " already"));

  ASSERT_EQ(slurm("cancel", {job}).code, 0);
  ASSERT_TRUE(cluster()->waitForState(job, "CANCELLED"));
  const Finished later = slurm("submit", words);
  ASSERT_EQ(later.code, 0) << later.errors;
  EXPECT_EQ(slurm("cancel", {nlohmann::json::parse(later.lastLine()).at("job")}).code, 0);
}

TEST_F(SlurmJobs, OfOtherMakingAreNeitherListedNorCancelled) {
  const Finished other = command({"sbatch", "--parsable", "--output=/dev/null", "--hold", "--wrap=true"});
  ASSERT_EQ(other.code, 0) << other.errors;
  const std::string job = other.lastLine();
  EXPECT_TRUE(listed(slurm("jobs", {}), job).is_null());
  EXPECT_EQ(slurm("cancel", {job}).code, 2);
  EXPECT_EQ(cluster()->ask(job, "%T"), "PENDING");
  EXPECT_THAT(slurm("cancel", {"999999"}).errors, HasSubstr("Slurm knows no job 999999"));
  EXPECT_EQ(command({"scancel", job}).code, 0);
}

/// A DCGAN whose state is all that can be lost: batch statistics, optimisers, the average, the order of the data.
std::vector<std::string> training(const fs::path& run, std::int64_t steps) {
  return {"--preset",  "shapes-dcgan",
          "--out",     run.string(),
          "--steps",   std::to_string(steps),
          "--set",     "data.batch_size=8",
          "--set",     "model.generator_width=8",
          "--set",     "model.discriminator_width=8",
          "--set",     "data.shapes_count=500",
          "--set",     "training.threads=1",
          "--set",     "checkpoint.interval_steps=20",
          "--devices", "cpu"};
}

class SlurmTraining : public SlurmTrainingTest {
 protected:
  void submitTraining(std::int64_t steps) {
    std::vector<std::string> words = training(run_, steps);
    words.resize(words.size() - 2);  // the job chooses the device
    words.insert(words.end(), {"--assume-shared", "--time", "30"});
    submit(words);
  }
  void expectAsUndisturbed(std::int64_t steps) const {
    const fs::path undisturbed = folder_ / "undisturbed";
    std::vector<std::string> words{program("gan-engine"), "train"};
    const auto rest = training(undisturbed, steps);
    words.insert(words.end(), rest.begin(), rest.end());
    ASSERT_EQ(test::run(words).code, 0);
    EXPECT_TRUE(sameScalars(undisturbed, run_));
    EXPECT_TRUE(sameCheckpoint(undisturbed, run_, steps));
  }
};

TEST_F(SlurmTraining, GoesOnAfterTheSignalWithNoStepLostOrRepeated) {
  constexpr std::int64_t kSteps = 400;
  submitTraining(kSteps);
  ASSERT_EQ(command({"scancel", "--signal=USR1", job_}).code, 0);
  ASSERT_TRUE(waitUntil([&] { return restarts(job_) == 1; })) << log();
  const nlohmann::json again = listed(slurm("jobs", {}), job_);
  ASSERT_TRUE(again.is_object()) << "a requeued job is still known by its comment";
  EXPECT_EQ(again.at("restarts"), 1);
  EXPECT_EQ(again.at("run"), run_.string());
  const std::int64_t stopped_at = newestCheckpointStep(run_);
  ASSERT_LT(stopped_at, kSteps) << "the signal came too late";
  ASSERT_TRUE(cluster()->waitForState(job_, "COMPLETED", std::chrono::seconds(120))) << log();
  expectNoStepLostOrRepeated({0, stopped_at});
  expectAsUndisturbed(kSteps);
}

TEST_F(SlurmTraining, CancelledWritesACheckpointAndStaysOutOfTheQueue) {
  submitTraining(0);
  const nlohmann::json runs = listed(slurm("jobs", {}), job_);
  ASSERT_TRUE(runs.is_object());
  EXPECT_EQ(runs.at("state"), "RUNNING");
  EXPECT_FALSE(runs.contains("why"));
  ASSERT_EQ(slurm("cancel", {job_}).code, 0);
  EXPECT_TRUE(cluster()->waitForState(job_, "CANCELLED")) << log();
  EXPECT_EQ(restarts(job_), 0);
  EXPECT_EQ(lastStatus(), RunStatus::kStopped);
}

TEST_F(SlurmTraining, WithAKilledProcessFailsAndLeavesARunThatCanGoOn) {
  submitTraining(0);
  ASSERT_EQ(::kill(engines().at(0), SIGKILL), 0);
  EXPECT_TRUE(cluster()->waitForState(job_, "FAILED")) << log();
  const std::int64_t saved = newestCheckpointStep(run_);
  const Finished resumed = command(
      {program("gan-engine"), "resume", run_.string(), "--steps", std::to_string(saved + 5), "--devices", "cpu"});
  EXPECT_EQ(resumed.code, 0) << resumed.errors;
}

TEST_F(SlurmTraining, OnANodeThatDiesGoesOnOnAnother) {
  constexpr std::int64_t kSteps = 1500;
  submitTraining(kSteps);
  const std::string node = cluster()->ask(job_, "%N");
  cluster()->killNode(node);
  ASSERT_TRUE(waitUntil([&] { return restarts(job_) == 1 && cluster()->ask(job_, "%T") == "RUNNING"; },
                        std::chrono::seconds(90)))
      << cluster()->ask(job_, "%T %r");
  EXPECT_NE(cluster()->ask(job_, "%N"), node);
  ASSERT_TRUE(cluster()->waitForState(job_, "COMPLETED", std::chrono::seconds(180))) << log();
  expectAsUndisturbed(kSteps);
}

TEST(SlurmCommand, SaysWhereSlurmIsMissing) {
  const TemporaryFolder folder;
  std::vector<std::string> words{program("gan-engine"), "slurm", "submit"};
  const auto rest = smallJob(folder / "run");
  words.insert(words.end(), rest.begin(), rest.end());
  const Finished refused = run(words, {{"PATH", folder.path().string()}});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.errors, HasSubstr("is Slurm installed on this machine?"));
  EXPECT_THAT(refused.errors, HasSubstr(folder.path().string() + "/run.sbatch"));
}

/// A folder with programs of Slurm's names that say what these bodies say.
class FakeSlurm {
 public:
  FakeSlurm(const std::string& squeue, const std::string& sbatch) {
    write("squeue", squeue);
    write("sbatch", sbatch);
  }

  Finished slurm(const std::string& command, const std::vector<std::string>& rest) const {
    std::vector<std::string> words{program("gan-engine"), "slurm", command};
    words.insert(words.end(), rest.begin(), rest.end());
    return run(words, {{"PATH", folder_.path().string() + ":/usr/bin:/bin"}});
  }

 private:
  void write(const char* name, const std::string& body) const {
    std::ofstream(folder_ / name) << "#!/bin/sh\n" << body << '\n';
    fs::permissions(folder_ / name, fs::perms::owner_all);
  }

  TemporaryFolder folder_;
};

TEST(SlurmCommand, SubmitsWhereTheQueueCannotBeAsked) {
  const TemporaryFolder folder;
  const FakeSlurm slurm("echo 'squeue: error: Unable to contact slurm controller' >&2; exit 1", "echo 17");
  const Finished submitted = slurm.slurm("submit", smallJob(folder / "run"));
  EXPECT_EQ(submitted.code, 0) << submitted.errors;
  EXPECT_THAT(submitted.output, HasSubstr("Job 17:"));
}

TEST(SlurmCommand, RefusesForARunThatExistsWhatOnlyANewOneHas) {
  const TemporaryFolder folder;
  const fs::path run = folder / "run";
  makeRun(run);
  const FakeSlurm slurm("", "echo 17");
  const std::vector<std::string> goes_on{"--run", run.string(), "--assume-shared"};
  for (const auto& [option, value] : std::vector<std::pair<std::string, std::string>>{{"--set", "run.seed=3"},
                                                                                      {"--preset", "nonsense"},
                                                                                      {"--config", "x.yaml"},
                                                                                      {"--data", "x"},
                                                                                      {"--out", "x"},
                                                                                      {"--epochs", "0"},
                                                                                      {"--global-batch", "64"}}) {
    for (const char* command : {"script", "submit"}) {
      auto words = goes_on;
      words.insert(words.end(), {option, value});
      const Finished refused = slurm.slurm(command, words);
      EXPECT_EQ(refused.code, 2) << option;
      EXPECT_THAT(refused.errors, HasSubstr("--run goes on with " + run.string()));
      EXPECT_THAT(refused.errors, HasSubstr("for a new run only: " + option + "."));
    }
  }
  EXPECT_FALSE(fs::exists(run.string() + ".sbatch"));
  auto further = goes_on;
  further.insert(further.end(), {"--steps", "5"});
  EXPECT_THAT(slurm.slurm("script", further).output, HasSubstr("--steps 5"));
}

TEST(SlurmCommand, RefusesAContainerThatIsNotThereUnlessItIsSaidToBe) {
  const FakeSlurm slurm("", "echo 17");
  const std::vector<std::string> words{"--preset", "simple-gan", "--out", "/shared/run", "--container", "/nope.sif"};
  const Finished refused = slurm.slurm("script", words);
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.errors, HasSubstr("/nope.sif, which is not there"));
  auto assumed = words;
  assumed.emplace_back("--assume-shared");
  EXPECT_THAT(slurm.slurm("script", assumed).output, HasSubstr("apptainer exec /nope.sif gan-engine"));
}

TEST(SlurmCommand, RefusesFoldersThatOnlyThisMachineHas) {
  const Finished refused =
      run({program("gan-engine"), "slurm", "script", "--preset", "simple-gan", "--out", "/dev/shm/run"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.errors, HasSubstr("tmpfs"));
}

TEST(SlurmCommand, WritesNoSettingThatMeansNothingInTheRun) {
  const Finished written = run({program("gan-engine"), "slurm", "script", "--preset", "shapes-cgan", "--out",
                                "/shared/run", "--nodes", "1", "--assume-shared", "--set", "ema.enabled=false"});
  ASSERT_EQ(written.code, 0) << written.errors;
  EXPECT_THAT(written.output, HasSubstr("--set ema.enabled=false"));
  EXPECT_THAT(written.output, testing::Not(HasSubstr("ema.decay"))) << "which the preset sets";
}

TEST(SlurmCommand, SharesAGlobalBatchOut) {
  const auto script = [](const std::string& batch) {
    return run({program("gan-engine"), "slurm", "script", "--preset", "shapes-dcgan", "--out", "/shared/run", "--nodes",
                "32", "--gpus-per-node", "4", "--global-batch", batch, "--assume-shared"});
  };
  EXPECT_THAT(script("12288").output, HasSubstr("--set data.batch_size=96 "));
  EXPECT_THAT(script("12288").output, HasSubstr("--devices all"));  // a process takes the GPU with its number
  const Finished refused = script("1000");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.errors, HasSubstr("896 or 1024"));
}

TEST(SlurmCommand, SharesAGlobalBatchOutAmongCopiesOfNetworksThatSeveralProcessesHold) {
  const auto script = [](const std::string& tasks) {
    return run({program("gan-engine"), "slurm", "script", "--preset", "shapes-dcgan", "--out", "/shared/run", "--nodes",
                "2", "--tasks-per-node", tasks, "--global-batch", "96", "--assume-shared", "--set",
                "distributed.stages=4"});
  };
  EXPECT_THAT(script("4").output, HasSubstr("--set data.batch_size=48 ")) << "two copies";
  const Finished refused = script("3");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.errors, HasSubstr("the job's 6 cannot be divided so"));
}

}  // namespace
}  // namespace gan::test
