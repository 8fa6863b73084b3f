#include "run/rank_balance.h"

#include <gtest/gtest.h>

namespace gan {
namespace {

/// Data, forward, backward, communication, optimizer, other.
RanksMeasured ranksOf(const std::vector<PhaseTimes>& times) {
  RanksMeasured measured{.steps = 10, .ranks = {}};
  for (const PhaseTimes& one : times) measured.ranks.push_back({"host", one});
  return measured;
}

TEST(RankBalance, EfficiencyIsThePartOfTheTimeThatIsNeitherDataNorCommunication) {
  const RankBalance balance = balanceOf(ranksOf({{10, 20, 30, 20, 15, 5}, {0, 20, 30, 130, 15, 5}}));
  EXPECT_DOUBLE_EQ(balance.step_ms, (100.0 + 200.0) / 2);
  EXPECT_DOUBLE_EQ(balance.efficiency, (70.0 + 70.0) / 300);
}

TEST(RankBalance, OneProcessIsNeverAStraggler) {
  const RankBalance balance = balanceOf(ranksOf({{90, 2, 3, 0, 4, 1}}));
  EXPECT_TRUE(balance.stragglers.empty());
  EXPECT_DOUBLE_EQ(balance.efficiency, 0.1);
}

TEST(RankBalance, TheRankWhoseOwnWorkIsLongIsBlamedAndNotThoseThatWaitForIt) {
  const PhaseTimes waits = {5, 20, 30, 100, 5, 0};
  const RankBalance balance = balanceOf(ranksOf({waits, waits, {105, 20, 30, 0, 5, 0}, waits}));
  ASSERT_EQ(balance.stragglers.size(), 1U);
  EXPECT_EQ(balance.stragglers[0].rank, 2U);
  EXPECT_EQ(balance.stragglers[0].phase, Phase::kData);
  EXPECT_NEAR(balance.stragglers[0].excess, 160.0 / 60 - 1, 1e-12);
}

TEST(RankBalance, NamesThePhaseThatIsLongerThanTheOthersHaveItNotTheLongestOne) {
  const RankBalance balance = balanceOf(ranksOf({{1, 100, 200, 50, 10, 0}, {1, 100, 202, 0, 60, 0}}));
  ASSERT_EQ(balance.stragglers.size(), 1U);
  EXPECT_EQ(balance.stragglers[0], (Straggler{1, Phase::kOptimizer, balance.stragglers[0].excess}));
}

TEST(RankBalance, TheLimitIsTenPercentAboveTheMedian) {
  EXPECT_TRUE(balanceOf(ranksOf({{0, 100, 0, 9, 0, 0}, {0, 109, 0, 0, 0, 0}})).stragglers.empty());
  EXPECT_EQ(balanceOf(ranksOf({{0, 100, 0, 11, 0, 0}, {0, 111, 0, 0, 0, 0}})).stragglers.size(), 1U);
}

TEST(RankBalance, HalfOfTheRanksMayBeStragglersAndTheSlowestComesFirst) {
  const RankBalance balance =
      balanceOf(ranksOf({{0, 150, 0, 0, 0, 0}, {0, 100, 0, 0, 0, 0}, {0, 200, 0, 0, 0, 0}, {0, 100, 0, 0, 0, 0}}));
  ASSERT_EQ(balance.stragglers.size(), 2U);
  EXPECT_EQ(balance.stragglers[0].rank, 2U);
  EXPECT_EQ(balance.stragglers[1].rank, 0U);
}

TEST(RankBalance, NothingMeasuredIsNothingSaid) {
  for (const RanksMeasured& measured : {ranksOf({}), ranksOf({{}, {}})}) {
    const RankBalance balance = balanceOf(measured);
    EXPECT_EQ(balance.efficiency, 0);
    EXPECT_EQ(balance.step_ms, 0);
    EXPECT_TRUE(balance.stragglers.empty());
  }
}

}  // namespace
}  // namespace gan
