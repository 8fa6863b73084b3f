// What one of several processes may meet: it is killed, stopped, finds its port taken, or loses who serves the place
// where they meet. Each is named in time, nobody is left behind, and going on gives the weights of an undisturbed run.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <random>
#include <thread>

#include "run/journal.h"
#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/small_training.h"
#include "support/temporary_folder.h"
#include "support/worker_processes.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using std::chrono_literals::operator""s;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr int kSteps = 100;
constexpr const char* kMark = "GAN_TEST_RUN";

std::vector<std::string> train(const fs::path& out, int steps, const std::vector<std::string>& more) {
  std::vector<std::string> words = smallTraining(out, steps, {"checkpoint.interval_steps=5"});
  words.insert(words.begin(), {program("gan-engine"), "train"});
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// A socket that listens and never answers: a program that holds a port.
class TakenPort {
 public:
  TakenPort() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = htonl(INADDR_ANY);
    socklen_t size = sizeof(address_);
    const bool listens = ::bind(socket_, reinterpret_cast<sockaddr*>(&address_), size) == 0 &&
                         ::listen(socket_, 8) == 0 &&
                         ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address_), &size) == 0;
    EXPECT_TRUE(listens);
  }
  ~TakenPort() { ::close(socket_); }
  TakenPort(const TakenPort&) = delete;
  TakenPort& operator=(const TakenPort&) = delete;

  std::string place() const { return "127.0.0.1:" + std::to_string(ntohs(address_.sin_port)); }

 private:
  int socket_;
  sockaddr_in address_{};
};

std::vector<std::string> asRank(int rank, const std::string& place) {
  return {"--world-size",       "2",         "--rank", std::to_string(rank), "--local-rank",
          std::to_string(rank), "--meet-at", place};
}

class LostProcesses : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    undisturbed_folder_ = std::make_unique<TemporaryFolder>();
    ASSERT_EQ(run(train(undisturbed(), kSteps, {"--processes", "2"})).code, 0);
  }
  static void TearDownTestSuite() { undisturbed_folder_.reset(); }
  static fs::path undisturbed() { return undisturbed_folder_->path() / "run"; }

  Process::Environment mark() const { return {{kMark, folder_.path().string()}}; }
  bool nobodyIsLeft() const {
    return waitUntil([this] { return processesWith(kMark, folder_.path().string()).empty(); }, 5s);
  }
  bool trains(Process& process) const {
    return waitUntil([&] { return newestCheckpointStep(run_) > 0 || !process.running(); }) && process.running();
  }
  void expectWeightsOfTheUndisturbedRun() const {
    EXPECT_TRUE(sameScalars(undisturbed(), run_));
    EXPECT_TRUE(sameCheckpoint(undisturbed(), run_, kSteps));
  }
  void expectRestartAfterSilenceOf(int rank);
  /// What a command says that starts two processes, of which one is killed at once.
  std::string errorsOfALoss(const std::vector<std::string>& words) const;

  static inline std::unique_ptr<TemporaryFolder> undisturbed_folder_;
  TemporaryFolder folder_;
  fs::path run_ = folder_.path() / "run";
};

/// Kills workers of a launcher, now while they start, now while they train, and never so late that they are through
/// with their steps before the last kill.
class Killer {
 public:
  Killer(Process& launcher, fs::path run) : launcher_(launcher), run_(std::move(run)) {}

  /// Returns the rank that was killed; -1 if there was none to kill.
  int killOne(bool while_starting) {
    const std::int64_t before = newestCheckpointStep(run_);
    const auto fresh = [&] {
      workers_ = workersOf(launcher_.pid());
      return workers_.size() == 2 && workers_.at(0) != last_ && workers_.at(1) != last_;
    };
    if (!waitUntil([&] { return fresh() || !launcher_.running(); }, 30s)) return -1;
    const auto has_trained = [&] { return newestCheckpointStep(run_) > before || !launcher_.running(); };
    if (while_starting) {
      waitUntil(has_trained, std::chrono::milliseconds(between(0, 1500)));
    } else {
      if (!waitUntil(has_trained)) return -1;
      std::this_thread::sleep_for(std::chrono::milliseconds(between(0, 60)));
    }
    const int rank = between(0, 1);
    if (!fresh()) return -1;
    last_ = workers_.at(rank);
    ::kill(last_, SIGKILL);
    return rank;
  }

 private:
  int between(int least, int most) { return std::uniform_int_distribution(least, most)(random_); }

  Process& launcher_;
  fs::path run_;
  std::mt19937 random_{11};
  std::map<int, pid_t> workers_;
  pid_t last_ = -1;
};

TEST_F(LostProcesses, KilledAtTenRandomMomentsAreNamedAndTheWeightsAreThoseOfAnUndisturbedRun) {
  constexpr int kKills = 10;
  Process launcher(train(run_, kSteps, {"--processes", "2", "--max-restarts", std::to_string(kKills), "--json"}),
                   mark());
  Killer killer(launcher, run_);
  std::vector<int> killed;
  for (int kill = 0; kill < kKills; ++kill) {
    killed.push_back(killer.killOne(/*while_starting=*/kill % 2 == 0));
    ASSERT_GE(killed.back(), 0) << launcher.errors();
  }
  ASSERT_EQ(launcher.wait(), 0) << launcher.errors();
  const std::string errors = launcher.errors();
  for (int kill = 0; kill < kKills; ++kill) {
    EXPECT_THAT(errors, HasSubstr("rank " + std::to_string(killed[static_cast<std::size_t>(kill)]) +
                                  " was killed by signal 9 (Killed); starting all processes again (" +
                                  std::to_string(kill + 1) + " of 10)"));
  }
  EXPECT_THAT(errors, HasSubstr("lost the connection to another process of the run"));
  EXPECT_THAT(launcher.output(), HasSubstr("\"restarts\":10"));
  EXPECT_TRUE(nobodyIsLeft());
  expectWeightsOfTheUndisturbedRun();
}

void LostProcesses::expectRestartAfterSilenceOf(int rank) {
  Process launcher(train(run_, kSteps, {"--processes", "2", "--max-restarts", "1", "--peer-timeout", "4"}), mark());
  ASSERT_TRUE(trains(launcher)) << launcher.errors();
  const auto workers = workersOf(launcher.pid());
  ASSERT_EQ(workers.size(), 2U);
  ::kill(workers.at(rank), SIGSTOP);
  ASSERT_EQ(launcher.wait(), 0) << launcher.errors();
  EXPECT_THAT(launcher.errors(),
              HasSubstr("waited 4.0 s for the other processes of the run, and at least one did not"));
  EXPECT_THAT(launcher.errors(), HasSubstr("rank " + std::to_string(rank) +
                                           " fell silent and was killed; starting all processes again (1 of 1)"));
  EXPECT_FALSE(isAlive(workers.at(rank)));
  EXPECT_TRUE(nobodyIsLeft());
  expectWeightsOfTheUndisturbedRun();
}

TEST_F(LostProcesses, StoppedPastTheTimeOutRankZeroIsNamedAndAllGoOn) { expectRestartAfterSilenceOf(0); }
TEST_F(LostProcesses, StoppedPastTheTimeOutAnotherRankIsNamedAndAllGoOn) { expectRestartAfterSilenceOf(1); }

TEST_F(LostProcesses, WithoutARestartEndTheTrainingWithTheCodeOfALostPeerAndLeaveNobody) {
  Process launcher(train(run_, 0, {"--processes", "2", "--peer-timeout", "3"}), mark());
  ASSERT_TRUE(trains(launcher)) << launcher.errors();
  ::kill(workersOf(launcher.pid()).at(1), SIGSTOP);
  EXPECT_EQ(launcher.wait(60s), 5);
  EXPECT_THAT(launcher.errors(), HasSubstr("has ended because rank 1 fell silent and was killed, after 0 restarts"));
  EXPECT_TRUE(nobodyIsLeft());
}

std::string LostProcesses::errorsOfALoss(const std::vector<std::string>& words) const {
  Process launcher(words, mark());
  const bool started = waitUntil([&] { return workersOf(launcher.pid()).size() == 2 || !launcher.running(); }, 30s);
  if (!started || !launcher.running()) return launcher.errors();
  ::kill(workersOf(launcher.pid()).at(1), SIGKILL);
  EXPECT_EQ(launcher.wait(60s), 5);
  EXPECT_TRUE(nobodyIsLeft());
  return launcher.errors();
}

TEST_F(LostProcesses, OfWhatHasNoCheckpointToGoOnFromAreNotSaidToHaveOne) {
  const std::string engine = program("gan-engine");
  const std::string bench =
      errorsOfALoss({engine, "bench", "--preset", "simple-gan", "--steps", "1000000", "--processes", "2"});
  EXPECT_THAT(bench, HasSubstr("The measurement on 2 processes has ended because rank 1 was killed by signal 9"));
  EXPECT_THAT(bench, Not(HasSubstr("resume")));
  const std::string replay =
      errorsOfALoss({engine, "replay", undisturbed().string(), "--out", run_.string(), "--processes", "2"});
  EXPECT_THAT(replay, HasSubstr("The replay on 2 processes has ended because rank 1 was killed by signal 9"));
  EXPECT_THAT(replay, Not(HasSubstr("resume")));
}

TEST_F(LostProcesses, ALiveChangeThatWasLostWithTheIterationsSinceIsMadeAgainAtItsStep) {
  std::vector<std::string> words = train(run_, 400, {"--processes", "2", "--max-restarts", "1"});
  words.insert(words.end(), {"--set", "checkpoint.interval_steps=100000"});  // so that all is lost
  Process launcher(words, mark());
  const std::vector<std::string> set = {program("gan-engine"), "steer", run_.string(), "set",
                                        "objective.real_label=0.5"};
  ASSERT_TRUE(waitUntil([&] { return run(set).code == 0 || !launcher.running(); }, 60s));
  ASSERT_TRUE(launcher.running()) << launcher.errors();
  ::kill(workersOf(launcher.pid()).at(1), SIGKILL);
  EXPECT_EQ(launcher.wait(), 0) << launcher.errors();

  std::vector<Event> made;
  for (const Event& event : readJournal(run_ / "journal.log")) {
    if (std::holds_alternative<CommandHandled>(event.what)) made.push_back(event);
  }
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(made[0].segment, 1);
  EXPECT_EQ(made[1].segment, 2);
  EXPECT_EQ(std::get<CommandHandled>(made[0].what), std::get<CommandHandled>(made[1].what));
  EXPECT_TRUE(nobodyIsLeft());
}

TEST_F(LostProcesses, DieWithTheLauncherThatServesTheirMeetingPlaceAndAreResumedExactly) {
  Process launcher(train(run_, kSteps, {"--processes", "2"}), mark());
  ASSERT_TRUE(trains(launcher)) << launcher.errors();
  launcher.signal(SIGKILL);
  EXPECT_EQ(launcher.wait(), 128 + SIGKILL);
  EXPECT_TRUE(nobodyIsLeft());
  const Finished resumed =
      run({program("gan-engine"), "resume", run_.string(), "--processes", "2", "--steps", std::to_string(kSteps)});
  ASSERT_EQ(resumed.code, 0) << resumed.errors;
  expectWeightsOfTheUndisturbedRun();
}

TEST_F(LostProcesses, NameARankZeroThatIsGone) {
  std::string place;
  { place = TakenPort().place(); }  // free again
  Process zero(train(run_, 0, asRank(0, place)), mark());
  Process one(train(run_, 0, asRank(1, place)), mark());
  ASSERT_TRUE(trains(zero)) << zero.errors();
  zero.signal(SIGKILL);
  EXPECT_EQ(one.wait(30s), 5);
  EXPECT_THAT(one.errors(), HasSubstr("Rank 1 of 2"));
  EXPECT_THAT(one.errors(), HasSubstr("lost the connection to another process of the run"));
  EXPECT_EQ(zero.wait(), 128 + SIGKILL);
  EXPECT_TRUE(nobodyIsLeft());
}

TEST_F(LostProcesses, NameAPortThatIsTakenOnBothSides) {
  const TakenPort port;
  const auto words = [&](int rank) {
    std::vector<std::string> more = asRank(rank, port.place());
    more.insert(more.end(), {"--arrival-timeout", "3"});
    return train(run_, 5, more);
  };
  Process one(words(1), mark());
  Process zero(words(0), mark());
  EXPECT_EQ(zero.wait(30s), 1);
  EXPECT_THAT(zero.errors(), HasSubstr("cannot serve the meeting place of the run's processes at port"));
  EXPECT_EQ(one.wait(30s), 1);
  EXPECT_THAT(one.errors(), HasSubstr("Rank 1 of 2"));
  EXPECT_THAT(one.errors(), HasSubstr("found nobody at " + port.place()));
  EXPECT_FALSE(fs::exists(run_));
  EXPECT_TRUE(nobodyIsLeft());
}

TEST_F(LostProcesses, SayInOneLineThatRankZeroNeverCame) {
  std::string place;
  { place = TakenPort().place(); }
  std::vector<std::string> more = asRank(1, place);
  more.insert(more.end(), {"--arrival-timeout", "3"});
  const Finished alone = run(train(run_, 5, more), {}, 30s);
  EXPECT_EQ(alone.code, 5);
  EXPECT_THAT(alone.errors, StartsWith("gan-engine: Rank 1 of 2"));
  EXPECT_THAT(alone.errors, HasSubstr("found nobody at " + place));
  EXPECT_THAT(alone.errors, HasSubstr("within 3.0 s"));
  EXPECT_EQ(std::ranges::count(alone.errors, '\n'), 1) << alone.errors;
}

TEST_F(LostProcesses, EndSoonWhenToldToStopWhileTheyWaitForTheOthers) {
  std::string place;
  { place = TakenPort().place(); }
  for (const int rank : {0, 1}) {  // where rank 1 waits, nobody serves
    Process waiting(train(run_, 5, asRank(rank, place)), mark());
    ASSERT_TRUE(waitUntil([&] { return listensForSignals(waiting.pid()); }, 30s)) << waiting.errors();
    waiting.signal(SIGTERM);
    EXPECT_EQ(waiting.wait(5s), 3) << waiting.errors();
    EXPECT_THAT(waiting.errors(), HasSubstr("gan-engine: Rank " + std::to_string(rank) + " of 2"));
    EXPECT_THAT(waiting.errors(), HasSubstr("stopped before all processes of the run had met"));
  }
  EXPECT_FALSE(fs::exists(run_));
}

TEST_F(LostProcesses, NameTheOnesThatNeverArrived) {
  std::string place;
  { place = TakenPort().place(); }
  std::vector<std::string> more = asRank(0, place);
  more.insert(more.end(), {"--arrival-timeout", "2"});
  const Finished alone = run(train(run_, 5, more), {}, 30s);
  EXPECT_EQ(alone.code, 5);
  EXPECT_THAT(alone.errors, HasSubstr("arrived at " + place + " within 2.0 s; missing: rank 1"));
  EXPECT_FALSE(fs::exists(run_));
}

}  // namespace
}  // namespace gan::test
