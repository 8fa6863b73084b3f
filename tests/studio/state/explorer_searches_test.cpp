// Directions, photographs and nearest images of what is explored.

#include <QSignalSpy>
#include <QThread>
#include <atomic>

#include "core/error.h"
#include "studio/support/explorer_fixture.h"

namespace gan {
namespace {

using ExplorerSearchesTest = test::ExplorerFixture;

TEST_F(ExplorerSearchesTest, DirectionsAreFoundOutForTheWeightsThatAreExploredWhileSomebodyLooks) {
  open(test::classConfig());
  look();
  explorer_.model().setLatentsWatched(true);
  QTest::qWait(100);
  EXPECT_TRUE(searches_->described().empty()) << "nobody answers yet";
  pictures_->setSupply(PictureSupply::kReady);
  ASSERT_TRUE(until([&] { return explorer_.model().latents().are_known; }));
  EXPECT_EQ(explorer_.model().latents().chunks, 3);
  explorer_.model().setSeed(5);
  QTest::qWait(100);
  EXPECT_EQ(searches_->described().size(), 1U) << "they are the weights', whatever the point";
  explorer_.model().setStep(50);
  ASSERT_TRUE(until([&] { return searches_->described().size() == 2; }));
  EXPECT_EQ(searches_->described().back(), 50);
}

TEST_F(ExplorerSearchesTest, DirectionsOfASamplerThatWasLostAreAskedForAgain) {
  std::atomic<int> asked = 0;
  searches_->on_describe = [&](std::optional<qint64>) -> ExplorerLatents {
    if (++asked == 1) throw Error(ErrorCode::kUnavailable, "sampler_lost", "It was killed.");
    return {.are_known = true};
  };
  open(test::classConfig());
  look();
  pictures_->setSupply(PictureSupply::kReady);
  explorer_.model().setLatentsWatched(true);
  ASSERT_TRUE(until([&] { return explorer_.model().latents().problem == QStringLiteral("It was killed."); }));
  EXPECT_TRUE(until([&] { return explorer_.model().latents().are_known; }));
}

TEST_F(ExplorerSearchesTest, DirectionsThatCannotBeHadSayWhyAndWhoLooksAgainTriesAgain) {
  searches_->on_describe = [](std::optional<qint64>) -> ExplorerLatents {
    throw Error(ErrorCode::kFailedPrecondition, "weights_not_finite", "It was killed.");
  };
  open(test::classConfig());
  look();
  pictures_->setSupply(PictureSupply::kReady);
  explorer_.model().setLatentsWatched(true);
  ASSERT_TRUE(until([&] { return explorer_.model().latents().problem == QStringLiteral("It was killed."); }));
  explorer_.model().setLatentsWatched(false);
  explorer_.model().setLatentsWatched(true);
  EXPECT_TRUE(until([&] { return searches_->described().size() == 2; }));
}

TEST_F(ExplorerSearchesTest, APhotographIsLookedForFromTheExploredPointInAllClasses) {
  open(test::classConfig());
  explorer_.show(QStringLiteral("seed=9 class=2 truncation=0.5"));
  const QString photograph = QString::fromStdString((folder_.path() / "photo.png").string());
  QImage image(10, 10, QImage::Format_RGB888);
  image.fill(Qt::green);
  ASSERT_TRUE(image.save(photograph));
  PhotoModel& photo = explorer_.photo();
  const QSignalSpy found(&photo, &PhotoModel::found);
  photo.choose(photograph);
  ASSERT_TRUE(until([&] { return !photo.isSearching(); }));
  EXPECT_EQ(searches_->starts(), (std::vector<std::string>{"seed=9 truncation=0.5"}));
  EXPECT_EQ(photo.photo().size(), QSize(10, 10));
  EXPECT_EQ(photo.progress().step, 200);
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found.first().first().toString(), QStringLiteral("z=1,2"));
}

TEST_F(ExplorerSearchesTest, ASearchThatIsStoppedEndsForTheEngineToo) {
  std::atomic<bool> ended = false;
  searches_->on_project = [&](const PhotoWish&, const auto& take) {
    while (take({.step = 1,
                 .steps = 200,
                 .best = {.line = QStringLiteral("z=1,2"), .image = QImage(1, 1, QImage::Format_RGB888)}})) {
      QThread::msleep(1);
    }
    ended = true;
  };
  open(test::classConfig());
  const QString photograph = QString::fromStdString((folder_.path() / "photo.png").string());
  ASSERT_TRUE(QImage(10, 10, QImage::Format_RGB888).save(photograph));
  explorer_.photo().choose(photograph);
  ASSERT_TRUE(until([&] { return explorer_.photo().progress().step == 1; }));
  explorer_.photo().stop();
  EXPECT_FALSE(explorer_.photo().isSearching());
  EXPECT_TRUE(until([&] { return ended.load(); }));
}

TEST_F(ExplorerSearchesTest, APhotographThatCannotBeReadSaysSo) {
  open(test::classConfig());
  explorer_.photo().choose(QStringLiteral("/nowhere/photo.png"));
  ASSERT_TRUE(until([&] { return !explorer_.photo().isSearching(); }));
  EXPECT_TRUE(explorer_.photo().problem().contains(QStringLiteral("/nowhere/photo.png")));
}

TEST_F(ExplorerSearchesTest, NearestImagesAreThoseOfThePointAtWhichSomebodyStays) {
  open(test::classConfig());
  look();
  pictures_->setSupply(PictureSupply::kReady);
  explorer_.nearest().setWatched(true);
  for (quint64 seed = 1; seed <= 5; ++seed) explorer_.model().setSeed(seed);
  ASSERT_TRUE(until([&] { return explorer_.nearest().isSettled(); }));
  EXPECT_EQ(searches_->points(), (std::vector<std::string>{"seed=5 class=0 truncation=0.5"}));
  EXPECT_EQ(explorer_.nearest().rowCount(), 3);
  EXPECT_EQ(explorer_.nearest().total(), 10);
  explorer_.nearest().setMeasure(NearestMeasure::kFeatures);
  ASSERT_TRUE(until([&] { return explorer_.nearest().isSettled(); }));
  EXPECT_EQ(searches_->measures(), (std::vector{NearestMeasure::kPixels, NearestMeasure::kFeatures}));
  explorer_.nearest().setWatched(false);
  explorer_.model().setSeed(6);
  QTest::qWait(700);
  EXPECT_EQ(searches_->points().size(), 2U) << "nobody looks";
}

}  // namespace
}  // namespace gan
