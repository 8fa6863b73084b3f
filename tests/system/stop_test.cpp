// Whoever ends a training in a way of his own finds it stopped, with a checkpoint, and not lost.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "run/checkpoint_store.h"
#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/small_training.h"
#include "support/temporary_folder.h"
#include "support/worker_processes.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

class Stop : public testing::Test {
 protected:
  /// Trains until it is stopped; the checkpoint that it then writes takes a second or more, so that whatever else comes
  /// finds it at that.
  void train(std::vector<std::string> starter, const std::vector<std::string>& more = {},
             const std::string& pause_ms = "500") {
    std::vector<std::string> words = smallTraining(run_, 0, {"checkpoint.interval_steps=0"});
    words.insert(words.begin(), {program("gan-engine"), "train"});
    words.insert(words.end(), more.begin(), more.end());
    starter.insert(starter.end(), words.begin(), words.end());
    process_ = std::make_unique<Process>(starter, Process::Environment{{kPauseInCheckpointVariable, pause_ms}});
    ASSERT_TRUE(waitUntil([&] { return isTraining() || !process_->running(); }));
    ASSERT_TRUE(process_->running()) << process_->errors();
  }

  bool isTraining() const { return fs::exists(run_ / "journal.log") && !trainedScalars(run_).empty(); }

  bool waitUntilItWritesACheckpoint() {
    return waitUntil([&] {
             std::error_code ignored;
             for (const auto& entry : fs::directory_iterator(run_ / "checkpoints", ignored)) {
               if (entry.path().filename().string().starts_with(".")) return true;
             }
             return !process_->running();
           }) &&
           process_->running();
  }

  void expectStopped() {
    EXPECT_EQ(process_->wait(), 3) << process_->errors();
    EXPECT_GT(newestCheckpointStep(run_), 0) << process_->errors();
    const Finished list = run({program("gan-engine"), "runs", "--json", folder_.path().string()});
    EXPECT_EQ(nlohmann::json::parse(list.lastLine()).at("runs").at(0).at("status"), "stopped") << list.output;
  }

  TemporaryFolder folder_;
  fs::path run_ = folder_.path() / "run";
  std::unique_ptr<Process> process_;
};

// SIGALRM is how its clock tells `timeout` that the time is over: it signals the process, then the group.
TEST_F(Stop, ByTimeout) {
  train({"timeout", "--preserve-status", "600"});
  process_->signal(SIGALRM);
  expectStopped();
}

TEST_F(Stop, ByTimeoutOfAllProcesses) {
  train({"timeout", "--preserve-status", "600"}, {"--processes", "2"});
  process_->signal(SIGALRM);
  expectStopped();
}

TEST_F(Stop, AsMpirunDoesByTwoSignalsToTheGroup) {
  train({"setsid"});
  ::kill(-process_->pid(), SIGTERM);
  ASSERT_TRUE(waitUntilItWritesACheckpoint()) << process_->errors();
  ::kill(-process_->pid(), SIGTERM);
  expectStopped();
}

TEST_F(Stop, AsSystemdDoesByTwoKindsOfSignalsToEveryProcess) {
  train({}, {"--processes", "2"});
  std::vector<pid_t> all{process_->pid()};
  for (const auto& [rank, pid] : workersOf(process_->pid())) all.push_back(pid);
  ASSERT_EQ(all.size(), 3U);
  for (const int signal : {SIGTERM, SIGHUP}) {
    for (const pid_t pid : all) ::kill(pid, signal);
  }
  expectStopped();
}

TEST_F(Stop, BySlurmsNoticeWithTheEndOfTheTimeDuringTheCheckpoint) {
  train({});
  process_->signal(SIGUSR1);
  ASSERT_TRUE(waitUntilItWritesACheckpoint()) << process_->errors();
  process_->signal(SIGTERM);
  expectStopped();
}

TEST_F(Stop, ByAClosedTerminalWithASignalDuringTheCheckpoint) {
  train({});
  process_->signal(SIGHUP);
  ASSERT_TRUE(waitUntilItWritesACheckpoint()) << process_->errors();
  process_->signal(SIGTERM);
  expectStopped();
}

TEST_F(Stop, ByASecondCtrlCSecondsLaterWaitsForNoCheckpoint) {
  train({}, {}, "30000");
  process_->signal(SIGINT);
  ASSERT_TRUE(waitUntilItWritesACheckpoint()) << process_->errors();
  std::this_thread::sleep_for(milliseconds(2100));
  process_->signal(SIGINT);
  EXPECT_EQ(process_->wait(), 128 + SIGINT) << process_->errors();
  EXPECT_EQ(newestCheckpointStep(run_), -1);
}

}  // namespace
}  // namespace gan::test
