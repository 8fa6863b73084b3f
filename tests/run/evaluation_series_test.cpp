#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run_reader_fixture.h"
#include "support/evaluated.h"
#include "support/expect_error.h"

namespace gan {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kFid = "evaluation/in-domain-0123abcd-2048/fid";

/// A run whose journal tells of scores.
class EvaluationSeriesTest : public RunReaderTest {
 protected:
  void evaluate(std::int64_t step, double fid) { journal(step, evaluatedAs({{"fid", fid, {}}})); }
};

TEST_F(EvaluationSeriesTest, ScoresAreSeriesBesideThoseOfTheRows) {
  journalSegment(1, 0);
  openMetrics(1, 0);
  rows(1, 1, 30);
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_THAT(reader.seriesNames(), ElementsAre("loss/g"));
  evaluate(10, 30);
  evaluate(20, 25);
  reader.refresh();
  EXPECT_THAT(reader.seriesNames(), ElementsAre(kFid, "loss/g"));
  EXPECT_THAT(valuesOf(reader, kFid), ElementsAre(30, 25));
  EXPECT_THAT(reader.values(kFid, kAll, kManyRows).steps, ElementsAre(10, 20));
  const auto columns = reader.query(kFid, {0, 30}, 100);
  ASSERT_EQ(columns.size(), 2U);
  EXPECT_EQ(columns[1].first_step, 20);
  EXPECT_EQ(columns[1].first, 25);
  EXPECT_THAT(reader.positions(std::vector<std::int64_t>{20}).epochs, ElementsAre(2));
}

TEST_F(EvaluationSeriesTest, ARollBackSupersedesTheScoresAfterIt) {
  journalSegment(1, 0);
  evaluate(10, 30);
  evaluate(20, 25);
  journalSegment(2, 10);
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_THAT(valuesOf(reader, kFid), ElementsAre(30));
  ASSERT_TRUE(reader.summary().evaluation == std::nullopt) << "the newest is not of the line any more";
  evaluate(15, 20);
  reader.refresh();
  EXPECT_THAT(valuesOf(reader, kFid), ElementsAre(30, 20));
  ASSERT_TRUE(reader.summary().evaluation);
  EXPECT_EQ(reader.summary().evaluation->step, 15);
  EXPECT_THAT(reader.superseded(kFid, kAll, 100), IsEmpty());
}

TEST_F(EvaluationSeriesTest, AStepThatIsEvaluatedAgainHasItsNewScore) {
  journalSegment(1, 0);
  for (const auto& [step, fid] : {std::pair(10, 30.0), {20, 25.0}, {10, 29.0}}) evaluate(step, fid);
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_THAT(valuesOf(reader, kFid), ElementsAre(29, 25));
}

TEST_F(EvaluationSeriesTest, OtherFeaturesOrCountsAreOtherSeries) {
  journalSegment(1, 0);
  evaluate(10, 30);
  Evaluated fewer = evaluatedAs({{"fid", 60, {}}});
  fewer.generated = 256;
  journal(20, fewer);
  RunReader reader(folder_);
  reader.refresh();
  EXPECT_THAT(reader.seriesNames(), ElementsAre(kFid, "evaluation/in-domain-0123abcd-256/fid"));
  EXPECT_THAT(valuesOf(reader, kFid), ElementsAre(30));
}

TEST_F(EvaluationSeriesTest, SmoothsAsItDoesRows) {
  journalSegment(1, 0);
  evaluate(10, 30);
  evaluate(20, 10);
  RunReader reader(folder_);
  reader.refresh();
  const auto columns = reader.query(kFid, kAll, 100, Smoothing{0.5});
  ASSERT_EQ(columns.size(), 2U);
  EXPECT_FLOAT_EQ(columns[1].first, (30 * 0.25 + 10 * 0.5) / 0.75) << "TensorBoard's, with its debiasing";
}

}  // namespace
}  // namespace gan
