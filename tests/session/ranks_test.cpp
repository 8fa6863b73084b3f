// Ranks of this machine, each a process of its own.
#include "session/ranks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "core/host_name.h"
#include "distributed/ranks.h"
#include "launch/network_address.h"
#include "session/session_run.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;

/// What each of two ranks says, in which `rank_main` runs.
std::vector<std::string> twoRanks(const std::function<std::string(Ranks&)>& rank_main,
                                  std::chrono::seconds silence_timeout = std::chrono::seconds(60)) {
  const test::StoreProcess store;
  std::vector<test::Child> children;
  for (int rank = 0; rank < 2; ++rank) {
    children.emplace_back([&] {
      RanksOptions options;
      options.arrival_timeout = std::chrono::seconds(60);
      options.silence_timeout = silence_timeout;
      Ranks ranks(test::worldAt(store.port(), rank, 2), options);
      return rank_main(ranks);
    });
  }
  std::vector<std::string> said;
  for (test::Child& child : children) said.push_back(child.hear());
  return said;
}

TEST(SeveralRanks, AllThrowTheErrorThatRankZeroFailedWith) {
  const auto said = twoRanks([](Ranks& ranks) -> std::string {
    try {
      ranks.leadThrough([] {
        throw Error(ErrorCode::kAlreadyExists, "run_exists", "{path} holds a run already", {{"path", "/r"}});
      });
    } catch (const Error& error) {
      return std::string(errorCodeName(error.code())) + " " + error.what();
    }
    return "nothing";
  });
  EXPECT_THAT(said, Each("already_exists run_exists: /r holds a run already"));
}

/// What each of two ranks says after some of them have failed at what each does for itself.
std::vector<std::string> afterFailuresOf(const std::vector<int>& failing) {
  return twoRanks([&](Ranks& ranks) -> std::string {
    try {
      ranks.onAll([&] {
        const int rank = ranks.world().rank;
        if (std::ranges::find(failing, rank) == failing.end()) return;
        throw Error(ErrorCode::kNotFound, "nothing_there", "{path} is empty", {{"path", "/r" + std::to_string(rank)}});
      });
    } catch (const Error& error) {
      return std::string(errorCodeName(error.code())) + " " + error.what();
    }
    return "nothing";
  });
}

TEST(SeveralRanks, AllThrowWhatTheFirstFailsAtThatFailsAtWhatEachDoesForItself) {
  EXPECT_THAT(afterFailuresOf({}), Each("nothing"));
  EXPECT_THAT(afterFailuresOf({0, 1}), Each("not_found nothing_there: /r0 is empty"));
  EXPECT_THAT(afterFailuresOf({1}), Each("not_found rank_failed: Rank 1 on " + hostName() +
                                         " fails at what rank 0 can do. All must see the same files. /r1 is empty"));
}

/// Two hosts by one path: it leads each rank into a folder of its own.
class FolderOfEachRank : public testing::Test {
 protected:
  /// What each rank says, of which rank 0 opens the run in its folder.
  std::vector<std::string> open(const fs::path& of_zero, const fs::path& of_one) const {
    return twoRanks(
        [&](Ranks& ranks) -> std::string {
          fs::current_path(ranks.leads() ? of_zero : of_one);
          ranks.openFolder([] { return RunFolder::open("/proc/self/cwd/run"); });
          return "opened";
        },
        std::chrono::seconds(16));
  }
  /// That all ranks name the folder and the host, rather than that one has waited too long for another.
  void expectRefusal(const std::vector<std::string>& said) const {
    EXPECT_THAT(said, Each(HasSubstr("run_folder_not_shared: The run's folder /proc/self/cwd/run")));
    EXPECT_THAT(said, Each(HasSubstr("on " + hostName() + " it is missing")));
  }

  TemporaryFolder temporary_;
};

TEST_F(FolderOfEachRank, IsOpenedWhereItIsTheSame) {
  const RunFolder run = smallRun(temporary_ / "run");
  EXPECT_THAT(open(temporary_.path(), temporary_.path()), Each("opened"));
  std::vector<std::string> left;
  for (const auto& file : fs::directory_iterator(run.path())) {
    if (file.path().filename().string().starts_with(".")) left.push_back(file.path());
  }
  EXPECT_THAT(left, IsEmpty());
}

TEST_F(FolderOfEachRank, IsRefusedInTimeWhereOneLacksIt) {
  smallRun(temporary_ / "run");
  fs::create_directory(temporary_ / "elsewhere");
  expectRefusal(open(temporary_.path(), temporary_ / "elsewhere"));
}

TEST_F(FolderOfEachRank, IsRefusedWhereOneHasACopy) {
  smallRun(temporary_ / "run");
  fs::create_directory(temporary_ / "elsewhere");
  fs::copy(temporary_ / "run", temporary_ / "elsewhere/run", fs::copy_options::recursive);
  expectRefusal(open(temporary_.path(), temporary_ / "elsewhere"));
}

}  // namespace
}  // namespace gan
