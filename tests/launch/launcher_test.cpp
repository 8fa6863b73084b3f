#include "launch/launcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <thread>

#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::StartsWith;
namespace fs = std::filesystem;

/// Workers that run a line of shell; it finds its place in $RANK. `wait_for_others` is a rank that would train for
/// ever.
LaunchOptions workers(int processes, const std::string& line) {
  LaunchOptions options;
  options.command = {"/bin/sh", "-c", line};
  options.processes = processes;
  options.grace = 2s;
  return options;
}

pid_t readPid(const fs::path& file) {
  pid_t pid = -1;
  std::ifstream(file) >> pid;
  return pid;
}

bool isGone(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  if (!std::getline(file, line)) return true;
  const std::size_t name_end = line.rfind(')');
  return line.size() > name_end + 2 && (line[name_end + 2] == 'Z' || line[name_end + 2] == 'X');
}

bool eventually(const std::function<bool()>& condition, std::chrono::milliseconds limit = 10s) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(10ms);
  }
  return true;
}

/// A folder in which every process of a launch writes its number.
class Launches : public testing::Test {
 protected:
  /// A rank and a program of its own note their numbers and go on for ever.
  std::string forEver() const {
    return "sleep 600 & echo $! > " + path("child-$RANK") + "; echo $$ > " + path("rank-$RANK") + "; wait";
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void expectNobodyIsLeft(int processes) const {
    for (int rank = 0; rank < processes; ++rank) {
      for (const std::string kind : {"rank-", "child-"}) {
        const fs::path file = path(kind + std::to_string(rank));
        if (!fs::exists(file)) continue;
        const pid_t pid = readPid(file);
        EXPECT_TRUE(eventually([&] { return isGone(pid); })) << kind << rank;
      }
    }
  }
  bool allStarted(int processes) const {
    return eventually([&] {
      for (int rank = 0; rank < processes; ++rank) {
        if (readPid(path("rank-" + std::to_string(rank))) <= 0) return false;
      }
      return true;
    });
  }

  TemporaryFolder folder_;
};

TEST_F(Launches, GiveEachWorkerItsPlaceAndReturnWhatRankZeroPrints) {
  LaunchOptions options =
      workers(3, "echo $RANK $LOCAL_RANK $WORLD_SIZE $LOCAL_WORLD_SIZE $MASTER_ADDR $MASTER_PORT > " +
                     path("place-$RANK") + "; echo answer of $RANK");
  options.store_port = 12345;
  const LaunchOutcome outcome = Launcher(options).run();
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.output, "answer of 0\n");
  for (int rank = 0; rank < 3; ++rank) {
    std::ifstream file(path("place-" + std::to_string(rank)));
    std::string line;
    std::getline(file, line);
    EXPECT_EQ(line, std::to_string(rank) + " " + std::to_string(rank) + " 3 3 127.0.0.1 12345");
  }
}

TEST_F(Launches, PassOnWhatOtherRanksSayWithTheirNumber) {
  testing::internal::CaptureStderr();
  Launcher(workers(2, "[ $RANK = 0 ] || { echo said; echo complained >&2; }")).run();
  const std::string errors = testing::internal::GetCapturedStderr();
  EXPECT_THAT(errors, HasSubstr("[rank 1] said\n"));
  EXPECT_THAT(errors, HasSubstr("[rank 1] complained\n"));
}

TEST_F(Launches, EndWhenARankIsKilledAndSayWhichOneOfWhat) {
  const LaunchOutcome outcome =
      Launcher(workers(3, "if [ $RANK = 1 ]; then sleep 0.3; kill -KILL $$; fi; " + forEver())).run();
  EXPECT_EQ(outcome.code, 5);
  EXPECT_EQ(describeEnd(outcome.cause), "rank 1 was killed by signal 9 (Killed)");
  expectNobodyIsLeft(3);
}

TEST_F(Launches, NameTheOneThatWasLostNotThoseThatLostIt) {
  // As peers of a killed rank end: a moment later, with the code for a lost peer.
  const LaunchOutcome outcome = Launcher(workers(3, "[ $RANK = 2 ] && { sleep 0.05; kill -SEGV $$; }; exit 5")).run();
  EXPECT_EQ(outcome.code, 5);
  EXPECT_EQ(outcome.cause.rank, 2);
  EXPECT_EQ(outcome.cause.signal, SIGSEGV);
}

TEST_F(Launches, NameTheOneThatWasStopped) {
  // Its peers give up on it, as at the end of a collective's time-out.
  const LaunchOutcome outcome =
      Launcher(workers(3, "echo $$ > " + path("rank-$RANK") + "; [ $RANK = 1 ] && kill -STOP $$; sleep 0.5; exit 5"))
          .run();
  EXPECT_EQ(outcome.code, 5);
  EXPECT_EQ(describeEnd(outcome.cause), "rank 1 fell silent and was killed");
  expectNobodyIsLeft(3);
}

TEST_F(Launches, NameTheOneThatWasStoppedWhereItsPeersAreAborted) {
  // As c10d's watchdog ends a process whose kernels have waited for a lost rank for too long.
  const LaunchOutcome outcome = Launcher(workers(3, "ulimit -c 0; echo $$ > " + path("rank-$RANK") +
                                                        "; [ $RANK = 1 ] && kill -STOP $$; sleep 0.5; kill -ABRT $$"))
                                    .run();
  EXPECT_EQ(outcome.code, 5);
  EXPECT_EQ(describeEnd(outcome.cause), "rank 1 fell silent and was killed");
  expectNobodyIsLeft(3);
}

TEST_F(Launches, NameTheOneThatAbortsWhereNobodyWasStopped) {
  const LaunchOutcome outcome =
      Launcher(workers(3, "ulimit -c 0; [ $RANK = 1 ] && { sleep 0.3; kill -ABRT $$; }; " + forEver())).run();
  EXPECT_EQ(outcome.code, 5);
  EXPECT_EQ(describeEnd(outcome.cause), "rank 1 was killed by signal 6 (Aborted)");
  expectNobodyIsLeft(3);
}

TEST_F(Launches, KeepTheCodeOfARankThatFailsByItselfAndItsLastWords) {
  testing::internal::CaptureStderr();
  const LaunchOutcome outcome =
      Launcher(workers(2, "[ $RANK = 1 ] && { echo 'no such data' >&2; exit 2; }; " + forEver())).run();
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(describeEnd(outcome.cause), "rank 1 ended with code 2: no such data");
  expectNobodyIsLeft(2);
}

TEST_F(Launches, AreToldByRankZeroHowAllEndedAlike) {
  LaunchOptions options = workers(2, "[ $RANK = 0 ] && sleep 0.5; exit 2");  // rank 0 ends last
  options.grace = 60s;
  const LaunchOutcome outcome = Launcher(options).run();
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.cause.rank, 0);
}

TEST_F(Launches, HaveAnIdThatTheirRestartsKeepAndNoOtherLaunchHas) {
  std::set<std::string> ids;
  for (const char* name : {"first", "second"}) {
    LaunchOptions options = workers(1, "echo $TORCHELASTIC_RUN_ID >> " + path(name) + "; exit 1");
    options.max_restarts = 1;
    testing::internal::CaptureStderr();
    Launcher(options).run();
    testing::internal::GetCapturedStderr();
    std::ifstream file(path(name));
    std::string before;
    std::string after;
    file >> before >> after;
    EXPECT_EQ(before, after);
    EXPECT_FALSE(before.empty());
    ids.insert(before);
  }
  EXPECT_EQ(ids.size(), 2U);
}

TEST_F(Launches, StartAllAgainAfterALossUpToTheLimit) {
  LaunchOptions options = workers(
      2, "echo $TORCHELASTIC_RESTART_COUNT >> " + path("starts-$RANK") + "; [ $RANK = 1 ] && kill -KILL $$; exit 5");
  options.max_restarts = 2;
  const LaunchOutcome outcome = Launcher(options).run();
  EXPECT_EQ(outcome.code, 5);
  EXPECT_EQ(outcome.restarts, 2);
  std::ifstream file(path("starts-1"));
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "0\n1\n2\n");
}

TEST_F(Launches, AreWholeWhenARestartGoesThrough) {
  LaunchOptions options =
      workers(2, "[ $TORCHELASTIC_RESTART_COUNT = 0 ] && [ $RANK = 0 ] && kill -KILL $$; echo done");
  options.max_restarts = 3;
  const LaunchOutcome outcome = Launcher(options).run();
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.restarts, 1);
  EXPECT_EQ(outcome.output, "done\n");
}

TEST_F(Launches, AreNotRepeatedForWrongInputOrDivergence) {
  for (const int code : {2, 4}) {
    LaunchOptions options = workers(2, "exit " + std::to_string(code));
    options.max_restarts = 3;
    const LaunchOutcome outcome = Launcher(options).run();
    EXPECT_EQ(outcome.code, code);
    EXPECT_EQ(outcome.restarts, 0);
  }
}

TEST_F(Launches, PassAStopOnAndWaitForTheCheckpoint) {
  Launcher launcher(workers(2, "trap 'sleep 3; echo stopped; exit 3' USR1; echo $$ > " + path("rank-$RANK") +
                                   "; while :; do sleep 0.05; done"));
  std::jthread stopper([&] {
    allStarted(2);
    launcher.requestStop();
  });
  const LaunchOutcome outcome = launcher.run();  // 3 s is longer than the grace after a loss
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.output, "stopped\n");
  expectNobodyIsLeft(2);
}

TEST_F(Launches, LeaveNobodyBehindWhenTheLauncherIsKilled) {
  const LaunchOptions options = workers(3, "echo $$ > " + path("rank-$RANK") + "; while :; do sleep 0.05; done");
  const pid_t launcher = ::fork();
  if (launcher == 0) {
    Launcher(options).run();
    ::_exit(0);
  }
  ASSERT_TRUE(allStarted(3));
  ::kill(launcher, SIGKILL);
  ::waitpid(launcher, nullptr, 0);
  expectNobodyIsLeft(3);
}

TEST_F(Launches, EndWithARankKilledAtAnyMoment) {
  std::mt19937 random(7);
  for (int round = 0; round < 10; ++round) {
    const int victim = static_cast<int>(random() % 3);
    const auto delay = std::chrono::milliseconds(random() % 60);
    for (int rank = 0; rank < 3; ++rank) fs::remove(path("rank-" + std::to_string(rank)));
    LaunchOptions options = workers(3, forEver());
    options.grace = 100ms;
    std::jthread killer([&] {
      const fs::path file = path("rank-" + std::to_string(victim));
      eventually([&] { return readPid(file) > 0; });
      std::this_thread::sleep_for(delay);
      ::kill(readPid(file), SIGKILL);
    });
    const LaunchOutcome outcome = Launcher(options).run();
    EXPECT_EQ(outcome.code, 5);
    EXPECT_EQ(outcome.cause.rank, victim);
    expectNobodyIsLeft(3);
  }
}

TEST(Launcher, NamesAProgramThatDoesNotStart) {
  LaunchOptions options;
  options.command = {"/no/such/program"};
  const auto error =
      expectError(ErrorCode::kFailedPrecondition, "worker_not_started", [&] { Launcher(options).run(); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message(), HasSubstr("/no/such/program"));
}

}  // namespace
}  // namespace gan
