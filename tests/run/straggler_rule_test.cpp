#include "run/straggler_rule.h"

#include <gtest/gtest.h>

namespace gan {
namespace {

/// Five ranks of 100 ms, but for those that are slow in reading data.
RanksMeasured window(const std::vector<std::pair<std::size_t, double>>& slow) {
  RanksMeasured measured{.steps = 10, .ranks = std::vector<RankTimes>(5, {"node", {0, 40, 50, 0, 10, 0}})};
  for (const auto& [rank, milliseconds] : slow) timeIn(measured.ranks[rank].times, Phase::kData) = milliseconds;
  return measured;
}

std::string argument(const Alert& alert, const std::string& name) {
  for (const ErrorArgument& one : alert.message.arguments) {
    if (one.name == name) return one.value;
  }
  return "(none)";
}

TEST(StragglerRule, SpeaksInTheThirdWindowInARowAndOnlyOnce) {
  StragglerRule rule;
  EXPECT_FALSE(rule.check(window({{1, 50}})));
  EXPECT_FALSE(rule.check(window({{1, 50}})));
  const auto alert = rule.check(window({{1, 50}}));
  ASSERT_TRUE(alert);
  EXPECT_EQ(alert->rule, "straggler");
  EXPECT_EQ(alert->severity, Severity::kWarning);
  EXPECT_EQ(alert->message.id, "rank_keeps_others_waiting");
  EXPECT_EQ(argument(*alert, "rank"), "1");
  EXPECT_EQ(argument(*alert, "host"), "node");
  EXPECT_EQ(argument(*alert, "phase"), "data");
  EXPECT_EQ(argument(*alert, "percent"), "50");
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(rule.check(window({{1, 50}})));
}

TEST(StragglerRule, SaysNothingOfARankThatIsSlowNowAndThen) {
  StragglerRule rule;
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(rule.check(window({{1, i % 3 == 2 ? 0 : 50}})));
}

TEST(StragglerRule, SpeaksAgainOfARankThatHadRecovered) {
  StragglerRule rule;
  int alerts = 0;
  for (const double milliseconds : {50, 50, 50, 50, 0, 50, 50, 50, 50}) {
    if (rule.check(window({{1, milliseconds}}))) ++alerts;
  }
  EXPECT_EQ(alerts, 2);
}

TEST(StragglerRule, TellsOfEachRankTheSlowestFirst) {
  StragglerRule rule;
  const RanksMeasured slow = window({{0, 40}, {2, 90}});
  rule.check(slow);
  rule.check(slow);
  const auto first = rule.check(window({{0, 0}, {2, 90}}));
  ASSERT_TRUE(first);
  EXPECT_EQ(argument(*first, "rank"), "2");
  rule.check(slow);
  rule.check(slow);
  const auto second = rule.check(window({{1, 0}, {0, 40}}));
  ASSERT_TRUE(second);
  EXPECT_EQ(argument(*second, "rank"), "0");
}

}  // namespace
}  // namespace gan
