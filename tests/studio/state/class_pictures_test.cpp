#include "state/class_pictures.h"

#include <gtest/gtest.h>

#include <QTest>
#include <limits>

#include "config/sample_point.h"
#include "evaluation/evaluation_model.h"
#include "latent_explorer/explorer_model.h"
#include "studio/support/fake_pictures.h"
#include "studio/support/fake_run_source.h"
#include "support/evaluated.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

constexpr int kPatience = 10'000;  // ms

class ClassPicturesTest : public testing::Test {
 protected:
  ClassPicturesTest() {
    explorer_.setFacts({.classes = 3, .class_names = {{0, "cat"}, {1, "dog"}, {2, "hen"}}, .resolution = 32});
    evaluations_.setCheckpoints({100});
    evaluations_.setOwnWeights("average");
  }
  static EvaluationEntry judged() {
    EvaluationEntry entry{.step = 100, .evaluated = evaluatedAs({{"intra_fid", 20, {}}})};
    entry.evaluated.classes = {{.name = "cat", .fid = 10, .real = 9, .generated = 9},
                               {.name = "dog", .fid = 30, .real = 9, .generated = 9},
                               {.name = "hen", .fid = 20, .real = 9, .generated = 9}};
    return entry;
  }
  void show(const EvaluationEntry& entry) {
    evaluations_.setEntries({entry});
    evaluations_.wantClassPictures(0);
    emit server_.ready();  // somebody answers for the run
  }
  /// Of the first row.
  std::vector<SamplePoint> points() const {
    std::vector<SamplePoint> points;
    const PictureRow row = pictures_->rows().front();
    for (const std::string& line : std::get<std::vector<std::string>>(row.what)) {
      points.push_back(samplePointFromText(line));
    }
    return points;
  }

  std::shared_ptr<test::FakePictures> pictures_ = std::make_shared<test::FakePictures>();
  test::EndingsAwaited endings_;
  TemporaryFolder folder_;
  PictureRowLink link_{test::opening(pictures_)};
  LocalServer server_{QString::fromStdString(folder_.path().string())};
  ExplorerModel explorer_;
  EvaluationModel evaluations_;
  ClassPictures shown_{evaluations_, explorer_, link_, server_};
};

TEST_F(ClassPicturesTest, AreOfTheWorstAndTheBestClassDrawnAsThoseThatWereJudged) {
  EvaluationEntry entry = judged();
  entry.evaluated.truncation = 0.5;
  entry.evaluated.truncation_kind = "scaled_redraw";
  entry.evaluated.statistics = "standing";
  ASSERT_EQ(entry.evaluated.weights, "average") << "which a point of the run is drawn with";
  show(entry);
  const QString best = QStringLiteral("cat");
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return evaluations_.classPictures(best).size() == ClassPictures::kOfAClass; }, kPatience));
  EXPECT_EQ(evaluations_.classPictures(QStringLiteral("dog")).size(), ClassPictures::kOfAClass);
  EXPECT_TRUE(evaluations_.classPictures(QStringLiteral("hen")).isEmpty());
  const std::vector<SamplePoint> found = points();
  ASSERT_EQ(found.size(), 2U * ClassPictures::kOfAClass);
  EXPECT_EQ(found.front().classes.front().label, 1);
  EXPECT_EQ(found.back().classes.front().label, 0);
  for (const SamplePoint& point : found) {
    EXPECT_EQ(point.step, 100);
    EXPECT_EQ(point.truncation, (Truncation{.threshold = 0.5, .kind = TruncationKind::kScaledRedraw}));
    EXPECT_EQ(point.statistics, StatisticsMode::kStanding);
  }
}

TEST_F(ClassPicturesTest, OfOtherWeightsThanTheRunDrawsWithAreNone) {
  EvaluationEntry newest = judged();
  newest.evaluated.weights = "newest";
  show(newest);
  EXPECT_FALSE(QTest::qWaitFor([&] { return !pictures_->rows().empty(); }, 200));
  show(judged());
  EXPECT_TRUE(QTest::qWaitFor([&] { return !pictures_->rows().empty(); }, kPatience));
}

TEST_F(ClassPicturesTest, OfADrawingThatNobodyKnowsAreDrawnAsUsual) {
  EvaluationEntry entry = judged();
  entry.evaluated.truncation = std::numeric_limits<double>::quiet_NaN();
  entry.evaluated.statistics = "of a later version";
  show(entry);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !pictures_->rows().empty(); }, kPatience));
  EXPECT_EQ(points().front().truncation, Truncation());
  EXPECT_EQ(points().front().statistics, StatisticsMode::kRunning);
}

TEST_F(ClassPicturesTest, OfACheckpointThatIsGoneAreNone) {
  evaluations_.setCheckpoints({200});
  show(judged());
  evaluations_.setCheckpoints({100, 200});
  evaluations_.wantClassPictures(0);
  emit server_.ready();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !pictures_->rows().empty(); }, kPatience));
  EXPECT_EQ(pictures_->rows().size(), 1U) << "there was nothing to draw from at first";
}

}  // namespace
}  // namespace gan
