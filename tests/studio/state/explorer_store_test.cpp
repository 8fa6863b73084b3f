#include "state/explorer_store.h"

#include <QSignalSpy>
#include <atomic>
#include <future>

#include "core/error.h"
#include "studio/support/explorer_fixture.h"

namespace gan {
namespace {

using ExplorerStoreTest = test::ExplorerFixture;

TEST_F(ExplorerStoreTest, BeginsWhereTheRunSamplesAndWithWhatItsGeneratorKnows) {
  open(test::classConfig());
  EXPECT_EQ(explorer_.model().facts().classes, 10);
  EXPECT_EQ(explorer_.model().line(), QStringLiteral("seed=0 class=0 truncation=0.5"));
}

TEST_F(ExplorerStoreTest, AsksForPicturesOnlyWhileSomebodyLooks) {
  open(test::classConfig());
  EXPECT_EQ(pictures_->opened(), 0);
  explorer_.model().setSide(200);
  explorer_.model().setWatched(true);
  ASSERT_TRUE(until([&] { return !pictures_->wishes().empty(); }));
  EXPECT_EQ(pictures_->wishes().back().line, "seed=0 class=0 truncation=0.5");
  EXPECT_EQ(pictures_->wishes().back().side, 200);
  explorer_.model().setWatched(false);
  EXPECT_TRUE(until([&] { return !pictures_->isOpen(); }));
}

TEST_F(ExplorerStoreTest, AnAnswerIsThePictureAndTheThumbnailOfAKeptPoint) {
  open(test::classConfig());
  explorer_.shelf().keep(explorer_.model().line());
  explorer_.model().setWatched(true);
  ASSERT_TRUE(until([&] { return !pictures_->wishes().empty(); }));
  QImage image(2, 2, QImage::Format_RGB888);
  image.fill(Qt::green);
  pictures_->answer({.stamp = pictures_->wishes().back().stamp, .image = image, .step = 12});
  ASSERT_TRUE(until([&] { return explorer_.model().isSettled(); }));
  EXPECT_EQ(explorer_.model().picture().step, 12);
  EXPECT_FALSE(explorer_.shelf().index(0).data(Qt::DecorationRole).value<QImage>().isNull());
}

TEST_F(ExplorerStoreTest, ASampleIsExploredByItsCheckpointOrTheNewestWeights) {
  run_->setCheckpoints({50});
  open(test::classConfig());
  ASSERT_TRUE(until([&] { return !explorer_.model().facts().steps.isEmpty(); }));
  explorer_.showSample(QStringLiteral("seed=1/7 class=2 step=50"));
  EXPECT_EQ(explorer_.model().line(), QStringLiteral("seed=1/7 class=2 step=50"));
  explorer_.showSample(QStringLiteral("seed=1/8 class=2 step=60"));
  EXPECT_EQ(explorer_.model().line(), QStringLiteral("seed=1/8 class=2"));
}

TEST_F(ExplorerStoreTest, ThatAnotherProcessHasTakenOverIsToldForAWhile) {
  open(test::classConfig());
  look();
  QImage image(2, 2, QImage::Format_RGB888);
  image.fill(Qt::green);
  pictures_->answer({.stamp = pictures_->wishes().back().stamp, .image = image, .taken_over = true});
  ASSERT_TRUE(until([&] { return explorer_.model().isSettled(); }));
  EXPECT_EQ(explorer_.model().notice(),
            QStringLiteral("The process that made the pictures was lost; another one has taken over."));
  EXPECT_TRUE(until([&] { return explorer_.model().notice().isEmpty(); }));
}

TEST_F(ExplorerStoreTest, APointAtWhichSomebodyStaysIsAskedForAtItsOwnSize) {
  open(test::classConfig());
  explorer_.model().setSide(20);
  look();
  QImage small(20, 20, QImage::Format_RGB888);
  small.fill(Qt::green);
  pictures_->answer({.stamp = pictures_->wishes().back().stamp, .image = small, .step = 12});
  ASSERT_TRUE(until([&] { return pictures_->wishes().back().side == 0; }));
  EXPECT_EQ(pictures_->wishes().back().line, explorer_.model().line().toStdString());
  const auto side = static_cast<int>(explorer_.model().facts().resolution);
  QImage own(side, side, QImage::Format_RGB888);
  own.fill(Qt::green);
  const std::size_t before = pictures_->wishes().size();
  pictures_->answer({.stamp = before, .image = own, .step = 12});
  ASSERT_TRUE(until([&] { return explorer_.model().isWhole(); }));
  QTest::qWait(400);
  EXPECT_EQ(pictures_->wishes().size(), before) << "nothing larger can be had";
}

TEST_F(ExplorerStoreTest, APointThatCannotBeDrawnSaysWhy) {
  open(test::classConfig());
  explorer_.model().setWatched(true);
  ASSERT_TRUE(until([&] { return !pictures_->wishes().empty(); }));
  pictures_->answer({.stamp = 1, .image = {}, .step = -1, .problem = {"no_step", "There is no step 5.", {}}});
  ASSERT_TRUE(until([&] { return !explorer_.model().problem().isEmpty(); }));
  EXPECT_EQ(explorer_.model().problem(), QStringLiteral("There is no step 5."));
}

TEST_F(ExplorerStoreTest, AProcessThatWasKilledIsSaidAndAskedAgainWithoutAHand) {
  open(test::classConfig());
  look();
  const std::size_t before = pictures_->wishes().size();
  pictures_->answer({.stamp = before, .image = {}, .step = -1, .problem = {"sampler_lost", "It was killed.", {}}});
  ASSERT_TRUE(until([&] { return explorer_.model().problem() == QStringLiteral("It was killed."); }));
  ASSERT_TRUE(until([&] { return pictures_->wishes().size() > before; }));
  EXPECT_EQ(pictures_->wishes().back().line, explorer_.model().line().toStdString());
  pictures_->answer({.stamp = pictures_->wishes().back().stamp, .image = QImage(1, 1, QImage::Format_RGB888)});
  ASSERT_TRUE(until([&] { return explorer_.model().isSettled(); }));
  EXPECT_TRUE(explorer_.model().problem().isEmpty());
}

TEST_F(ExplorerStoreTest, WeightsThatATrainingHandsOutTooLateAreAskedForAgainWithoutAHand) {
  open(test::classConfig());
  look();
  const std::size_t before = pictures_->wishes().size();
  pictures_->answer({.stamp = before, .image = {}, .step = -1, .problem = {"weights_late", "They are late.", {}}});
  ASSERT_TRUE(until([&] { return explorer_.model().problem() == QStringLiteral("They are late."); }));
  ASSERT_TRUE(until([&] { return pictures_->wishes().size() > before; }));
  EXPECT_EQ(pictures_->wishes().back().line, explorer_.model().line().toStdString());
}

TEST_F(ExplorerStoreTest, WhereNobodyAnswersAnyMoreItIsTriedAnew) {
  open(test::classConfig());
  look();
  removeEndpoint(folder_.path(), *readEndpoint(folder_.path()));
  qputenv("GAN_ENGINE", "/nowhere/gan-engine");
  pictures_->setSupply(PictureSupply::kLost, {"run_not_served", "Nobody serves it.", {}});
  ASSERT_TRUE(until([&] { return explorer_.model().supply() == PictureSupply::kLost; }));
  EXPECT_TRUE(explorer_.model().reason().contains(QStringLiteral("/nowhere/gan-engine")))
      << explorer_.model().reason().toStdString();
  serve();
  const int before = pictures_->opened();
  explorer_.model().setSeed(3);
  EXPECT_TRUE(until([&] { return pictures_->opened() > before; }));
  qunsetenv("GAN_ENGINE");
}

TEST_F(ExplorerStoreTest, TheComparedSnapshotFollowsThePoint) {
  open(test::classConfig());
  look();
  explorer_.model().compareWith(50);
  QTest::qWait(100);
  EXPECT_TRUE(compared_->rows().empty()) << "nobody answers yet";
  pictures_->setSupply(PictureSupply::kReady);
  const auto newest = [&] {
    const std::vector<PictureRow> rows = compared_->rows();
    return rows.empty() ? std::string() : std::get<std::vector<std::string>>(rows.back().what).at(0);
  };
  ASSERT_TRUE(until([&] { return newest() == "seed=0 class=0 truncation=0.5 step=50"; }));
  explorer_.model().setSeed(4);
  ASSERT_TRUE(until([&] { return newest() == "seed=4 class=0 truncation=0.5 step=50"; }));
  ASSERT_TRUE(until([&] { return explorer_.model().comparedPicture().line.startsWith(QStringLiteral("seed=4")); }));
  EXPECT_EQ(explorer_.model().comparedPicture().step, 12) << "as the fake says";
  explorer_.model().stopComparing();
  explorer_.model().setSeed(5);
  QTest::qWait(100);
  EXPECT_EQ(newest(), "seed=4 class=0 truncation=0.5 step=50");
}

TEST_F(ExplorerStoreTest, OfManyComparedPointsTheLastOneIsDrawnWhenThatUnderWayIsThere) {
  std::promise<void> go;
  const std::shared_future<void> gone = go.get_future().share();
  const auto draw = compared_->on_draw;
  compared_->on_draw = [gone, draw](const PictureRow& row, const auto& take) {
    gone.wait();
    draw(row, take);
  };
  open(test::classConfig());
  look();
  pictures_->setSupply(PictureSupply::kReady);
  explorer_.model().compareWith(50);
  ASSERT_TRUE(until([&] { return compared_->rows().size() == 1; }));
  for (quint64 seed = 1; seed <= 20; ++seed) explorer_.model().setSeed(seed);
  go.set_value();
  ASSERT_TRUE(until([&] { return explorer_.model().comparedPicture().line.startsWith(QStringLiteral("seed=20 ")); }));
  EXPECT_EQ(compared_->rows().size(), 2U);
}

TEST_F(ExplorerStoreTest, WhatWaitsForItsTurnSaysSoAndGoesOn) {
  std::atomic<bool> busy = true;
  const auto draw = compared_->on_draw;
  compared_->on_draw = [&busy, draw](const PictureRow& row, const auto& take) {
    if (busy) throw Error(ErrorCode::kResourceExhausted, "pictures_one_call", "Another one is open.");
    draw(row, take);
  };
  open(test::classConfig());
  look();
  pictures_->setSupply(PictureSupply::kReady);
  explorer_.model().compareWith(50);
  ASSERT_TRUE(
      until([&] { return explorer_.model().comparedPicture().problem == QStringLiteral("Another one is open."); }));
  busy = false;
  EXPECT_TRUE(until([&] { return !explorer_.model().comparedPicture().image.isNull(); }));
}

TEST_F(ExplorerStoreTest, APictureThatIsNotExactIsAskedForOnceMoreWhereThePointRests) {
  open(test::classConfig());
  look();
  const auto asked = pictures_->wishes().size();
  QImage image(64, 64, QImage::Format_RGB888);
  image.fill(Qt::green);
  pictures_->answer({.stamp = pictures_->wishes().back().stamp, .image = image, .step = 5, .is_exact = false});
  ASSERT_TRUE(until([&] { return pictures_->wishes().size() > asked; }));
  EXPECT_EQ(pictures_->wishes().back().side, 0) << "as the generator makes it";
}

TEST_F(ExplorerStoreTest, TheStripIsFilledForThePointAndForNewCheckpoints) {
  run_->setCheckpoints({100, 50});
  open(test::classConfig());
  ASSERT_TRUE(until([&] { return explorer_.strip().rowCount() == 2; }));
  QTest::qWait(400);
  EXPECT_TRUE(strip_->rows().empty()) << "nobody looks";
  explorer_.strip().setWatched(true);
  ASSERT_TRUE(until([&] { return explorer_.strip().missing().isEmpty(); }));
  const auto lines = std::get<std::vector<std::string>>(strip_->rows().front().what);
  EXPECT_EQ(lines, (std::vector<std::string>{"seed=0 class=0 truncation=0.5 step=50",
                                             "seed=0 class=0 truncation=0.5 step=100"}));
  explorer_.model().setStep(50);  // another snapshot is no other point
  QTest::qWait(400);
  EXPECT_EQ(strip_->rows().size(), 1U);
  explorer_.model().setSeed(8);
  EXPECT_EQ(explorer_.strip().missing().size(), 2);
  EXPECT_TRUE(until([&] { return explorer_.strip().missing().isEmpty(); }));
}

TEST_F(ExplorerStoreTest, AStripThatCannotBeFilledSaysWhy) {
  run_->setCheckpoints({50});
  strip_->on_draw = [](const PictureRow&, const auto&) {
    throw Error(ErrorCode::kNotFound, "checkpoint_not_found", "There is no step 50.");
  };
  open(test::classConfig());
  explorer_.strip().setWatched(true);
  EXPECT_TRUE(until([&] { return explorer_.strip().problem() == QStringLiteral("There is no step 50."); }));
}

TEST_F(ExplorerStoreTest, ALineOfTextBecomesAKeyframe) {
  open(test::classConfig());
  const QSignalSpy complaints(&explorer_, &ExplorerStore::complained);
  explorer_.addKeyframe(QStringLiteral("seed=9 class=2"), {});
  explorer_.addKeyframe(QStringLiteral("a poem"), {});
  EXPECT_EQ(explorer_.timeline().rowCount(), 1);
  EXPECT_EQ(complaints.size(), 1);
}

TEST_F(ExplorerStoreTest, ALineOfTextIsShownAndWhatIsNoneIsComplainedOf) {
  open(test::classConfig());
  const QSignalSpy complaints(&explorer_, &ExplorerStore::complained);
  explorer_.show(QStringLiteral("seed=9/3 class=2"));
  EXPECT_EQ(explorer_.model().line(), QStringLiteral("seed=9/3 class=2"));
  const QSignalSpy settled(&explorer_, &ExplorerStore::settled);
  explorer_.show(QStringLiteral("a poem"));
  EXPECT_EQ(complaints.size(), 1);
  EXPECT_TRUE(settled.isEmpty());
  EXPECT_EQ(explorer_.model().line(), QStringLiteral("seed=9/3 class=2"));
  explorer_.show(QStringLiteral("seed=8 class=1"));
  EXPECT_EQ(settled.size(), 1);
}

TEST_F(ExplorerStoreTest, AClassifierHasNoPictures) {
  RunConfig config;
  config.setText("model.architecture", "resnet-18");
  open(config);
  explorer_.model().setWatched(true);
  QTest::qWait(50);
  EXPECT_EQ(pictures_->opened(), 0);
}

}  // namespace
}  // namespace gan
