#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/small_training.h"
#include "support/temporary_folder.h"
#include "support/worker_processes.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class ProcessesOfALauncher : public testing::Test {
 protected:
  std::vector<std::string> train(const fs::path& out, int steps, const std::vector<std::string>& more) const {
    std::vector<std::string> words = smallTraining(out, steps);
    words.insert(words.begin(), {program("gan-engine"), "train"});
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  bool trains(Process& launcher) const {
    return waitUntil([&] { return newestCheckpointStep(run_) > 0 || !launcher.running(); }) && launcher.running();
  }

  TemporaryFolder folder_;
  fs::path run_ = folder_.path() / "run";
};

TEST_F(ProcessesOfALauncher, TrainTheBitsOfTheSameProcessesStartedByHand) {
  const Finished launched = run(train(run_, 20, {"--processes", "2", "--json"}));
  ASSERT_EQ(launched.code, 0) << launched.errors;
  const auto facts = nlohmann::json::parse(launched.lastLine());
  EXPECT_EQ(facts.at("step"), 20);
  EXPECT_EQ(facts.at("processes"), 2);
  EXPECT_EQ(facts.at("restarts"), 0);

  const fs::path by_hand = folder_.path() / "by-hand";
  const std::string place = "127.0.0.1:" + std::to_string(20'000 + ::getpid() % 10'000);
  std::vector<std::unique_ptr<Process>> ranks;
  for (const char* rank : {"0", "1"}) {
    ranks.push_back(std::make_unique<Process>(
        train(by_hand, 20, {"--world-size", "2", "--rank", rank, "--local-rank", rank, "--meet-at", place})));
  }
  for (const auto& rank : ranks) ASSERT_EQ(rank->wait(), 0) << rank->errors();
  EXPECT_TRUE(sameScalars(by_hand, run_));
  EXPECT_TRUE(sameCheckpoint(by_hand, run_, 20));
}

TEST_F(ProcessesOfALauncher, StopWithACheckpointOnCtrlC) {
  Process launcher(train(run_, 0, {"--processes", "2", "--json"}));
  ASSERT_TRUE(trains(launcher)) << launcher.errors();
  const auto workers = workersOf(launcher.pid());
  launcher.signal(SIGINT);
  EXPECT_EQ(launcher.wait(), 3) << launcher.errors();
  EXPECT_THAT(launcher.output(), HasSubstr("\"outcome\":\"stopped\""));
  const std::int64_t stopped = newestCheckpointStep(run_);
  EXPECT_EQ(trainedScalars(run_).at("loss/g").size(), static_cast<std::size_t>(stopped));
  for (const auto& [rank, pid] : workers) EXPECT_FALSE(isAlive(pid)) << "rank " << rank;

  EXPECT_EQ(
      run({program("gan-engine"), "resume", run_.string(), "--processes", "2", "--steps", std::to_string(stopped + 5)})
          .code,
      0);
  EXPECT_EQ(newestCheckpointStep(run_), stopped + 5);
}

TEST_F(ProcessesOfALauncher, EndSoonOnCtrlCWhileTheyWaitForOneOfThem) {
  Process launcher(train(run_, 5, {"--processes", "2", "--max-restarts", "3"}));
  std::map<int, pid_t> workers;
  ASSERT_TRUE(waitUntil([&] { return (workers = workersOf(launcher.pid())).size() == 2; }));
  ::kill(workers.at(1), SIGSTOP);
  ASSERT_TRUE(waitUntil([&] { return listensForSignals(workers.at(0)); })) << launcher.errors();
  launcher.signal(SIGINT);
  EXPECT_TRUE(waitUntil([&] { return !isAlive(workers.at(0)); }, std::chrono::seconds(10))) << launcher.errors();
  ::kill(workers.at(1), SIGCONT);
  EXPECT_EQ(launcher.wait(std::chrono::seconds(10)), 3) << launcher.errors();
  EXPECT_THAT(launcher.errors(), HasSubstr("stopped before all processes of the run had met"));
  EXPECT_THAT(launcher.errors(), testing::Not(HasSubstr("starting all processes again")));
  EXPECT_FALSE(fs::exists(run_));
}

TEST_F(ProcessesOfALauncher, PutTheirSlurmJobBackWhenOnlyAnotherThanRankZeroIsToldToStop) {
  const fs::path asked = folder_.path() / "asked";
  const auto script = [&](const std::string& name, const std::string& body) {
    std::ofstream(folder_.path() / name) << "#!/bin/sh\n" << body << "\n";
    fs::permissions(folder_.path() / name, fs::perms::owner_all);
  };
  script("squeue", "echo RUNNING");
  script("scontrol", "echo \"$@\" >> " + asked.string());
  Process launcher(train(run_, 0, {"--processes", "2", "--requeue"}),
                   {{"SLURM_JOB_ID", "4711"}, {"PATH", folder_.path().string() + ":/usr/bin:/bin"}});
  ASSERT_TRUE(trains(launcher)) << launcher.errors();
  ::kill(workersOf(launcher.pid()).at(1), SIGUSR1);
  EXPECT_EQ(launcher.wait(), 3) << launcher.errors();
  std::stringstream words;
  words << std::ifstream(asked).rdbuf();
  EXPECT_THAT(words.str(), HasSubstr("requeue 4711"));
}

TEST_F(ProcessesOfALauncher, AreRefusedWhereAnotherLauncherHasStartedAnotherNumber) {
  const Finished refused = run(train(run_, 5, {"--processes", "3"}), {{"RANK", "0"},
                                                                      {"WORLD_SIZE", "2"},
                                                                      {"LOCAL_RANK", "0"},
                                                                      {"LOCAL_WORLD_SIZE", "2"},
                                                                      {"MASTER_ADDR", "127.0.0.1"},
                                                                      {"MASTER_PORT", "29400"}});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.errors, HasSubstr("one of 2 processes already"));
  EXPECT_FALSE(fs::exists(run_));
}

TEST_F(ProcessesOfALauncher, DoNotGoOnWithARunThatAnotherCommandBegan) {
  ASSERT_EQ(run(train(run_, 5, {})).code, 0);
  for (const char* restarts : {"0", "3"}) {
    const Finished refused = run(train(run_, 5, {"--processes", "2", "--max-restarts", restarts, "--json"}));
    EXPECT_EQ(refused.code, 2) << refused.errors;
    EXPECT_THAT(refused.errors, HasSubstr("holds a run already"));
    EXPECT_EQ(nlohmann::json::parse(refused.lastLine()).at("restarts"), 0);
    EXPECT_EQ(nlohmann::json::parse(refused.lastLine()).at("error").at("id"), "run_exists");
  }
  // As a launcher starts them again that began another run.
  const Finished again =
      run(train(run_, 5, {}), {{"TORCHELASTIC_RUN_ID", "another"}, {"TORCHELASTIC_RESTART_COUNT", "1"}});
  EXPECT_EQ(again.code, 2) << again.errors;
  EXPECT_THAT(again.errors, HasSubstr("holds a run already"));
  EXPECT_EQ(newestCheckpointStep(run_), 5);
}

TEST_F(ProcessesOfALauncher, AreRefusedWhereDevicesMeanAnotherNumber) {
  const Finished refused = run(train(run_, 20, {"--processes", "4", "--devices", "0,1"}));
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.errors, HasSubstr("--processes 4, but --devices 0,1 means 2 GPU(s)"));
  EXPECT_THAT(refused.errors, HasSubstr("--devices 0,1,0,1."));
  EXPECT_FALSE(fs::exists(run_));
}

TEST_F(ProcessesOfALauncher, AreNotStartedWithoutAGpuForEach) {
  // No variable hides a machine's GPUs from a driver that is not there, so this holds on every machine.
  for (const char* devices : {"0,1", "all", "free:2", "0"}) {
    const Finished refused = run(train(run_, 20, {"--devices", devices}), {{"CUDA_VISIBLE_DEVICES", ""}});
    EXPECT_EQ(refused.code, 1) << devices;
    EXPECT_THAT(refused.errors, HasSubstr("cannot be used: ")) << devices;
    EXPECT_FALSE(fs::exists(run_)) << devices;
  }
}

TEST_F(ProcessesOfALauncher, AndOneProcessSayInTheManifestWhereEachComputes) {
  const Finished two = run(train(run_, 1, {"--processes", "2", "--devices", "cpu"}));
  ASSERT_EQ(two.code, 0) << two.errors;
  const auto manifest = nlohmann::json::parse(std::ifstream(run_ / "manifest.json"));
  ASSERT_EQ(manifest.at("devices").size(), 2U);
  for (const auto& device : manifest.at("devices")) EXPECT_THAT(device, testing::StartsWith("cpu of "));
  std::stringstream log;
  log << std::ifstream(run_ / "engine.log").rdbuf();
  for (const char* line : {"rank 0 computes on cpu of ", "rank 1 computes on cpu of "}) {
    EXPECT_THAT(log.str(), HasSubstr(line));
  }
}

TEST_F(ProcessesOfALauncher, MeasureTogetherWhatTheyBring) {
  const Finished measured = run({program("gan-engine"),
                                 "bench",
                                 "--preset",
                                 "shapes-dcgan",
                                 "--batch",
                                 "4",
                                 "--steps",
                                 "2",
                                 "--warmup",
                                 "0",
                                 "--set",
                                 "model.generator_width=4",
                                 "--set",
                                 "model.discriminator_width=4",
                                 "--set",
                                 "training.threads=1",
                                 "--processes",
                                 "2",
                                 "--devices",
                                 "cpu",
                                 "--json"});
  ASSERT_EQ(measured.code, 0) << measured.errors;
  const auto facts = nlohmann::json::parse(measured.lastLine());
  EXPECT_EQ(facts.at("processes"), 2);
  EXPECT_GT(facts.at("bytes_per_step"), 0);
  const double iteration_ms = 2 * 4 * 1e3 / facts.at("images_per_second").get<double>();
  double phases_ms = 0;
  for (const auto& [phase, milliseconds] : facts.at("phases_ms").items()) phases_ms += milliseconds.get<double>();
  EXPECT_LE(phases_ms, iteration_ms * 1.001);
  EXPECT_GT(phases_ms, iteration_ms / 2);
}

}  // namespace
}  // namespace gan::test
