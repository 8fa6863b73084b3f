#include "training/score_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "support/evaluated.h"

namespace gan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const ScoreThresholds kThresholds{.score = "fid", .patience = 3, .better_by = 0.1, .collapse_ratio = 2};

/// Steps at which a rule speaks, of evaluations at 10, 20, 30 ...
struct Told {
  std::vector<std::int64_t> no_better;
  std::vector<std::int64_t> collapsed;
  std::vector<std::int64_t> over;  ///< The collapse.
};

Told toldOf(const std::string& score, const std::vector<double>& values, ScoreThresholds thresholds = kThresholds) {
  thresholds.score = score == "recall" || score == "coverage" ? thresholds.score : score;
  ScoreRules rules;
  Told told;
  std::int64_t step = 0;
  for (const double value : values) {
    step += 10;
    const ScoreRules::Found found = rules.check(step, evaluatedAs({{score, value, {}}}), thresholds);
    if (found.no_better) told.no_better.push_back(step);
    if (!found.collapsed) continue;
    (found.collapsed->severity == Severity::kInfo ? told.over : told.collapsed).push_back(step);
  }
  return told;
}

TEST(ScoreRules, AreSilentWhileTheScoreGetsBetter) {
  const Told told = toldOf("fid", {100, 80, 64, 50, 40, 30, 20});
  EXPECT_THAT(told.no_better, IsEmpty());
  EXPECT_THAT(told.collapsed, IsEmpty());
}

TEST(ScoreRules, TellAfterSoManyEvaluationsWithoutABetterScoreAndAgainAfterAsManyMore) {
  EXPECT_THAT(toldOf("fid", {100, 50, 51, 52, 50, 49, 48, 51}).no_better, ElementsAre(50, 80))
      << "49 and 48 are better by less than a tenth";
}

TEST(ScoreRules, CountABetterScoreThatIsBetterByEnough) {
  EXPECT_THAT(toldOf("fid", {50, 51, 52, 44, 45, 46}).no_better, IsEmpty());
  EXPECT_THAT(toldOf("fid", {50, 51, 52, 46}).no_better, ElementsAre(40));
}

TEST(ScoreRules, KnowThatOfSomeScoresMoreIsBetter) {
  EXPECT_THAT(toldOf("inception_score", {1, 2, 3, 4, 5}).no_better, IsEmpty());
  EXPECT_THAT(toldOf("inception_score", {5, 4, 4, 4}).no_better, ElementsAre(40));
}

TEST(ScoreRules, AScoreThatIsNoNumberIsNeverTheBest) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(toldOf("fid", {none, 80, 70, 60, 50, 40}).no_better, IsEmpty());
  EXPECT_THAT(toldOf("fid", {none, 50, 51, none, 52}).no_better, ElementsAre(50));
  EXPECT_THAT(toldOf("fid", {none, 50, 101}).collapsed, ElementsAre(30));
}

TEST(ScoreRules, SaysWhichScoreWasBestAndWhen) {
  ScoreRules rules;
  for (const auto& [step, fid] : {std::pair(10, 50.0), {20, 60.0}, {30, 61.0}}) {
    EXPECT_FALSE(rules.check(step, evaluatedAs({{"fid", fid, {}}}), kThresholds).no_better);
  }
  const auto alert = rules.check(1040, evaluatedAs({{"fid", 62, {}}}), kThresholds).no_better;
  ASSERT_TRUE(alert);
  EXPECT_EQ(alert->rule, kNoBetterRule);
  EXPECT_THAT(alert->message.english(),
              HasSubstr("fid has not become better for 3 evaluations: 62 at step 1,040, 50 at "
                        "step 10."));
}

TEST(ScoreRules, ACollapseIsToldAtOnceAndOnceThenThatItIsOver) {
  const Told told = toldOf("fid", {100, 50, 101, 120, 60, 55, 130});
  EXPECT_THAT(told.collapsed, ElementsAre(30, 70));
  EXPECT_THAT(told.over, ElementsAre(50));
}

TEST(ScoreRules, ACollapseShowsInRecallAndCoverageWhateverEvaluationsAreComparedBy) {
  EXPECT_THAT(toldOf("recall", {0.1, 0.5, 0.2}).collapsed, ElementsAre(30));
  EXPECT_THAT(toldOf("coverage", {0.6, 0.25}).collapsed, ElementsAre(20));
  EXPECT_THAT(toldOf("recall", {0.05, 0.01}).collapsed, IsEmpty()) << "shares so small change by chance";
}

TEST(ScoreRules, FeaturesThatHadVarietyAndHaveNoneAnyMoreAreACollapse) {
  ScoreThresholds thresholds = kThresholds;
  thresholds.variety_share = 0.05;
  ScoreRules rules;
  const auto check = [&](std::int64_t step, std::optional<double> variety) {
    Evaluated evaluated = evaluatedAs({{"fid", 50, {}}});
    evaluated.variety = variety;
    return rules.check(step, evaluated, thresholds).collapsed;
  };
  EXPECT_FALSE(check(10, 0.01)) << "a generator begins without";
  EXPECT_FALSE(check(20, 0.06));
  EXPECT_FALSE(check(30, std::nullopt)) << "nobody says it";
  const auto alert = check(40, 0.012);
  ASSERT_TRUE(alert);
  EXPECT_EQ(alert->rule, kCollapseRule);
  EXPECT_EQ(alert->since_step, 21) << "the checkpoint of step 20 is the way back";
  EXPECT_THAT(alert->message.english(), HasSubstr("between step 20 and step 40: their features vary from one to the "
                                                  "other by 1.2 % of"));
  EXPECT_FALSE(check(50, 0.02)) << "that was told";
  const auto over = check(60, 0.5);
  ASSERT_TRUE(over);
  EXPECT_EQ(over->severity, Severity::kInfo);
  thresholds.variety_share = 0;
  EXPECT_FALSE(check(70, 0));
}

TEST(ScoreRules, SayNothingOfAKidAroundZero) {
  EXPECT_THAT(toldOf("kid", {0.1, -0.001, 0.002, 0.001}).collapsed, IsEmpty());
}

TEST(ScoreRules, BeginAnewWithScoresThatDoNotCompare) {
  ScoreRules rules;
  EXPECT_FALSE(rules.check(10, evaluatedAs({{"fid", 10, {}}}), kThresholds).collapsed);
  Evaluated other = evaluatedAs({{"fid", 90, {}}});
  other.generated = 64;
  EXPECT_FALSE(rules.check(20, other, kThresholds).collapsed);
}

TEST(ScoreRules, HoldACollapseAgainstNoScoresThatDoNotCompareWithIt) {
  ScoreRules rules;
  rules.check(10, evaluatedAs({{"fid", 10, {}}}), kThresholds);
  const auto collapsed = rules.check(20, evaluatedAs({{"fid", 90, {}}}), kThresholds).collapsed;
  ASSERT_TRUE(collapsed);
  ASSERT_EQ(collapsed->message.id, "scores_collapsed");
  Evaluated other = evaluatedAs({{"fid", 95, {}}});
  other.generated = 64;
  const auto over = rules.check(30, other, kThresholds).collapsed;
  ASSERT_TRUE(over) << "checkpoints would be doubted for ever";
  EXPECT_EQ(over->message.id, "scores_other_kind");
  EXPECT_EQ(over->rule, kCollapseRule);
  EXPECT_EQ(over->severity, Severity::kInfo);
  EXPECT_FALSE(rules.check(40, other, kThresholds).collapsed) << "once";
}

TEST(ScoreRules, DoNotCountAStepThatIsJudgedAgainAndAgain) {
  ScoreRules rules;
  rules.check(10, evaluatedAs({{"fid", 50, {}}}), kThresholds);
  for (int again = 0; again < 10; ++again) {
    EXPECT_FALSE(rules.check(20, evaluatedAs({{"fid", 51, {}}}), kThresholds).no_better);
  }
}

TEST(ScoreRules, AThresholdOfZeroSwitchesARuleOff) {
  ScoreThresholds off = kThresholds;
  off.patience = 0;
  off.collapse_ratio = 0;
  const Told told = toldOf("fid", {10, 100, 100, 100, 100, 100}, off);
  EXPECT_THAT(told.no_better, IsEmpty());
  EXPECT_THAT(told.collapsed, IsEmpty());
}

}  // namespace
}  // namespace gan
