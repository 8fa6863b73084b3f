#include "comparison/compared_curves.h"

#include <gtest/gtest.h>

#include <cmath>

#include "comparison/comparison_lanes.h"
#include "widgets/loss_chart/fake_run.h"

namespace gan::test {
namespace {

const QStringList kLoss = {QStringLiteral("loss/g")};
constexpr double kPixels = 1000;

/// Two runs of 1,000 and 400 steps whose loss is their step.
class ComparedCurvesTest : public testing::Test {
 protected:
  ComparedCurvesTest() {
    curves_.setCount(2);
    runs_[1].last_step = 400;
    for (FakeRun& run : runs_) {
      run.value = [](const QString&, qint64 step) { return static_cast<float>(step); };
    }
    for (int run : {0, 1}) curves_.setExtent(run, 1, runs_[run].last_step);
  }
  /// Asks and answers, as a link does.
  std::optional<ChartQuery> ask(int run, double smoothing = 0) {
    const auto query = curves_.ask(run, kLoss, kPixels, smoothing);
    if (query) curves_.setReply(run, runs_[run].answer(*query));
    return query;
  }
  void askBoth() {
    for (int run : {0, 1}) ask(run);
  }
  std::vector<double> valuesAt(double x) const {
    std::vector<double> values;
    for (const ComparedValue& each : gan::valuesAt(curves_, kLoss.first(), x)) values.push_back(each.value);
    return values;
  }

  FakeRun runs_[2];
  ComparedCurves curves_;
};

TEST_F(ComparedCurvesTest, ByStepShowFromTheFirstToTheLastStepOfAll) {
  askBoth();
  EXPECT_EQ(curves_.first(), 1);
  EXPECT_EQ(curves_.last(), 1000);
  EXPECT_EQ(valuesAt(300), (std::vector<double>{300, 300}));
  EXPECT_EQ(valuesAt(500), std::vector<double>{500}) << "the second was not trained so far";
}

TEST_F(ComparedCurvesTest, ByBranchPointLieAboveOneAnotherWhereOneLeftTheOther) {
  curves_.setBranchPoints(std::vector<qint64>{600, 100});
  curves_.setAlignment(Alignment::kBranchPoint);
  askBoth();
  EXPECT_EQ(curves_.first(), -599);
  EXPECT_EQ(curves_.last(), 400);
  EXPECT_EQ(valuesAt(0), (std::vector<double>{600, 100}));
  EXPECT_EQ(valuesAt(50), (std::vector<double>{650, 150}));
  EXPECT_EQ(valuesAt(-200), std::vector<double>{400}) << "the second had not begun";
}

TEST_F(ComparedCurvesTest, ByEpochLieWhereTheyHaveSeenAsManyImages) {
  curves_.setAlignment(Alignment::kEpoch);
  EXPECT_FALSE(curves_.hasView()) << "where an epoch lies is not known yet";
  const auto query = curves_.ask(0, kLoss, kPixels, 0);
  ASSERT_TRUE(query);
  ChartReply reply = runs_[0].answer(*query);
  for (Curve& curve : reply.curves) {
    for (ChartColumn& column : curve.raw) column.epoch *= 2;  // batches of twice the size
  }
  ASSERT_TRUE(curves_.setReply(0, reply));
  ask(1);
  EXPECT_DOUBLE_EQ(curves_.last(), 1000 / kStepsPerEpoch * 2);
  EXPECT_EQ(valuesAt(3), (std::vector<double>{150, 300}));
}

TEST_F(ComparedCurvesTest, ByTimeBeginTogether) {
  curves_.setAlignment(Alignment::kTime);
  ask(0);
  const auto query = curves_.ask(1, kLoss, kPixels, 0);
  ChartReply reply = runs_[1].answer(*query);
  for (Curve& curve : reply.curves) {
    for (ChartColumn& column : curve.raw) column.unix_seconds += 86'400 + static_cast<double>(column.first_step);
  }
  ASSERT_TRUE(curves_.setReply(1, reply));
  EXPECT_DOUBLE_EQ(curves_.first(), 0);
  EXPECT_DOUBLE_EQ(curves_.last(), 999);
  EXPECT_EQ(valuesAt(200), (std::vector<double>{201, 101})) << "the second, a day later, takes 2 s a step";
}

TEST_F(ComparedCurvesTest, TheCursorStaysOnItsStepsWhileColumnsShift) {
  curves_.setAlignment(Alignment::kTime);
  const auto answer = [&] {
    const auto query = curves_.ask(0, kLoss, kPixels, 0);
    ChartReply reply = runs_[0].answer(*query);
    for (Curve& curve : reply.curves) {
      for (ChartColumn& column : curve.raw) {  // it has become slower and slower
        column.unix_seconds = kStartSeconds + 1e-3 * static_cast<double>(column.first_step * column.first_step);
      }
    }
    ASSERT_TRUE(curves_.setReply(0, reply));
  };
  answer();
  const double place = curves_.scale(0).at(105);
  curves_.setCursor(place);
  answer();
  EXPECT_EQ(valuesAt(place), std::vector<double>{105});
  for (const qint64 steps : {40, 66, 100}) {
    runs_[0].columns_of = steps;
    answer();
    ASSERT_NE(std::llround(curves_.scale(0).stepAt(place)), 105) << "what lies there by its columns";
    EXPECT_EQ(valuesAt(place), std::vector<double>{105}) << "of columns of " << steps;
  }
  curves_.setCursor(std::nullopt);
  EXPECT_NE(curves_.stepAt(0, place), 105);
}

TEST_F(ComparedCurvesTest, AskOnlyForWhatIsInViewAndALittleMore) {
  askBoth();
  curves_.set(500, 600);
  const auto query = ask(0);
  ASSERT_TRUE(query);
  EXPECT_EQ(query->first_step, 475);
  EXPECT_EQ(query->last_step, 625);
  EXPECT_EQ(query->columns, 1500) << "a column for each pixel of it";
  EXPECT_FALSE(ask(1)) << "nothing of it is there";
}

TEST_F(ComparedCurvesTest, ARunThatTakesAPartOfTheWidthIsAskedForAsManyColumns) {
  askBoth();
  EXPECT_EQ(ask(0)->columns, 1000);
  EXPECT_EQ(ask(1)->columns, 400) << "399 of 999 steps";
}

TEST_F(ComparedCurvesTest, TheFirstQuestionIsNotAboutAveragesAndTheNextIs) {
  EXPECT_EQ(ask(0, 0.02)->smoothing, 0);
  EXPECT_GT(ask(0, 0.02)->smoothing, 0);
}

TEST_F(ComparedCurvesTest, AnAnswerToAnEarlierQuestionIsDropped) {
  const auto query = curves_.ask(0, kLoss, kPixels, 0);
  curves_.ask(0, kLoss, kPixels, 0);
  EXPECT_FALSE(curves_.setReply(0, runs_[0].answer(*query)));
  EXPECT_TRUE(curves_.reply(0).curves.empty());
}

TEST_F(ComparedCurvesTest, FollowARunThatIsRolledBack) {
  askBoth();
  curves_.setExtent(0, 1, 600);
  EXPECT_EQ(curves_.last(), 600);
}

TEST_F(ComparedCurvesTest, StayInsideOfWhatThereIs) {
  askBoth();
  curves_.set(900, 1100);
  EXPECT_EQ(curves_.first(), 800);
  EXPECT_EQ(curves_.last(), 1000);
  curves_.set(-5000, 5000);
  EXPECT_TRUE(curves_.isFitted());
}

TEST_F(ComparedCurvesTest, WhatABranchDescendsFromIsAskedForAlongWithItAndDrawnBeforeIt) {
  curves_.setCount(1);
  curves_.setExtent(0, 501, 1000);
  const auto query = curves_.ask(0, kLoss, kPixels, 0);
  ASSERT_TRUE(query);
  EXPECT_EQ(query->first_step, 0);
  ChartReply reply{.stamp = query->stamp, .first_step = 501, .last_step = 1000, .curves = {}};
  Curve curve{.name = kLoss.first(), .raw = {column(501, 1), column(1000, 1)}, .smoothed = {}, .superseded = {}};
  curve.before.push_back({column(1, 2), column(500, 2)});
  reply.curves.push_back(curve);
  reply.history_first_step = 1;
  ASSERT_TRUE(curves_.setReply(0, reply));
  curves_.setBranchPoints(std::vector<qint64>{500});
  curves_.setAlignment(Alignment::kBranchPoint);
  EXPECT_EQ(curves_.scale(0, curve.before.front()).at(500), 0);
  const auto lanes = comparisonLanes(curves_, kLoss, QRectF(0, 0, 100, 100), 0, {});
  const auto drawn = comparedCurves(curves_, lanes, {});
  ASSERT_EQ(drawn.size(), 1U);
  EXPECT_EQ(drawn.front().before.size(), 1U);
}

TEST_F(ComparedCurvesTest, ALaneSpansTheValuesOfAllRunsThatAreInView) {
  runs_[1].value = [](const QString&, qint64) { return -50.0F; };
  askBoth();
  curves_.set(100, 200);
  askBoth();
  const auto lanes = comparisonLanes(curves_, kLoss, QRectF(0, 0, 100, 100), 0, {});
  ASSERT_EQ(lanes.size(), 1U);
  EXPECT_LE(lanes.front().mapping.y_low, -50);
  EXPECT_GE(lanes.front().mapping.y_high, 200);
  EXPECT_LT(lanes.front().mapping.y_high, 400);
}

TEST_F(ComparedCurvesTest, ALaneIsLogarithmicOnlyWhereTheValuesOfAllRunsArePositive) {
  askBoth();
  const ComparisonLook look{.logarithmic = true};
  EXPECT_TRUE(comparisonLanes(curves_, kLoss, QRectF(0, 0, 100, 100), 0, look).front().mapping.logarithmic);
  runs_[1].value = [](const QString&, qint64) { return -50.0F; };
  ask(1);
  EXPECT_FALSE(comparisonLanes(curves_, kLoss, QRectF(0, 0, 100, 100), 0, look).front().mapping.logarithmic);
}

}  // namespace
}  // namespace gan::test
