#include "run/score_summary.h"

#include <limits>

#include "run/kept_evaluations.h"
#include "run/run_reader_fixture.h"
#include "support/evaluated.h"

namespace gan {
namespace {

class ScoreSummaries : public RunReaderTest {
 protected:
  std::map<std::string, ScoreSummary> summaries() {
    RunReader reader(folder_);
    reader.refresh();
    return scoreSummaries(reader);
  }
  static std::string series(const std::string& score) { return seriesName(evaluatedAs({{score, 1, {}}}), score); }
};

TEST_F(ScoreSummaries, AreTheLastAndTheBestWhetherLowerOrHigherIsBetter) {
  journalSegment(1, 0);
  journal(100, evaluatedAs({{"fid", 30, {}}, {"recall", 0.25, {}}}));
  journal(200, evaluatedAs({{"fid", 10, {}}, {"recall", 0.75, {}}}));
  journal(300, evaluatedAs({{"fid", 20, {}}, {"recall", 0.5, {}}}));
  const auto found = summaries();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found.at(series("fid")).last, (ScoreAtStep{300, 20}));
  EXPECT_EQ(found.at(series("fid")).best, (ScoreAtStep{200, 10}));
  EXPECT_EQ(found.at(series("recall")).last, (ScoreAtStep{300, 0.5}));
  EXPECT_EQ(found.at(series("recall")).best, (ScoreAtStep{200, 0.75}));
}

TEST_F(ScoreSummaries, HaveWhatWasAskedForButNothingThatIsSuperseded) {
  journalSegment(1, 0);
  journal(100, evaluatedAs({{"fid", 30, {}}}));
  journal(200, evaluatedAs({{"fid", 1, {}}}));
  keepEvaluation(folder_.path(), "gone",
                 {.step = 200, .segment = 1, .unix_seconds = 1, .evaluated = evaluatedAs({{"fid", 2, {}}})});
  journalSegment(2, 100);
  keepEvaluation(folder_.path(), "kept",
                 {.step = 150, .segment = 2, .unix_seconds = 2, .evaluated = evaluatedAs({{"fid", 40, {}}})});
  const auto found = summaries();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.begin()->second.last, (ScoreAtStep{150, 40}));
  EXPECT_EQ(found.begin()->second.best, (ScoreAtStep{100, 30}));
}

TEST_F(ScoreSummaries, OfOtherWeightsAreAnotherGenerators) {
  journalSegment(1, 0);
  journal(100, evaluatedAs({{"fid", 30, {}}}));
  Evaluated newest = evaluatedAs({{"fid", 20, {}}});
  newest.weights = "newest";
  keepEvaluation(folder_.path(), "other", {.step = 100, .segment = 1, .unix_seconds = 1, .evaluated = newest});
  const auto found = summaries();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found.at(series("fid")).best, (ScoreAtStep{100, 30}));
  EXPECT_EQ(found.at(seriesName(newest, "fid")).best, (ScoreAtStep{100, 20}));
}

TEST_F(ScoreSummaries, HaveAClassifiersValidationAndNoOtherSeries) {
  journalSegment(1, 0);
  openMetrics(1, 0, {"loss/g", "validation/loss", "validation/top1"});
  const auto row = [this](std::int64_t step, float loss, float top1) {
    metrics_->append({.step = step, .unix_seconds = 1000, .epoch = 0, .values = {0, loss, top1}});
  };
  row(1, 2, 0.5F);
  row(2, std::numeric_limits<float>::quiet_NaN(), 0.25F);
  metrics_->publish();
  const auto found = summaries();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found.at("validation/loss").last, (ScoreAtStep{1, 2})) << "what is no number is left out";
  EXPECT_EQ(found.at("validation/top1").best, (ScoreAtStep{1, 0.5}));
}

}  // namespace
}  // namespace gan
