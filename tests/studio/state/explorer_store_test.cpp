#include "state/explorer_store.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "config/yaml.h"
#include "state/run_store.h"
#include "studio/support/fake_pictures.h"
#include "studio/support/fake_run_source.h"

namespace gan {
namespace {

constexpr int kPatience = 10'000;  // ms

class ExplorerStoreTest : public testing::Test {
 protected:
  void open(const RunConfig& config) {
    run_->facts.config_yaml = toYaml(config);
    link_.start();
    ASSERT_TRUE(until([&] { return store_.isOpen(); }));
  }
  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kPatience); }

  std::shared_ptr<test::FakeRun> run_ = std::make_shared<test::FakeRun>();
  std::shared_ptr<test::FakePictures> pictures_ = std::make_shared<test::FakePictures>();
  test::EndingsAwaited endings_;
  RunLink link_{test::opening(run_)};
  PictureLink picture_link_{test::opening(pictures_)};
  RunStore store_{link_};
  ExplorerStore explorer_{store_, picture_link_};
};

RunConfig classConfig() {
  RunConfig config;
  config.setText("model.architecture", "dcgan");
  config.set("model.classes", std::int64_t{10});
  config.set("sampling.truncation", 0.5);
  return config;
}

TEST_F(ExplorerStoreTest, BeginsWhereTheRunSamplesAndWithWhatItsGeneratorKnows) {
  open(classConfig());
  EXPECT_EQ(explorer_.model().facts().classes, 10);
  EXPECT_EQ(explorer_.model().line(), QStringLiteral("seed=0 class=0 truncation=0.5"));
}

TEST_F(ExplorerStoreTest, AsksForPicturesOnlyWhileSomebodyLooks) {
  open(classConfig());
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
  open(classConfig());
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

TEST_F(ExplorerStoreTest, APointThatCannotBeDrawnSaysWhy) {
  open(classConfig());
  explorer_.model().setWatched(true);
  ASSERT_TRUE(until([&] { return !pictures_->wishes().empty(); }));
  pictures_->answer({.stamp = 1, .image = {}, .step = -1, .problem = {"no_step", "There is no step 5.", {}}});
  ASSERT_TRUE(until([&] { return !explorer_.model().problem().isEmpty(); }));
  EXPECT_EQ(explorer_.model().problem(), QStringLiteral("There is no step 5."));
}

TEST_F(ExplorerStoreTest, ALineOfTextIsShownAndWhatIsNoneIsComplainedOf) {
  open(classConfig());
  const QSignalSpy complaints(&explorer_, &ExplorerStore::complained);
  explorer_.show(QStringLiteral("seed=9/3 class=2"));
  EXPECT_EQ(explorer_.model().line(), QStringLiteral("seed=9/3 class=2"));
  explorer_.show(QStringLiteral("a poem"));
  EXPECT_EQ(complaints.size(), 1);
  EXPECT_EQ(explorer_.model().line(), QStringLiteral("seed=9/3 class=2"));
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
