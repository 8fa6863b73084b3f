#include "evaluation/evaluation_model.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include "support/evaluated.h"

namespace gan {
namespace {

using Reporting = QAbstractItemModelTester::FailureReportingMode;

EvaluationEntry at(qint64 step, std::vector<EvaluatedScore> scores, double unix_seconds = 0) {
  return {.step = step,
          .asked = false,
          .unix_seconds = unix_seconds > 0 ? unix_seconds : static_cast<double>(step),
          .evaluated = evaluatedAs(std::move(scores))};
}

EvaluationEntry truncated(EvaluationEntry entry, double threshold, const char* kind = "redraw") {
  entry.evaluated.truncation = threshold;
  entry.evaluated.truncation_kind = kind;
  return entry;
}

class EvaluationModelTest : public testing::Test {
 protected:
  QString cell(int row, int column) const { return model_.index(row, column).data().toString(); }
  static QVector<double> xs(const ScoreCurve& curve) {
    QVector<double> values;
    for (const ScorePoint& point : curve.points) values << point.x;
    return values;
  }
  static QVector<double> ys(const ScoreCurve& curve) {
    QVector<double> values;
    for (const ScorePoint& point : curve.points) values << point.y;
    return values;
  }

  EvaluationModel model_;
  QAbstractItemModelTester tester_{&model_, Reporting::Fatal};
};

TEST_F(EvaluationModelTest, HasARowForEachStepTheNewestFirst) {
  model_.setEntries(
      {at(1000, {{"fid", 20, {}}, {"kid", 0.5, {}}}), at(2000, {{"fid", 12.345, {}}, {"kid", 0.25, 0.123}})});
  ASSERT_EQ(model_.rowCount(), 2);
  EXPECT_EQ(cell(0, EvaluationModel::kStep), QStringLiteral("2,000"));
  EXPECT_EQ(cell(0, EvaluationModel::kScores), QStringLiteral("12.35"));
  EXPECT_EQ(cell(0, EvaluationModel::kScores + 1), QStringLiteral("0.25 ± 0.12"));
  EXPECT_EQ(cell(1, EvaluationModel::kStep), QStringLiteral("1,000"));
  EXPECT_EQ(model_.headerData(EvaluationModel::kScores, Qt::Horizontal, Qt::DisplayRole).toString(),
            QStringLiteral("FID"));
}

TEST_F(EvaluationModelTest, OfOneStepShowsTheOneOfMostDrawsAndOfTheseTheNewest) {
  EvaluationEntry five = at(1000, {{"fid", 15, 0.5}}, 10);
  five.evaluated.draws = 5;
  model_.setEntries({at(1000, {{"fid", 20, {}}}, 5), five, at(1000, {{"fid", 18, {}}}, 20)});
  ASSERT_EQ(model_.rowCount(), 1);
  EXPECT_EQ(cell(0, EvaluationModel::kScores), QStringLiteral("15 ± 0.5"));
  model_.setEntries({at(1000, {{"fid", 18, {}}}, 20), at(1000, {{"fid", 20, {}}}, 5)});
  EXPECT_EQ(cell(0, EvaluationModel::kScores), QStringLiteral("18"));
}

TEST_F(EvaluationModelTest, NeverMixesKinds) {
  EvaluationEntry standing = at(3000, {{"fid", 5, {}}});
  standing.evaluated.statistics = "standing";
  EvaluationEntry other_file = at(1000, {{"fid", 7, {}}});
  other_file.evaluated.features.sha256 = "ffff0000";
  EvaluationEntry fewer = at(2000, {{"fid", 9, {}}});
  fewer.evaluated.generated = 100;
  EvaluationEntry newest_weights = at(500, {{"fid", 11, {}}});
  newest_weights.evaluated.weights = "newest";
  model_.setEntries({at(1000, {{"fid", 20, {}}}), standing, other_file, fewer, newest_weights});
  ASSERT_EQ(model_.kinds().size(), 5);
  EXPECT_EQ(model_.kind()->key, model_.kinds().first().key) << "that of the newest evaluation";
  EXPECT_EQ(cell(0, EvaluationModel::kStep), QStringLiteral("3,000"));
  for (const EvaluationModel::Kind& kind : QVector<EvaluationModel::Kind>(model_.kinds())) {
    model_.chooseKind(kind.key);
    EXPECT_EQ(model_.rowCount(), 1) << kind.key.toStdString();
    EXPECT_EQ(model_.overSteps().first().curves.first().points.size(), 1);
  }
}

TEST_F(EvaluationModelTest, SaysWhatScoresOfAKindHaveInCommon) {
  model_.setEntries({at(1000, {{"fid", 20, {}}})});
  ASSERT_NE(model_.kind(), nullptr);
  EXPECT_EQ(model_.kind()->title, QStringLiteral("in-domain 0123abcd · 2,048 pictures"));
  EXPECT_EQ(model_.kind()->facts,
            QStringLiteral("Features: in-domain 0123abcd, resized as in its training to 32 px · 2,048 pictures against "
                           "60,000 images · running statistics · averaged weights"));
}

TEST_F(EvaluationModelTest, KindsOfOneTitleSayWhatDiffersAndNoMore) {
  const EvaluationEntry usual = at(6000, {{"fid", 20, {}}});
  EvaluationEntry fewer = at(5000, {{"fid", 9, {}}});
  fewer.evaluated.generated = 100;
  const auto titles = [this] {
    QStringList all;
    for (const EvaluationModel::Kind& kind : model_.kinds()) all << kind.title;
    return all;
  };
  const QString title = QStringLiteral("in-domain 0123abcd · 2,048 pictures");
  const QString title_of_fewer = QStringLiteral("in-domain 0123abcd · 100 pictures");
  model_.setEntries({usual, fewer});
  EXPECT_EQ(titles(), QStringList({title, title_of_fewer}));

  EvaluationEntry standing = at(4000, {{"fid", 5, {}}});
  standing.evaluated.statistics = "standing";
  model_.setEntries({usual, fewer, standing});
  EXPECT_EQ(titles(), QStringList({title + QStringLiteral(" · running statistics"), title_of_fewer,
                                   title + QStringLiteral(" · standing statistics")}));

  EvaluationEntry newest = at(3000, {{"fid", 11, {}}});
  newest.evaluated.weights = "newest";
  model_.setEntries({usual, newest});
  EXPECT_EQ(titles(),
            QStringList({title + QStringLiteral(" · averaged weights"), title + QStringLiteral(" · newest weights")}));

  EvaluationEntry clean = at(2000, {{"fid", 7, {}}});
  clean.evaluated.features.resize = "clean-fid";
  EvaluationEntry kept = clean;
  kept.step = 1000;
  kept.unix_seconds = 1000;
  kept.evaluated.settings = "keep 5000";
  model_.setEntries({usual, clean, kept});
  EXPECT_EQ(titles(), QStringList({title + QStringLiteral(" · resized as in its training"),
                                   title + QStringLiteral(" · resized as clean-fid does"),
                                   title + QStringLiteral(" · resized as clean-fid does · keep 5000")}));
}

TEST_F(EvaluationModelTest, SaysWherePicturesOfTheRunAreOfOtherWeightsThanWereJudged) {
  EvaluationEntry newest = at(1000, {{"fid", 20, {}}});
  newest.evaluated.weights = "newest";
  model_.setEntries({newest});
  EXPECT_EQ(model_.whyNotDrawnAlike(0), QString()) << "nobody knows what the run draws with";
  model_.setOwnWeights("average");
  EXPECT_EQ(model_.whyNotDrawnAlike(0),
            QStringLiteral("These are scores of the newest weights, and pictures of this run are drawn with the "
                           "averaged weights: those would be of another generator."));
  EXPECT_EQ(model_.whyNotDrawnAlike(-1), QString());
  model_.setOwnWeights("newest");
  EXPECT_EQ(model_.whyNotDrawnAlike(0), QString());
}

TEST_F(EvaluationModelTest, SaysOfHowManyPicturesScoresAreThatAreNotOfAll) {
  const QString kept =
      QStringLiteral(" · all scores but FID, Inception Score and accuracy are of 10,000 of each at most");
  const EvaluationEntry entry = at(2000, {{"fid", 20, {}}, {"kid", 0.5, {}}});
  model_.setEntries({at(1000, {{"fid", 20, {}}}), entry});
  EXPECT_TRUE(model_.kind()->facts.endsWith(kept));
  EvaluationEntry by_few = entry;
  by_few.evaluated.real = 10'000;
  model_.setEntries({by_few});
  EXPECT_FALSE(model_.kind()->facts.contains(kept));
  EvaluationEntry otherwise = entry;
  otherwise.evaluated.settings = "keep 500";
  model_.setEntries({otherwise});
  EXPECT_TRUE(model_.kind()->facts.endsWith(QStringLiteral("keep 500")));
}

TEST_F(EvaluationModelTest, DoubtsAFidOfFewPicturesOrByFewImages) {
  const QString doubt =
      QStringLiteral(" · FID of fewer than 2,048 pictures is too high: only that of as many compares");
  EvaluationEntry few = at(1000, {{"fid", 20, {}}});
  few.evaluated.generated = 2047;
  EvaluationEntry again = few;
  again.step = 2000;
  model_.setEntries({few, again});
  EXPECT_TRUE(model_.kind()->facts.endsWith(doubt));
  EXPECT_EQ(model_.kind()->facts.count(doubt), 1);
  EvaluationEntry by_few = at(1000, {{"fid", 20, {}}});
  by_few.evaluated.real = 500;
  model_.setEntries({by_few});
  EXPECT_TRUE(model_.kind()->facts.endsWith(doubt));
  by_few.evaluated.scores = {{"kid", 0.1, {}}};
  model_.setEntries({by_few});
  EXPECT_FALSE(model_.kind()->facts.contains(doubt));
}

TEST_F(EvaluationModelTest, KeepsTheChosenKindWhileItHasScores) {
  EvaluationEntry standing = at(3000, {{"fid", 5, {}}});
  standing.evaluated.statistics = "standing";
  const EvaluationEntry running = at(1000, {{"fid", 20, {}}});
  model_.setEntries({running, standing});
  model_.chooseKind(model_.kinds().last().key);
  model_.setEntries({running, standing, at(2000, {{"fid", 10, {}}})});
  EXPECT_EQ(model_.rowCount(), 2);
  model_.setEntries({standing});
  EXPECT_EQ(cell(0, EvaluationModel::kStep), QStringLiteral("3,000"));
}

TEST_F(EvaluationModelTest, DrawsChosenScoresOverStepsEachOnItsOwnScale) {
  model_.setEntries(
      {at(1000, {{"recall", 0.2, {}}, {"fid", 20, {}}}), at(2000, {{"fid", 12, {}}, {"recall", 0.4, {}}})});
  EXPECT_EQ(model_.chosen(), QStringList{QStringLiteral("fid")}) << "in the order of metrics, not of the report";
  model_.choose({QStringLiteral("recall"), QStringLiteral("fid"), QStringLiteral("unknown")});
  const QVector<ScoreLane> lanes = model_.overSteps();
  ASSERT_EQ(lanes.size(), 2);
  EXPECT_EQ(lanes[0].title, QStringLiteral("FID, lower is better"));
  EXPECT_EQ(xs(lanes[0].curves.first()), (QVector<double>{1000, 2000}));
  EXPECT_EQ(ys(lanes[0].curves.first()), (QVector<double>{20, 12}));
  EXPECT_EQ(ys(lanes[1].curves.first()), (QVector<double>{0.2, 0.4}));
}

TEST_F(EvaluationModelTest, ErrorBarsAreTheSpreadOfRepeatedDrawsAlone) {
  EvaluationEntry repeated = at(2000, {{"kid", 0.5, 0.25}});
  repeated.evaluated.draws = 3;
  model_.setEntries({at(1000, {{"kid", 0.75, 0.5}}), repeated});
  const QVector<ScorePoint> points = model_.overSteps().first().curves.first().points;
  ASSERT_EQ(points.size(), 2);
  EXPECT_FALSE(points[0].deviation) << "that is between subsets of one draw";
  EXPECT_EQ(points[1].deviation, 0.25);
}

TEST_F(EvaluationModelTest, PointsSayWhetherTheirCheckpointStands) {
  model_.setEntries({at(1000, {{"fid", 20, {}}}), at(2000, {{"fid", 12, {}}})});
  model_.setCheckpoints({2000});
  const QVector<ScorePoint> points = model_.overSteps().first().curves.first().points;
  EXPECT_FALSE(points[0].stands);
  EXPECT_TRUE(points[1].stands);
  EXPECT_TRUE(model_.sentence(1).endsWith(QStringLiteral("; its checkpoint is gone")));
}

TEST_F(EvaluationModelTest, TruncationsOfAStepMakeACurveWithTheUntruncatedOneBehindIt) {
  const EvaluationEntry step = at(2000, {{"fid", 12, {}}});
  EvaluationEntry strong = truncated(at(2000, {{"fid", 30, {}}}), 0.4);
  EvaluationEntry weak = truncated(at(2000, {{"fid", 14, {}}}), 0.8);
  model_.setEntries({at(1000, {{"fid", 20, {}}}), weak, step, strong});
  ASSERT_EQ(model_.rowCount(), 4);
  const QVector<ScoreLane> lanes = model_.overTruncations(0);
  ASSERT_EQ(lanes.size(), 1);
  ASSERT_EQ(lanes[0].curves.size(), 2);
  EXPECT_EQ(lanes[0].named_x, 1.0);  // a quarter behind 0.8
  EXPECT_EQ(ys(lanes[0].curves[0]), QVector<double>{12});
  EXPECT_EQ(xs(lanes[0].curves[1]), (QVector<double>{0.4, 0.8}));
  EXPECT_EQ(ys(lanes[0].curves[1]), (QVector<double>{30, 14}));
  EXPECT_TRUE(model_.overTruncations(3).isEmpty()) << "step 1,000 has none";
  EXPECT_EQ(xs(model_.overSteps().first().curves.first()), (QVector<double>{1000, 2000})) << "without truncation";
}

TEST_F(EvaluationModelTest, TruncationsOfAnotherRunStandBesideThoseOfAStep) {
  model_.setRunName(QStringLiteral("this"));
  model_.setEntries({truncated(at(2000, {{"fid", 30, {}}}), 0.4), truncated(at(2000, {{"fid", 14, {}}}), 0.8)});
  const auto beside = [this](const QVector<EvaluationEntry>& entries) {
    model_.setOther({.path = QStringLiteral("/o"), .name = QStringLiteral("other"), .entries = entries});
    return model_.overTruncations(0).first();
  };
  const QVector<EvaluationEntry> earlier{truncated(at(1000, {{"fid", 50, {}}}), 0.5),
                                         truncated(at(1000, {{"fid", 40, {}}}), 1.6), at(1000, {{"fid", 35, {}}}),
                                         at(3000, {{"fid", 9, {}}})};
  const ScoreLane lane = beside(earlier);
  ASSERT_EQ(lane.curves.size(), 3);
  EXPECT_EQ(ys(lane.curves[0]), (QVector<double>{30, 14}));
  EXPECT_FALSE(lane.curves[0].other);
  EXPECT_EQ(lane.named_x, 2.0) << "a quarter behind 1.6";
  EXPECT_EQ(ys(lane.curves[1]), QVector<double>{35}) << "step 3,000 was not judged at truncations";
  EXPECT_EQ(xs(lane.curves[2]), (QVector<double>{0.5, 1.6}));
  EXPECT_TRUE(lane.curves[2].other);
  EXPECT_EQ(lane.curves[2].name, QStringLiteral("other"));
  EXPECT_EQ(lane.curves[2].points.first().row, -1);
  EXPECT_EQ(ys(beside(earlier + QVector<EvaluationEntry>{truncated(at(2000, {{"fid", 20, {}}}), 0.7)}).curves[1]),
            QVector<double>{20})
      << "the same step comes first";
  EXPECT_EQ(beside({at(2000, {{"fid", 9, {}}})}).curves.size(), 1) << "it has no truncations";
}

TEST_F(EvaluationModelTest, PrecisionIsDrawnOverRecall) {
  model_.setEntries({at(1000, {{"precision", 0.6, {}}, {"recall", 0.2, {}}}), at(2000, {{"fid", 3, {}}})});
  const QVector<ScoreLane> lanes = model_.precisionOverRecall();
  ASSERT_EQ(lanes.size(), 1);
  EXPECT_EQ(xs(lanes[0].curves.first()), QVector<double>{0.2});
  EXPECT_EQ(ys(lanes[0].curves.first()), QVector<double>{0.6});
}

TEST_F(EvaluationModelTest, AnotherRunStandsBesideWhereKindsAreEqual) {
  model_.setRunName(QStringLiteral("this"));
  model_.setEntries({at(1000, {{"fid", 20, {}}})});
  model_.setOther(
      {.path = QStringLiteral("/o"), .name = QStringLiteral("other"), .entries = {at(1500, {{"fid", 10, {}}})}});
  const QVector<ScoreCurve> curves = model_.overSteps().first().curves;
  ASSERT_EQ(curves.size(), 2);
  EXPECT_TRUE(curves[1].other);
  EXPECT_EQ(curves[1].name, QStringLiteral("other"));
  EXPECT_EQ(curves[1].points.first().row, -1) << "it is no row of this run";
  EXPECT_EQ(model_.otherRefusal(), QString());
}

TEST_F(EvaluationModelTest, AnotherRunOfAnotherKindIsRefusedByName) {
  model_.setEntries({at(1000, {{"fid", 20, {}}})});
  EvaluationEntry other = at(1500, {{"fid", 10, {}}});
  other.evaluated.generated = 500;
  model_.setOther({.path = QStringLiteral("/o"), .name = QStringLiteral("other"), .entries = {other}});
  EXPECT_EQ(model_.overSteps().first().curves.size(), 1);
  EXPECT_TRUE(model_.otherRefusal().contains(QStringLiteral("other")));
  EXPECT_TRUE(model_.otherRefusal().contains(QStringLiteral("500 pictures")));
  model_.setOther({.path = QStringLiteral("/o"), .name = QStringLiteral("other"), .entries = {}});
  EXPECT_TRUE(model_.otherRefusal().startsWith(QStringLiteral("other has no scores yet")));
  model_.setOther({.path = QStringLiteral("/o"),
                   .name = QStringLiteral("other"),
                   .entries = {at(1500, {{"fid", 10, {}}})},
                   .refusal = QStringLiteral("Other images.")});
  EXPECT_EQ(model_.otherRefusal(), QStringLiteral("Other images."));
  EXPECT_EQ(model_.overSteps().first().curves.size(), 1);
}

TEST_F(EvaluationModelTest, ClassesComeWorstFirst) {
  EvaluationEntry entry = at(1000, {{"intra_fid", 20, {}}});
  entry.evaluated.classes = {{.name = "cat", .fid = 10, .real = 1, .generated = 2},
                             {.name = "dog", .fid = 30, .real = 1, .generated = 2}};
  model_.setEntries({entry});
  const QVector<EvaluatedClass> classes = model_.classes(0);
  ASSERT_EQ(classes.size(), 2);
  EXPECT_EQ(classes.first().name, "dog");
  EXPECT_TRUE(model_.classes(-1).isEmpty());
}

TEST_F(EvaluationModelTest, ScoresThatAreNoNumbersAreNotDrawn) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  model_.setEntries({at(1000, {{"fid", none, {}}}), at(2000, {{"fid", 3, {}}})});
  EXPECT_EQ(model_.overSteps().first().curves.first().points.size(), 1);
  model_.setEntries({at(1000, {{"precision", 0.5, {}}, {"recall", none, {}}}),
                     at(2000, {{"precision", none, {}}, {"recall", 0.5, {}}})});
  EXPECT_TRUE(model_.precisionOverRecall().isEmpty());
}

}  // namespace
}  // namespace gan
