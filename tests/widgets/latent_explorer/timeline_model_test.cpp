#include "latent_explorer/timeline_model.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>

namespace gan {
namespace {

using Fatal = QAbstractItemModelTester::FailureReportingMode;

SamplePoint pointOf(std::uint64_t seed, std::optional<std::int64_t> step = {}) {
  SamplePoint point;
  point.latent.front().seed = seed;
  point.step = step;
  return point;
}

ExploredPicture picture() { return {.line = {}, .image = QImage(1, 1, QImage::Format_RGB888), .step = 3}; }

class TimelineModelTest : public testing::Test {
 protected:
  TimelineModelTest() {
    for (const std::uint64_t seed : {1, 2, 3}) model.add(pointOf(seed, 100));
  }
  std::vector<std::uint64_t> seeds() const {
    std::vector<std::uint64_t> seeds;
    for (const SamplePoint& point : model.walk().keyframes) seeds.push_back(point.latent.front().seed);
    return seeds;
  }

  TimelineModel model;
  QAbstractItemModelTester tester{&model, Fatal::Fatal};
};

TEST_F(TimelineModelTest, KeyframesAreMovedAndRemoved) {
  EXPECT_EQ(seeds(), (std::vector<std::uint64_t>{1, 2, 3}));
  model.move(0, 1);
  EXPECT_EQ(seeds(), (std::vector<std::uint64_t>{2, 1, 3}));
  model.move(2, -1);
  EXPECT_EQ(seeds(), (std::vector<std::uint64_t>{2, 3, 1}));
  model.move(0, -1);
  model.move(2, 1);
  model.move(-1, 1);
  EXPECT_EQ(seeds(), (std::vector<std::uint64_t>{2, 3, 1}));
  EXPECT_TRUE(model.removeRow(1));
  EXPECT_FALSE(model.removeRow(2));
  EXPECT_EQ(seeds(), (std::vector<std::uint64_t>{2, 1}));
}

TEST_F(TimelineModelTest, TheWalkIsOfTheChosenSnapshotWhateverTheKeyframesSay) {
  EXPECT_EQ(model.step(), 100);
  model.add(pointOf(4, 200));
  EXPECT_EQ(model.walk().keyframes.back().step, 100);
  model.setStep(std::nullopt);
  EXPECT_EQ(model.walk().keyframes.front().step, std::nullopt);
}

TEST_F(TimelineModelTest, SettingsAreOfTheWalkAndEachChangeIsToldOnce) {
  const QSignalSpy changes(&model, &TimelineModel::changed);
  model.setKind(PathKind::kCubic);
  model.setEnds(PathEnds::kLoop);
  model.setSeconds(2);
  model.setFramesPerSecond(10);
  model.setFramesPerSecond(10);
  EXPECT_EQ(changes.size(), 4);
  EXPECT_EQ(model.walk().kind, PathKind::kCubic);
  EXPECT_EQ(model.walk().ends, PathEnds::kLoop);
  EXPECT_EQ(model.frames(), 20);
}

TEST_F(TimelineModelTest, OfOnePointOrWithAProblemThereIsNoFilm) {
  EXPECT_GT(model.frames(), 0);
  model.setProblem(QStringLiteral("It cannot be."));
  EXPECT_EQ(model.frames(), 0);
  model.play();
  EXPECT_FALSE(model.isShown());
  model.setProblem({});
  model.removeRows(0, 2);
  EXPECT_EQ(model.frames(), 0);
}

TEST_F(TimelineModelTest, PlaysOnFromWhatIsShownAndFromTheFrontBehindTheEnd) {
  model.showFrame(7);
  EXPECT_TRUE(model.isShown());
  model.play();
  EXPECT_EQ(model.frame(), 7);
  model.takePicture(8, picture());
  EXPECT_EQ(model.frame(), 8);
  model.pause();
  model.takePicture(9, picture());
  EXPECT_EQ(model.frame(), 8) << "somebody stopped it there";
  model.showFrame(1'000'000);
  EXPECT_EQ(model.frame(), model.frames() - 1);
  model.play();
  EXPECT_EQ(model.frame(), 0);
}

TEST_F(TimelineModelTest, WhatFailsLeavesThePictureAndSaysWhy) {
  model.showFrame(0);
  model.takePicture(0, picture());
  model.takePicture(0, {.line = {}, .image = {}, .step = -1, .problem = QStringLiteral("It was killed.")});
  EXPECT_FALSE(model.picture().image.isNull());
  EXPECT_EQ(model.picture().problem, QStringLiteral("It was killed."));
  model.takePicture(0, picture());
  EXPECT_TRUE(model.picture().problem.isEmpty());
}

TEST_F(TimelineModelTest, ComesBackAsItWasAndNothingComesOfRubbish) {
  model.setKind(PathKind::kCubic);
  model.setEnds(PathEnds::kLoop);
  model.setSeconds(7.5);
  const QByteArray state = model.saveState();
  TimelineModel other;
  other.restoreState(state);
  EXPECT_EQ(other.walk(), model.walk());
  EXPECT_EQ(other.step(), 100);
  for (const qsizetype size : {qsizetype{0}, qsizetype{3}, state.size() / 2, state.size() - 1}) {
    other.restoreState(state.left(size));
    EXPECT_EQ(other.rowCount(), 0) << size;
    EXPECT_EQ(other.walk(), LatentWalk()) << size;
  }
}

TEST_F(TimelineModelTest, AChangeOfTheFilmGoesBackToThePoint) {
  model.play();
  model.takePicture(4, picture());
  model.setSeconds(9);
  EXPECT_FALSE(model.isShown());
  EXPECT_FALSE(model.isPlaying());
  EXPECT_EQ(model.frame(), 0);
  EXPECT_TRUE(model.picture().image.isNull());
}

}  // namespace
}  // namespace gan
