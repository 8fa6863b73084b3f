#include "comparison/alignment.h"

#include <gtest/gtest.h>

namespace gan::test {
namespace {

const Descent kParent{.place = RunPlace::ofFolder(QStringLiteral("/runs/parent")), .parent = {}, .parent_step = -1};

Descent branch(const QString& path, qint64 step) {
  return {.place = RunPlace::ofFolder(path),
          .parent = RunPlace::ofFolder(QStringLiteral("/runs/parent")),
          .parent_step = step};
}

TEST(BranchPoints, OfABranchIsWhereItLeftItsParentAndOfTheParentWhereTheFirstDid) {
  const std::vector<Descent> runs = {kParent, branch(QStringLiteral("/runs/late"), 700),
                                     branch(QStringLiteral("/runs/early"), 300)};
  EXPECT_EQ(branchPoints(runs), (std::vector<qint64>{300, 700, 300}));
}

TEST(BranchPoints, OfARunThatNoneOfTheOthersLeftIsItsBeginning) {
  const Descent stranger{
      .place = RunPlace::ofFolder(QStringLiteral("/runs/stranger")), .parent = {}, .parent_step = -1};
  const std::vector<Descent> runs = {stranger, branch(QStringLiteral("/runs/branch"), 300)};
  EXPECT_EQ(branchPoints(runs), (std::vector<qint64>{0, 300}));
}

TEST(BranchPoints, OfABranchThatWasBranchedFromIsWhereItBeganItself) {
  Descent second = branch(QStringLiteral("/runs/second"), 900);
  second.parent = RunPlace::ofFolder(QStringLiteral("/runs/first/../first/"));
  const std::vector<Descent> runs = {branch(QStringLiteral("/runs/first"), 300), second};
  EXPECT_EQ(branchPoints(runs), (std::vector<qint64>{300, 900}));
}

TEST(BranchPoints, OfARunThatWasNotLeftOnItsOwnComputerIsItsBeginning) {
  const RunPlace remote = RunPlace::ofTarget(QStringLiteral("ssh://gpu1/runs/branch"));
  const Descent elsewhere{.place = remote, .parent = remote.at(QStringLiteral("/runs/parent")), .parent_step = 300};
  EXPECT_EQ(branchPoints(std::vector<Descent>{kParent, elsewhere}), (std::vector<qint64>{0, 300}));
}

TEST(BranchPoints, OfAReplayIsItsBeginning) {
  const std::vector<Descent> runs = {kParent, branch(QStringLiteral("/runs/replay"), -1)};
  EXPECT_EQ(branchPoints(runs), (std::vector<qint64>{0, 0}));
}

TEST(NamedApart, RunsOfOneNameHaveTheirFoldersBehindIt) {
  const auto named = namedApart({{QStringLiteral("/a/first"), QStringLiteral("shoes")},
                                 {QStringLiteral("/b/second"), QStringLiteral("shoes")},
                                 {QStringLiteral("ssh://gpu1/b/second"), QStringLiteral("shoes")},
                                 {QStringLiteral("/b/other"), QStringLiteral("other")}});
  EXPECT_EQ(named[0].name, QStringLiteral("shoes (a/first)"));
  EXPECT_EQ(named[1].name, QStringLiteral("shoes (b/second)"));
  EXPECT_EQ(named[2].name, QStringLiteral("shoes (ssh://gpu1/b/second)"));
  EXPECT_EQ(named[3].name, QStringLiteral("other"));
}

}  // namespace
}  // namespace gan::test
