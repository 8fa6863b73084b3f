#include "run/lock.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "run/checkpoint_store.h"
#include "support/edit_lock.h"
#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

class SecondEngine : public testing::Test {
 protected:
  void SetUp() override {
    engine_ = std::make_unique<Process>(std::vector<std::string>{program("gan-engine"), "train", "--preset",
                                                                 "simple-gan", "--out", run_.string(), "--steps", "0",
                                                                 "--set", "checkpoint.interval_steps=50"});
    ASSERT_TRUE(waitUntil([&] { return newestCheckpointStep(run_) > 0 || !engine_->running(); }));
    ASSERT_TRUE(engine_->running()) << engine_->errors();
  }

  void expectRefused(const Finished& second) const {
    EXPECT_EQ(second.code, 1) << second.errors;
    EXPECT_NE(second.errors.find(std::to_string(engine_->pid())), std::string::npos) << second.errors;
  }

  TemporaryFolder folder_;
  fs::path run_ = folder_.path() / "run";
  std::unique_ptr<Process> engine_;
};

TEST_F(SecondEngine, IsRefusedOnTheSameHostWithTheFirstOnesName) {
  expectRefused(run({program("gan-engine"), "resume", run_.string()}));
}

TEST_F(SecondEngine, IsRefusedFromAnotherNetworkNamespace) {
  if (geteuid() != 0 || run({"unshare", "--net", "true"}).code != 0)
    GTEST_SKIP() << "needs the right to make a network namespace";
  expectRefused(run({"unshare", "--net", program("gan-engine"), "resume", run_.string()}));
}

TEST_F(SecondEngine, IsRefusedFromAnotherHostNameAndProcessNamespace) {
  if (geteuid() != 0 || run({"unshare", "--uts", "--pid", "--fork", "true"}).code != 0)
    GTEST_SKIP() << "needs the right to make namespaces";
  expectRefused(run({"unshare", "--net", "--uts", "--pid", "--fork", "--mount-proc", "sh", "-c",
                     "hostname other-host; exec " + program("gan-engine") + " resume " + run_.string()}));
}

TEST_F(SecondEngine, IsRefusedFromAnotherHostWhileTheFirstWritesALongCheckpoint) {
  if (geteuid() != 0 || run({"unshare", "--uts", "--pid", "--fork", "true"}).code != 0)
    GTEST_SKIP() << "needs the right to make namespaces";
  engine_->signal(SIGKILL);
  engine_->wait();
  engine_ = std::make_unique<Process>(std::vector<std::string>{program("gan-engine"), "resume", run_.string()},
                                      Process::Environment{{kPauseInCheckpointVariable, "60000"}});
  const auto writesACheckpoint = [&] {
    for (const auto& entry : fs::directory_iterator(run_ / "checkpoints")) {
      if (entry.path().filename().string().ends_with("-" + std::to_string(engine_->pid()))) return true;
    }
    return false;
  };
  ASSERT_TRUE(waitUntil([&] { return writesACheckpoint() || !engine_->running(); }));
  ASSERT_TRUE(engine_->running()) << engine_->errors();
  editLock(run_, "heartbeat_unix_seconds", "1000000000.5");
  ASSERT_TRUE(waitUntil([&] { return RunLock::holder(run_)->heartbeat_unix_seconds > 1000000001; }));
  ASSERT_TRUE(writesACheckpoint()) << "it is too late to see anything";
  expectRefused(run({"unshare", "--net", "--uts", "--pid", "--fork", "--mount-proc", "sh", "-c",
                     "hostname other-host; exec " + program("gan-engine") + " resume " + run_.string()}));
}

TEST_F(SecondEngine, TakesOverAfterTheFirstWasKilled) {
  engine_->signal(SIGKILL);
  engine_->wait();
  const auto second =
      run({program("gan-engine"), "resume", run_.string(), "--steps", std::to_string(newestCheckpointStep(run_) + 10)});
  EXPECT_EQ(second.code, 0) << second.errors;
}

}  // namespace
}  // namespace gan::test
