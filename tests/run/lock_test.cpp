#include "run/lock.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <memory>
#include <thread>

#include "child_process.h"
#include "core/atomic_file.h"
#include "core/units.h"
#include "support/edit_lock.h"
#include "support/expect_error.h"
#include "support/small_disk.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr int kTaken = 0;
constexpr int kRefused = 1;
constexpr int kNoNamespaces = 2;

/// Tries to take the lock and gives it back.
int tryToTake(const fs::path& folder, std::chrono::duration<double> limit = kLockSilenceLimit) {
  try {
    const RunLock lock(folder, limit);
    return kTaken;
  } catch (const Error& error) {
    return error.id() == "run_locked" ? kRefused : 3;
  }
}

/// A lock whose process was killed.
void leaveStaleLock(const fs::path& folder) {
  ChildProcess child([&] {
    new RunLock(folder);  // ends without its destructor, as by a kill
    return 0;
  });
  ASSERT_EQ(child.wait(), 0);
}

TEST(RunLock, NamesItsHolderAndGoesWithIt) {
  const TemporaryFolder folder;
  EXPECT_FALSE(RunLock::holder(folder.path()));
  {
    const double before = unixSeconds();
    const RunLock lock(folder.path());
    EXPECT_FALSE(lock.previous());
    const auto holder = RunLock::holder(folder.path());
    ASSERT_TRUE(holder);
    EXPECT_EQ(holder->pid, ::getpid());
    EXPECT_FALSE(RunLock::isStale(*holder));
    EXPECT_GE(holder->heartbeat_unix_seconds, before);
    EXPECT_LE(holder->heartbeat_unix_seconds, unixSeconds());
    EXPECT_LE(holder->started_unix_seconds, unixSeconds());
    EXPECT_GT(holder->started_unix_seconds, unixSeconds() - 3600);
  }
  EXPECT_FALSE(RunLock::holder(folder.path()));
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(RunLock, KeepsTheSlurmJobThatItsHolderBelongsTo) {
  const TemporaryFolder folder;
  ::setenv("SLURM_JOB_ID", "4711", 1);
  const RunLock lock(folder.path());
  ::unsetenv("SLURM_JOB_ID");
  EXPECT_EQ(RunLock::holder(folder.path())->job_id, "4711");
}

TEST(RunLock, RefusesASecondEngineNamingTheFirst) {
  const TemporaryFolder folder;
  const RunLock lock(folder.path());
  const auto error =
      expectError(ErrorCode::kFailedPrecondition, "run_locked", [&] { const RunLock second(folder.path()); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message(), HasSubstr("process " + std::to_string(::getpid())));
  EXPECT_THAT(error->message(), HasSubstr(thisProcess().host));
  ChildProcess child([&] { return tryToTake(folder.path()); });
  EXPECT_EQ(child.wait(), kRefused);
}

TEST(RunLock, RefusesASecondEngineInAnotherNetworkNamespace) {
  const TemporaryFolder folder;
  const RunLock lock(folder.path());
  ChildProcess child([&] { return ::unshare(CLONE_NEWNET) != 0 ? kNoNamespaces : tryToTake(folder.path()); });
  const int result = child.wait();
  if (result == kNoNamespaces) GTEST_SKIP() << "This account may not make a network namespace; nothing was checked.";
  EXPECT_EQ(result, kRefused);
}

/// Runs work as process 1 of a new pid namespace, as in a container; false when that is not allowed here.
bool inPidNamespace(const std::function<int()>& work, int& result) {
  ChildProcess child([&] {
    if (::unshare(CLONE_NEWPID) != 0) return kNoNamespaces;
    ChildProcess contained(work);
    return contained.wait();
  });
  result = child.wait();
  return result != kNoNamespaces;
}

TEST(RunLock, InAnotherPidNamespaceOnlySilenceTells) {
  const TemporaryFolder folder;
  RunLock lock(folder.path());
  int result = 0;
  if (!inPidNamespace([&] { return tryToTake(folder.path()); }, result)) {
    GTEST_SKIP() << "This account may not make a pid namespace; nothing was checked.";
  }
  EXPECT_EQ(result, kRefused);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  inPidNamespace([&] { return tryToTake(folder.path(), std::chrono::milliseconds(200)); }, result);
  EXPECT_EQ(result, kTaken);
  expectError(ErrorCode::kFailedPrecondition, "run_lock_lost", [&] { lock.renew(); });
}

TEST(RunLock, OfAKilledProcessIsTakenOverAtOnce) {
  const TemporaryFolder folder;
  leaveStaleLock(folder.path());
  const auto holder = RunLock::holder(folder.path());
  ASSERT_TRUE(holder);
  EXPECT_TRUE(RunLock::isStale(*holder));
  const RunLock lock(folder.path());
  ASSERT_TRUE(lock.previous());
  EXPECT_EQ(lock.previous()->pid, holder->pid);
}

TEST(RunLock, OfAZombieIsStale) {
  const TemporaryFolder folder;
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  ChildProcess child([&] {
    new RunLock(folder.path());
    return ::write(ready[1], "x", 1) == 1 ? 0 : 1;
  });
  char unused = 0;
  ASSERT_EQ(::read(ready[0], &unused, 1), 1);
  siginfo_t info{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child.pid()), &info, WEXITED | WNOWAIT), 0);
  EXPECT_EQ(tryToTake(folder.path()), kTaken);
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST(RunLock, OfADeadProcessWhoseNumberIsUsedAgainIsStale) {
  const TemporaryFolder folder;
  auto lock = std::make_unique<RunLock>(folder.path());
  editLock(folder.path(), "start_ticks", "1");
  EXPECT_TRUE(RunLock::isStale(*RunLock::holder(folder.path())));
}

TEST(RunLock, OfAnotherHostIsStaleAfterTwoSilentMinutes) {
  const TemporaryFolder folder;
  const RunLock lock(folder.path());
  editLock(folder.path(), "host", "\"far-away\"");
  editLock(folder.path(), "boot_id", "\"another\"");
  editLock(folder.path(), "heartbeat_unix_seconds", std::to_string(unixSeconds() - 110));
  EXPECT_FALSE(RunLock::isStale(*RunLock::holder(folder.path())));
  const auto error =
      expectError(ErrorCode::kFailedPrecondition, "run_locked", [&] { const RunLock second(folder.path()); });
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message(), HasSubstr("on far-away"));
  EXPECT_THAT(error->message(), HasSubstr("last heard of 1 min 5"));
  editLock(folder.path(), "heartbeat_unix_seconds", std::to_string(unixSeconds() - 121));
  EXPECT_TRUE(RunLock::isStale(*RunLock::holder(folder.path())));
  EXPECT_EQ(tryToTake(folder.path()), kTaken);
}

/// A lock held, and heard of just now, by a process of a job on another machine.
std::unique_ptr<RunLock> lockOfAJobElsewhere(const fs::path& folder, const std::string& restarts) {
  ::setenv("SLURM_JOB_ID", "4711", 1);
  ::setenv("SLURM_CLUSTER_NAME", "alps", 1);
  ::setenv("SLURM_RESTART_COUNT", restarts.c_str(), 1);
  auto lock = std::make_unique<RunLock>(folder);
  for (const char* name : {"SLURM_JOB_ID", "SLURM_CLUSTER_NAME", "SLURM_RESTART_COUNT"}) ::unsetenv(name);
  editLock(folder, "host", "\"far-away\"");
  editLock(folder, "boot_id", "\"another\"");
  return lock;
}

TEST(RunLock, OfAJobThatHasEndedIsTakenOverAtOnce) {
  const TemporaryFolder folder;
  const auto lock = lockOfAJobElsewhere(folder.path(), "0");
  std::string asked;
  const auto answering = [&](bool ended) {
    return [&asked, ended](const LockHolder& holder) {
      asked = holder.job_id + " of " + holder.job_cluster;
      return ended;
    };
  };
  expectError(ErrorCode::kFailedPrecondition, "run_locked",
              [&] { const RunLock second(folder.path(), kLockSilenceLimit, answering(false)); });
  EXPECT_EQ(asked, "4711 of alps");
  EXPECT_NO_THROW(RunLock(folder.path(), kLockSilenceLimit, answering(true)));
}

TEST(RunLock, OfARunningProcessHereIsRespectedWhateverItsJobIs) {
  const TemporaryFolder folder;
  ::setenv("SLURM_JOB_ID", "4711", 1);
  const RunLock lock(folder.path());
  ::unsetenv("SLURM_JOB_ID");
  expectError(ErrorCode::kFailedPrecondition, "run_locked",
              [&] { const RunLock second(folder.path(), kLockSilenceLimit, [](const LockHolder&) { return true; }); });
}

TEST(RunLock, OfAnEarlierAttemptOfTheSameJobIsStale) {
  const TemporaryFolder folder;
  const auto lock = lockOfAJobElsewhere(folder.path(), "1");
  const auto tryAs = [&](const std::string& job, const std::string& cluster, const std::string& restarts) {
    ::setenv("SLURM_JOB_ID", job.c_str(), 1);
    ::setenv("SLURM_CLUSTER_NAME", cluster.c_str(), 1);
    ::setenv("SLURM_RESTART_COUNT", restarts.c_str(), 1);
    const bool stale = RunLock::isStale(*RunLock::holder(folder.path()));
    for (const char* name : {"SLURM_JOB_ID", "SLURM_CLUSTER_NAME", "SLURM_RESTART_COUNT"}) ::unsetenv(name);
    return stale;
  };
  EXPECT_FALSE(tryAs("4711", "alps", "1"));  // another step of the same attempt
  EXPECT_FALSE(tryAs("4712", "alps", "2"));
  EXPECT_FALSE(tryAs("4711", "rhine", "2"));
  EXPECT_TRUE(tryAs("4711", "alps", "2"));
}

TEST(RunLock, RenewingMovesTheHeartbeatInPlace) {
  const TemporaryFolder folder;
  RunLock lock(folder.path());
  const auto size = fs::file_size(folder / "lock");
  editLock(folder.path(), "heartbeat_unix_seconds", "1000000000.5");
  const double before = unixSeconds();
  lock.renew();
  const double heartbeat = RunLock::holder(folder.path())->heartbeat_unix_seconds;
  EXPECT_GE(heartbeat, before);
  EXPECT_LE(heartbeat, unixSeconds());
  EXPECT_EQ(fs::file_size(folder / "lock"), size);
}

/// As a host that shares nothing but the folder sees who holds the lock.
LockHolder fromElsewhere(const fs::path& folder) {
  LockHolder holder = *RunLock::holder(folder);
  holder.host = "far-away";
  holder.boot_id = "another";
  return holder;
}

TEST(RunLock, KeptAliveIsNeverSilent) {
  const TemporaryFolder folder;
  RunLock lock(folder.path());
  lock.keepAlive(std::chrono::milliseconds(5));
  for (int silence = 0; silence < 3; ++silence) {
    editLock(folder.path(), "heartbeat_unix_seconds", "1000000000.5");
    const auto is_alive = [&] { return !RunLock::isStale(fromElsewhere(folder.path())); };
    for (int i = 0; i < 10'000 && !is_alive(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ASSERT_TRUE(is_alive());
    EXPECT_NO_THROW(lock.throwIfLost());
  }
}

TEST(RunLock, KeptAliveSaysThatItWasLostAndDoesNotTakeItBack) {
  const TemporaryFolder folder;
  RunLock lock(folder.path());
  lock.keepAlive(std::chrono::milliseconds(5));
  fs::remove(folder / "lock");
  const auto untilItIsLost = [&] {
    for (int i = 0; i < 10'000; ++i) {
      lock.throwIfLost();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  };
  expectError(ErrorCode::kFailedPrecondition, "run_lock_lost", untilItIsLost);
  EXPECT_FALSE(fs::exists(folder / "lock"));
  EXPECT_EQ(tryToTake(folder.path()), kTaken);
}

TEST(RunLock, AfterASleepSaysThatItWasLostWithoutWaitingForTheNextHeartbeat) {
  const TemporaryFolder folder;
  RunLock lock(folder.path());
  std::atomic<double> now{1000};
  lock.keepAlive(std::chrono::hours(1), [&now] { return std::chrono::duration<double>(now.load()); });
  editLock(folder.path(), "start_ticks", "1");
  const RunLock thief(folder.path());
  now = 1029;
  EXPECT_NO_THROW(lock.throwIfLost()) << "a lock is not read before each write";
  now = 1031;
  expectError(ErrorCode::kFailedPrecondition, "run_lock_lost", [&] { lock.throwIfLost(); });
}

TEST(RunLock, AfterASleepInWhichNobodyCameIsHeldOn) {
  const TemporaryFolder folder;
  RunLock lock(folder.path());
  std::atomic<double> now{1000};
  lock.keepAlive(std::chrono::hours(1), [&now] { return std::chrono::duration<double>(now.load()); });
  editLock(folder.path(), "heartbeat_unix_seconds", "1000000000.5");
  now = 5000;
  EXPECT_NO_THROW(lock.throwIfLost());
  EXPECT_FALSE(RunLock::isStale(fromElsewhere(folder.path())));
}

TEST(RunLock, KeptAliveGoesWithoutWaitingForTheNextHeartbeat) {
  const TemporaryFolder folder;
  {
    RunLock lock(folder.path());
    lock.keepAlive(std::chrono::hours(1));  // waited for, this test would not end
  }
  EXPECT_FALSE(RunLock::holder(folder.path()));
}

TEST(RunLock, SaysThatItWasLostWhenTheFileIsDeletedOrSomebodyElses) {
  const TemporaryFolder folder;
  {
    RunLock lock(folder.path());
    fs::remove(folder / "lock");
    expectError(ErrorCode::kFailedPrecondition, "run_lock_lost", [&] { lock.renew(); });
  }
  RunLock lock(folder.path());
  editLock(folder.path(), "start_ticks", "1");
  {
    RunLock thief(folder.path());
    expectError(ErrorCode::kFailedPrecondition, "run_lock_lost", [&] { lock.renew(); });
    EXPECT_NO_THROW(thief.renew());
  }
}

TEST(RunLock, DoesNotRemoveTheLockOfItsSuccessor) {
  const TemporaryFolder folder;
  auto lock = std::make_unique<RunLock>(folder.path());
  editLock(folder.path(), "start_ticks", "1");
  const RunLock successor(folder.path());
  lock.reset();
  EXPECT_TRUE(RunLock::holder(folder.path()));
}

TEST(RunLock, AnEmptyFileHoldsNothing) {
  const TemporaryFolder folder;
  std::ofstream(folder / "lock").close();
  EXPECT_FALSE(RunLock::holder(folder.path()));
  EXPECT_EQ(tryToTake(folder.path()), kTaken);
}

TEST(RunLock, AnUnreadableFileIsRespectedUntilItWasSilent) {
  const TemporaryFolder folder;
  std::ofstream(folder / "lock") << "not a lock";
  EXPECT_EQ(tryToTake(folder.path()), kRefused);
  fs::last_write_time(folder / "lock", fs::file_time_type::clock::now() - std::chrono::seconds(125));
  EXPECT_EQ(tryToTake(folder.path()), kTaken);
}

TEST(RunLock, DoesNotFollowALinkOutOfTheFolder) {
  const TemporaryFolder folder;
  std::ofstream(folder / "precious") << "data";
  fs::create_symlink(folder / "precious", folder / "lock");
  EXPECT_THROW(RunLock(folder.path()), Error);
  EXPECT_EQ(readFile(folder / "precious", 100), "data");
}

TEST(RunLock, ThatDoesNotFitOnTheDiskIsNotHalfMade) {
  const SmallDisk disk(16);
  if (!disk.mounted()) GTEST_SKIP() << "Only root may mount a small file system; nothing was checked.";
  disk.fill();
  expectError(ErrorCode::kResourceExhausted, "disk_full", [&] { const RunLock lock(disk.path()); });
  EXPECT_FALSE(fs::exists(disk.path() / "lock"));
}

TEST(RunLock, NeedsAFolder) {
  const TemporaryFolder folder;
  expectError(ErrorCode::kNotFound, "file_not_found", [&] { const RunLock lock(folder / "nowhere"); });
}

/// Contenders start together; a winner holds the lock until all have tried. Returns how many won.
int race(const fs::path& folder, int contenders) {
  int start[2];
  int results[2];
  int end[2];
  if (::pipe(start) != 0 || ::pipe(results) != 0 || ::pipe(end) != 0) return -1;
  const auto waitForEnd = [](int(&pipe)[2]) {
    ::close(pipe[1]);
    char unused = 0;
    return ::read(pipe[0], &unused, 1) == 0;
  };
  std::vector<std::unique_ptr<ChildProcess>> children;
  for (int i = 0; i < contenders; ++i) {
    children.push_back(std::make_unique<ChildProcess>([&] {
      waitForEnd(start);
      std::unique_ptr<RunLock> lock;
      char result = 'w';
      try {
        lock = std::make_unique<RunLock>(folder);
      } catch (const Error& error) {
        result = error.id() == "run_locked" ? 'l' : '?';
      }
      if (::write(results[1], &result, 1) != 1) return 1;
      waitForEnd(end);
      if (lock) lock->renew();
      return 0;
    }));
  }
  ::close(start[0]);
  ::close(start[1]);
  int winners = 0;
  for (int i = 0; i < contenders; ++i) {
    char result = 0;
    if (::read(results[0], &result, 1) != 1 || (result != 'w' && result != 'l')) return -2;
    winners += result == 'w' ? 1 : 0;
  }
  ::close(end[0]);
  ::close(end[1]);
  for (const auto& child : children) {
    if (child->wait() != 0) winners = -3;
  }
  ::close(results[0]);
  ::close(results[1]);
  return winners;
}

TEST(RunLock, OfManyThatTakeOverAStaleLockExactlyOneWins) {
  const TemporaryFolder folder;
  leaveStaleLock(folder.path());
  // The winner of a round is killed in effect: it ends without giving the lock back, which is stale for the next one.
  for (int round = 0; round < 20; ++round) ASSERT_EQ(race(folder.path(), 8), 1) << "round " << round;
}

TEST(RunLock, OfManyThatTakeAFreeLockExactlyOneWins) {
  for (int round = 0; round < 10; ++round) {
    const TemporaryFolder folder;
    ASSERT_EQ(race(folder.path(), 8), 1) << "round " << round;
  }
}

TEST(RunLock, TakenAndGivenBackInTurnsIsNeverHeldTwice) {
  const TemporaryFolder folder;
  std::vector<std::unique_ptr<ChildProcess>> children;
  for (int i = 0; i < 4; ++i) {
    children.push_back(std::make_unique<ChildProcess>([&] {
      for (int taken = 0, tries = 0; taken < 50; ++tries) {
        if (tries > 1'000'000) return 1;
        try {
          RunLock lock(folder.path());
          // Exclusive creation fails if another holder is inside.
          const int inside = ::open((folder / "inside").c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600);
          if (inside < 0) return 2;
          lock.renew();
          ::close(inside);
          ::unlink((folder / "inside").c_str());
          ++taken;
        } catch (const Error& error) {
          if (error.id() != "run_locked") return 3;
        }
      }
      return 0;
    }));
  }
  for (const auto& child : children) EXPECT_EQ(child->wait(), 0);
}

}  // namespace
}  // namespace gan
