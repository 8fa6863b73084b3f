// Two hosts, each a network namespace with a name of its own, and a slow, lossy link between them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <sstream>

#include "support/network_command.h"
#include "support/process.h"
#include "support/rank_processes.h"
#include "support/run_folder_compare.h"
#include "support/small_training.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Two hosts "first" and "second" with the addresses 10.213.7.1 and .2 on an interface gan0. Goes away with the object.
class LinkedHosts {
 public:
  LinkedHosts(int delay_ms, double loss) {
    for (const std::string& space : spaces_) ask({"ip", "netns", "add", space});
    if (!why.empty()) return;
    relay = std::make_unique<Process>(std::vector<std::string>{program("link_relay"), spaces_[0], spaces_[1],
                                                               std::to_string(delay_ms), std::to_string(loss), "7"});
    for (int host = 0; host < 2; ++host) {
      const std::string& space = spaces_[static_cast<std::size_t>(host)];
      const auto up = [&] { return run({"ip", "-n", space, "link", "show", "gan0"}).code == 0; };
      if (!waitUntil([&] { return up() || !relay->running(); }, std::chrono::seconds(20)) || !up()) {
        why = "the link between the hosts cannot be made: " + relay->errors();
        return;
      }
      ask({"ip", "-n", space, "address", "add", address(host) + "/24", "dev", "gan0"});
      ask({"ip", "-n", space, "link", "set", "gan0", "up"});
      ask({"ip", "-n", space, "link", "set", "lo", "up"});
    }
  }
  ~LinkedHosts() {
    relay.reset();
    for (const std::string& space : spaces_) run({"ip", "netns", "del", space});
  }
  LinkedHosts(const LinkedHosts&) = delete;
  LinkedHosts& operator=(const LinkedHosts&) = delete;

  static std::string address(int host) { return "10.213.7." + std::to_string(host + 1); }

  /// gan-engine as one of two ranks, on a host under a name of the test's choice.
  std::unique_ptr<Process> start(int rank, int host, const std::string& name, const std::string& meeting_address,
                                 std::vector<std::string> words) const {
    std::vector<std::string> all{"ip", "netns", "exec", spaces_.at(static_cast<std::size_t>(host)), "unshare", "--uts"};
    all.insert(all.end(), {"sh", "-c", "hostname \"$0\" && exec \"$@\"", name, program("gan-engine")});
    all.insert(all.end(), words.begin(), words.end());
    return std::make_unique<Process>(all, Process::Environment{{"RANK", std::to_string(rank)},
                                                               {"LOCAL_RANK", "0"},
                                                               {"WORLD_SIZE", "2"},
                                                               {"LOCAL_WORLD_SIZE", "1"},
                                                               {"MASTER_ADDR", meeting_address},
                                                               {"MASTER_PORT", "29511"}});
  }
  std::unique_ptr<Process> start(int rank, const std::vector<std::string>& words) const {
    return start(rank, rank, rank == 0 ? "first" : "second", address(0), words);
  }

  std::unique_ptr<Process> relay;
  std::string why;  ///< There is no link; empty when there is one.

 private:
  void ask(const std::vector<std::string>& words) {
    if (why.empty()) why = refusalOfNetwork(words);
  }

  const std::string number_ = std::to_string(::getpid());
  const std::vector<std::string> spaces_{"gan-first-" + number_, "gan-second-" + number_};
};

constexpr std::int64_t kSteps = 6;

std::vector<std::string> training(const fs::path& run, std::int64_t steps, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words =
      smallTraining(run, steps, {"data.batch_size=2", "data.shapes_count=100", "checkpoint.interval_steps=3"});
  words.insert(words.begin(), "train");
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

class Link : public testing::Test {
 protected:
  void expectTheWeightsOfOneHost(const fs::path& run) const {
    const fs::path near = folder_ / "one-host";
    for (const auto& rank : startRanks(2, training(near, kSteps))) ASSERT_EQ(rank->wait(), 0) << rank->errors();
    EXPECT_TRUE(sameScalars(near, run));
    EXPECT_TRUE(sameCheckpoint(near, run, kSteps));
  }

  TemporaryFolder folder_;
  fs::path run_ = folder_ / "run";
};

class SlowLink : public Link, public testing::WithParamInterface<double> {};

TEST_P(SlowLink, LeadsToTheWeightsOfOneHostAndIsShown) {
  const LinkedHosts hosts(20, GetParam());
  if (!hosts.why.empty()) GTEST_SKIP() << hosts.why;
  const auto first = hosts.start(0, training(run_, kSteps));
  const auto second = hosts.start(1, training(run_, kSteps));
  ASSERT_EQ(first->wait(), 0) << first->errors() << second->errors();
  ASSERT_EQ(second->wait(), 0) << second->errors();
  EXPECT_THAT(first->errors(), HasSubstr("rank 0 of 2 at 10.213.7.1 (gan0)"));
  EXPECT_THAT(second->errors(), HasSubstr("rank 1 of 2 at 10.213.7.2 (gan0)"));

  hosts.relay->signal(SIGTERM);
  ASSERT_EQ(hosts.relay->wait(), 0);
  std::istringstream told(hosts.relay->output());
  std::uint64_t carried = 0;
  std::uint64_t dropped = 0;
  told >> carried >> dropped;
  EXPECT_GT(carried, 100U);
  if (GetParam() > 0) {
    EXPECT_GT(dropped, 0U);
  } else {
    EXPECT_EQ(dropped, 0U);
  }
  expectTheWeightsOfOneHost(run_);
}

INSTANTIATE_TEST_SUITE_P(Loss, SlowLink, testing::Values(0.0, 0.01),
                         [](const auto& loss) { return loss.param > 0 ? "OnePercentLost" : "NothingLost"; });

TEST_F(Link, ThatWouldBeLoopbackAcrossHostsIsRefused) {
  const LinkedHosts hosts(0, 0);
  if (!hosts.why.empty()) GTEST_SKIP() << hosts.why;
  const auto first = hosts.start(0, 0, "first", "127.0.0.1", training(run_, kSteps));
  const auto second = hosts.start(1, 0, "second", "127.0.0.1", training(run_, kSteps));
  EXPECT_EQ(first->wait(), 1);
  EXPECT_THAT(first->errors(), HasSubstr("would listen at 127.0.0.1, which second cannot reach"));
}

TEST_F(Link, TellsWhoNeverArrivedFromWhoWentAwayAndWhoIsSilent) {
  const LinkedHosts hosts(20, 0);
  if (!hosts.why.empty()) GTEST_SKIP() << hosts.why;
  const auto alone = hosts.start(0, training(run_, 0, {"--arrival-timeout", "2"}));
  EXPECT_EQ(alone->wait(), 5);
  EXPECT_THAT(alone->errors(), testing::ContainsRegex("missing: rank 1"));

  auto first = hosts.start(0, training(run_, 0));
  auto second = hosts.start(1, training(run_, 0));
  ASSERT_TRUE(waitUntil([&] { return newestCheckpointStep(run_) > 0; })) << first->errors();
  second->signal(SIGKILL);
  EXPECT_EQ(first->wait(), 5);
  EXPECT_THAT(first->errors(), HasSubstr("lost the connection to another process of the run"));

  const fs::path silent = folder_ / "silent";
  first = hosts.start(0, training(silent, 0, {"--peer-timeout", "8"}));
  second = hosts.start(1, training(silent, 0, {"--peer-timeout", "8"}));
  ASSERT_TRUE(waitUntil([&] { return newestCheckpointStep(silent) > 0; })) << first->errors();
  hosts.relay->signal(SIGSTOP);
  EXPECT_EQ(first->wait(), 5);
  EXPECT_THAT(first->errors(), HasSubstr("at least one did not answer"));
  EXPECT_EQ(second->wait(), 5);
}

}  // namespace
}  // namespace gan::test
