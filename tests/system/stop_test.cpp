// Whoever ends a training in a way of his own finds it stopped, with a checkpoint, and not lost.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

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

/// Stops a unit as `systemctl stop` does (systemd.kill(5), KillMode=control-group): SIGTERM to every process of the
/// control group, SIGCONT behind it for those that were stopped, SIGHUP with SendSIGHUP=yes, and after TimeoutStopSec
/// SIGKILL to all that are left. Here the processes of the group are the run's own.
class SystemdUnit {
 public:
  explicit SystemdUnit(Process& main) : main_(main), all_{main.pid()} {
    for (const auto& [rank, pid] : workersOf(main.pid())) all_.push_back(pid);
  }
  std::size_t processes() const { return all_.size(); }
  /// False when it took the last resort.
  bool stop(const std::vector<int>& signals, std::chrono::seconds timeout_stop) {
    for (const int signal : signals) {
      for (const pid_t pid : all_) ::kill(pid, signal);
    }
    if (waitUntil([this] { return !main_.running(); }, timeout_stop)) return true;
    for (const pid_t pid : all_) ::kill(pid, SIGKILL);
    return false;
  }

 private:
  Process& main_;
  std::vector<pid_t> all_;
};

constexpr std::chrono::seconds kDefaultTimeoutStop{90};  // systemd-system.conf(5)

TEST_F(Stop, AsSystemdDoes) {
  train({}, {"--processes", "2"});
  SystemdUnit unit(*process_);
  ASSERT_EQ(unit.processes(), 3U);
  EXPECT_TRUE(unit.stop({SIGTERM, SIGCONT}, kDefaultTimeoutStop));
  expectStopped();
}

TEST_F(Stop, AsSystemdDoesToAFrozenUnit) {
  train({}, {"--processes", "2"});
  SystemdUnit unit(*process_);
  ASSERT_EQ(unit.processes(), 3U);
  for (const auto& [rank, pid] : workersOf(process_->pid())) ::kill(pid, SIGSTOP);
  ASSERT_TRUE(process_->stop());
  EXPECT_TRUE(unit.stop({SIGTERM, SIGCONT}, kDefaultTimeoutStop));
  expectStopped();
}

TEST_F(Stop, AsSystemdDoesWithAHangUpBesideIt) {
  train({}, {"--processes", "2"});
  SystemdUnit unit(*process_);
  ASSERT_EQ(unit.processes(), 3U);
  EXPECT_TRUE(unit.stop({SIGTERM, SIGCONT, SIGHUP}, kDefaultTimeoutStop));
  expectStopped();
}

TEST_F(Stop, AsSystemdDoesToAUnitThatTakesLongerThanItMayKeepsWhatWasWrittenBefore) {
  train({}, {"--set", "checkpoint.interval_steps=50"}, "0");
  ASSERT_TRUE(waitUntil([&] { return newestCheckpointStep(run_) > 0; }));
  ASSERT_TRUE(process_->stop());
  SystemdUnit unit(*process_);
  EXPECT_FALSE(unit.stop({SIGTERM}, std::chrono::seconds(1)));  // still stopped: no SIGCONT reached it
  EXPECT_EQ(process_->wait(), 128 + SIGKILL);
  const std::int64_t kept = newestCheckpointStep(run_);
  EXPECT_GT(kept, 0);
  const Finished resumed = run({program("gan-engine"), "resume", run_.string(), "--steps", std::to_string(kept + 5)});
  EXPECT_EQ(resumed.code, 0) << resumed.errors;
}

/// What a machine with Open MPI starts programs with; empty where there is none.
std::string mpirun() { return test::run({"sh", "-c", "command -v mpirun || true"}).lastLine(); }

class StopByMpirun : public Stop {
 protected:
  void SetUp() override {
    if (mpirun().empty()) GTEST_SKIP() << "There is no mpirun on this machine; packaging/setup --peers installs it.";
  }
  /// On one machine with few cores, which may belong to root. Open MPI ends what has not ended by itself a second after
  /// its signal, or after as many as it is told.
  static std::vector<std::string> starter(const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{mpirun(), "--oversubscribe", "-n", "2"};
    if (::geteuid() == 0) words.emplace_back("--allow-run-as-root");
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  /// mpirun ends with a code of its own.
  void expectStoppedWithACheckpoint() {
    process_->wait();
    EXPECT_GT(newestCheckpointStep(run_), 0) << process_->errors();
    const Finished status = test::run({program("gan-engine"), "status", "--json", run_.string()});
    EXPECT_EQ(nlohmann::json::parse(status.lastLine()).at("status"), "stopped") << status.output;
  }
};

TEST_F(StopByMpirun, WithSigterm) {
  train(starter(), {}, "0");
  process_->signal(SIGTERM);
  expectStoppedWithACheckpoint();
}

TEST_F(StopByMpirun, WithCtrlC) {
  train(starter(), {}, "0");
  process_->signal(SIGINT);
  expectStoppedWithACheckpoint();
}

TEST_F(StopByMpirun, WithTimeForALongCheckpoint) {
  train(starter({"--mca", "odls_base_sigkill_timeout", "5"}));
  process_->signal(SIGTERM);
  expectStoppedWithACheckpoint();
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
