#include "latent_explorer/latent_explorer.h"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <memory>

#include "latent_explorer/snapshot_divider.h"
#include "widgets/accessibility.h"
#include "widgets/latent_explorer/latent_explorer_fixture.h"

namespace gan {
namespace {

TEST_F(LatentExplorerTest, ThePointFollowsThePointerThatIsHeldDown) {
  const QRectF square = plane().square();
  ASSERT_GT(square.height(), 100);
  QTest::mousePress(&plane(), Qt::LeftButton, {}, square.center().toPoint());
  EXPECT_NEAR(model.place()->x(), 0.5, 0.02);
  QTest::mouseMove(&plane(), square.topRight().toPoint());
  EXPECT_NEAR(model.place()->x(), 1, 0.02);
  EXPECT_NEAR(model.place()->y(), 0, 0.02);
  QTest::mouseRelease(&plane(), Qt::LeftButton);
}

TEST_F(LatentExplorerTest, ArrowKeysMoveThePoint) {
  panel.setFocus();
  ASSERT_EQ(panel.focusWidget(), &plane());
  QTest::keyClick(&plane(), Qt::Key_Right);
  QTest::keyClick(&plane(), Qt::Key_Right, Qt::ShiftModifier);
  QTest::keyClick(&plane(), Qt::Key_Down);
  QTest::keyClick(&plane(), Qt::Key_Left);
  EXPECT_EQ(model.place(), QPointF(0.1, 0.01));
  QTest::keyClick(&plane(), Qt::Key_End);
  EXPECT_EQ(model.line(), QStringLiteral("seed=0/3 class=0"));
}

TEST_F(LatentExplorerTest, EveryControlBecomesPartOfTheLine) {
  auto& seed = part<QLineEdit>("explorer_seed");
  seed.selectAll();
  QTest::keyClicks(&seed, QStringLiteral("77"));
  auto& truncation = part<QDoubleSpinBox>("explorer_truncation");
  truncation.setValue(0.5);
  auto& second = part<QComboBox>("explorer_second_class");
  EXPECT_EQ(second.itemText(1), QStringLiteral("1, coat"));
  second.setFocus();
  QTest::keyClick(&second, Qt::Key_Down);
  auto& statistics = part<QComboBox>("explorer_statistics");
  statistics.setFocus();
  QTest::keyClick(&statistics, Qt::Key_Down);
  auto& step = part<QComboBox>("explorer_step");
  step.setFocus();
  QTest::keyClick(&step, Qt::Key_Down);
  EXPECT_EQ(model.line(), QStringLiteral("seed=77 class=0*0.5+1*0.5 truncation=0.5 step=100 statistics=batch"));
  part<QSlider>("explorer_mix").setValue(100);
  EXPECT_EQ(model.line(), QStringLiteral("seed=77 class=1 truncation=0.5 step=100 statistics=batch"));
}

TEST_F(LatentExplorerTest, TabReadsEveryControlInOrderAndEachHasAName) {
  answer(Qt::red);
  addKeyframes(3);
  auto& pages = part<QTabWidget>("explorer_tabs");
  for (int page = 0; page < pages.count(); ++page) {
    pages.setCurrentIndex(page);
    QTest::qWait(0);
    const std::string what = pages.tabText(page).toStdString();
    EXPECT_GT(test::tabStops(panel).size(), 8) << what;
    EXPECT_EQ(test::withoutName(panel), "") << what;
    EXPECT_EQ(test::againstReadingOrder(panel), "") << what;
    EXPECT_EQ(test::traps(panel), "") << what;
  }
}

TEST_F(LatentExplorerTest, OnlyWhatMeansSomethingToTheGeneratorIsShown) {
  EXPECT_TRUE(part<QWidget>("explorer_class").isVisible());
  EXPECT_TRUE(part<QWidget>("explorer_statistics").isVisible());
  model.setFacts({});
  for (const char* name : {"explorer_class", "explorer_second_class", "explorer_mix", "explorer_statistics"}) {
    EXPECT_FALSE(part<QWidget>(name).isVisible()) << name;
  }
  EXPECT_TRUE(part<QWidget>("explorer_truncation").isVisible());
}

TEST_F(LatentExplorerTest, SaysWhyThereIsNoPictureAndGoesOnWithTheNext) {
  model.setSupply(PictureSupply::kStarting);
  EXPECT_EQ(view().message(), QStringLiteral("The first picture is being made …"));
  model.setSupply(PictureSupply::kLost, QStringLiteral("Nobody serves it."));
  EXPECT_EQ(view().message(), QStringLiteral("Nobody serves it."));
  model.setSupply(PictureSupply::kReady);
  answer(Qt::red);
  EXPECT_TRUE(view().message().isEmpty());
  EXPECT_EQ(view().image().pixelColor(0, 0), QColor(Qt::red));
  EXPECT_TRUE(part<QLabel>("explorer_caption").text().contains(QStringLiteral("step 100")));

  model.setSupply(PictureSupply::kLost, QStringLiteral("It was killed."));
  EXPECT_EQ(view().message(), QStringLiteral("It was killed."));
  EXPECT_FALSE(view().image().isNull());
  model.setSupply(PictureSupply::kReady);
  answer(Qt::blue);
  EXPECT_TRUE(view().message().isEmpty());
}

TEST_F(LatentExplorerTest, ANoticeStandsBelowThePictureUntilItIsTakenBack) {
  model.setSupply(PictureSupply::kReady);
  answer(Qt::red);
  model.setNotice(QStringLiteral("Another one has taken over."));
  EXPECT_EQ(view().message(), QStringLiteral("Another one has taken over."));
  EXPECT_FALSE(view().image().isNull());
  model.setNotice({});
  EXPECT_TRUE(view().message().isEmpty());
}

TEST_F(LatentExplorerTest, PicturesAreWantedWhileItIsSeen) {
  EXPECT_TRUE(model.isWatched());
  EXPECT_GT(model.side(), 100);
  panel.hide();
  EXPECT_FALSE(model.isWatched());
}

TEST_F(LatentExplorerTest, TwoSnapshotsAreWipedByMouseAndKeys) {
  answer(Qt::red);
  auto& box = part<QComboBox>("explorer_compared");
  box.setFocus();
  QTest::keyClick(&box, Qt::Key_End);
  ASSERT_TRUE(model.compares());
  EXPECT_EQ(model.comparedStep(), 50);
  EXPECT_EQ(model.comparedLine(), QStringLiteral("seed=0 class=0 step=50"));
  auto& divider = part<SnapshotDivider>("snapshot_divider");
  EXPECT_FALSE(divider.isVisible()) << "there is nothing to divide yet";
  answerCompared(Qt::blue, 50);
  ASSERT_TRUE(divider.isVisible());
  EXPECT_TRUE(part<QLabel>("explorer_caption").text().contains(QStringLiteral("right of step 50")));
  EXPECT_EQ(colourAt(0.4), QColor(Qt::red));
  EXPECT_EQ(colourAt(0.6), QColor(Qt::blue));

  divider.setFocus();
  QTest::keyClick(&divider, Qt::Key_Right, Qt::ShiftModifier);
  QTest::keyClick(&divider, Qt::Key_Right, Qt::ShiftModifier);
  QTest::keyClick(&divider, Qt::Key_Left);
  EXPECT_NEAR(divider.share(), 0.69, 1e-9);
  EXPECT_EQ(colourAt(0.6), QColor(Qt::red));
  EXPECT_TRUE(divider.accessibleDescription().contains(QStringLiteral("69")));
  const QPoint grip = divider.rect().center();
  QTest::mousePress(&divider, Qt::LeftButton, {}, grip);
  QTest::mouseMove(&divider, grip - QPoint(view().height() / 2, 0));
  QTest::mouseRelease(&divider, Qt::LeftButton);
  EXPECT_NEAR(divider.share(), 0.19, 0.02);
  EXPECT_EQ(colourAt(0.4), QColor(Qt::blue));

  QTest::keyClick(&box, Qt::Key_Home);
  EXPECT_FALSE(model.compares());
  EXPECT_FALSE(divider.isVisible());
  EXPECT_EQ(colourAt(0.4), QColor(Qt::red));
}

TEST_F(LatentExplorerTest, TheFilmIsSetUpAndSeenByKeys) {
  showTab(1);
  auto& sentence = part<QLabel>("timeline_sentence");
  EXPECT_EQ(sentence.text(), QStringLiteral("A film needs at least two points."));
  EXPECT_FALSE(part<QToolButton>("timeline_play").isEnabled());
  addKeyframes(3);
  auto& path = part<QComboBox>("timeline_path");
  EXPECT_EQ(path.currentText(), QStringLiteral("Spherical"));
  path.setFocus();
  QTest::keyClick(&path, Qt::Key_Down);
  part<QDoubleSpinBox>("timeline_seconds").setValue(2);
  part<QDoubleSpinBox>("timeline_rate").setValue(10);
  part<QAbstractButton>("timeline_loop").click();
  EXPECT_EQ(timeline.walk().kind, PathKind::kCubic);
  EXPECT_EQ(timeline.walk().ends, PathEnds::kLoop);
  EXPECT_EQ(timeline.frames(), 20);
  const QSignalSpy film(&panel, &LatentExplorer::filmWished);
  auto& make = part<QToolButton>("timeline_film");
  make.setFocus();
  QTest::keyClick(&make, Qt::Key_Space);
  EXPECT_EQ(film.size(), 1);

  answer(Qt::red);
  auto& frame = part<QSlider>("timeline_frame");
  frame.setFocus();
  QTest::keyClick(&frame, Qt::Key_End);
  EXPECT_EQ(timeline.frame(), 19);
  QImage image(4, 4, QImage::Format_RGB888);
  image.fill(Qt::blue);
  timeline.takePicture(19, {.line = QStringLiteral("Picture 20"), .image = image, .step = 7});
  EXPECT_EQ(view().image().pixelColor(0, 0), QColor(Qt::blue));
  EXPECT_TRUE(part<QLabel>("explorer_caption").text().startsWith(QStringLiteral("Picture 20")));
  EXPECT_EQ(sentence.text(), QStringLiteral("picture 20 of 20 · 1.9 s"));

  auto& play = part<QToolButton>("timeline_play");
  play.setFocus();
  QTest::keyClick(&play, Qt::Key_Space);
  EXPECT_TRUE(timeline.isPlaying());
  EXPECT_EQ(play.text(), QStringLiteral("Pause"));
  QTest::keyClick(&play, Qt::Key_Space);
  EXPECT_FALSE(timeline.isPlaying());
  timeline.takePicture(0, {.line = {}, .image = {}, .step = -1, .problem = QStringLiteral("It was killed.")});
  EXPECT_EQ(view().message(), QStringLiteral("It was killed."));
  showTab(0);
  EXPECT_FALSE(timeline.isShown());
  EXPECT_EQ(view().image().pixelColor(0, 0), QColor(Qt::red));
}

TEST_F(LatentExplorerTest, KeyframesAreMovedAndRemovedByKeys) {
  showTab(1);
  addKeyframes(3);
  auto& list = part<QListView>("keyframes");
  list.setFocus();
  list.setCurrentIndex(timeline.index(0));
  EXPECT_FALSE(part<QToolButton>("timeline_earlier").isEnabled());
  QTest::keyClick(&list, Qt::Key_Right, Qt::AltModifier);
  EXPECT_EQ(timeline.index(1).data().toString(), QStringLiteral("seed=0"));
  QTest::keyClick(&list, Qt::Key_Delete);
  EXPECT_EQ(timeline.rowCount(), 2);
  EXPECT_EQ(timeline.index(1).data().toString(), QStringLiteral("seed=2"));
  const QSignalSpy wished(&panel, &LatentExplorer::lineWished);
  list.setCurrentIndex(timeline.index(1));
  QTest::keyClick(&list, Qt::Key_Return);
  ASSERT_EQ(wished.size(), 1);
  EXPECT_EQ(wished.first().first().toString(), QStringLiteral("seed=2"));
}

TEST_F(LatentExplorerTest, TheStripShowsASnapshotAndIsFilledWhileItIsSeen) {
  strip.setSteps({50, 100});
  EXPECT_FALSE(strip.isWatched());
  showTab(2);
  EXPECT_TRUE(strip.isWatched());
  auto& sentence = part<QLabel>("strip_sentence");
  EXPECT_EQ(sentence.text(), QStringLiteral("0 of 2 pictures are made"));
  QImage image(4, 4, QImage::Format_RGB888);
  strip.setPicture(50, image);
  EXPECT_EQ(sentence.text(), QStringLiteral("1 of 2 pictures are made"));
  strip.setProblem(QStringLiteral("It was killed."));
  EXPECT_EQ(sentence.text(), QStringLiteral("It was killed."));
  auto& list = part<QListView>("strip");
  const QFontMetrics metrics = list.fontMetrics();
  EXPECT_GE(list.visualRect(strip.index(1)).height(), list.iconSize().height() + metrics.height())
      << "there is room for a picture and its step before the picture has come";
  list.setFocus();
  list.setCurrentIndex(strip.index(0));
  QTest::keyClick(&list, Qt::Key_Return);
  EXPECT_EQ(model.line(), QStringLiteral("seed=0 class=0 step=50"));
  showTab(0);
  EXPECT_FALSE(strip.isWatched());
}

TEST_F(LatentExplorerTest, ASearchForAPhotographIsSeenLargeAndWhatItFoundIsShownAndKept) {
  answer(Qt::red);
  const QSignalSpy wished(&panel, &LatentExplorer::lineWished);
  part<QTabWidget>("explorer_tabs").setCurrentWidget(&part<QWidget>("photo_page"));
  photo.choose(QStringLiteral("/photo.jpg"));
  EXPECT_EQ(view().image().pixelColor(0, 0), QColor(Qt::red)) << "there is nothing better yet";
  QImage image(4, 4, QImage::Format_RGB888);
  image.fill(Qt::blue);
  const QString line = QStringLiteral("z=0.5,-1.25 class=2 step=100");
  photo.setProgress({.step = 3, .steps = 200, .best = {.line = line, .image = image, .step = 100}});
  EXPECT_EQ(view().image().pixelColor(0, 0), QColor(Qt::blue));
  photo.stop();
  ASSERT_EQ(wished.size(), 1);
  EXPECT_EQ(wished.first().first().toString(), line);
  part<QToolButton>("photo_keep").click();
  ASSERT_EQ(shelf.rowCount(), 1);
  EXPECT_EQ(shelf.line(0), line);
}

TEST_F(LatentExplorerTest, WhoGoesElsewhereDuringASearchSeesThatAndKeepsIt) {
  answer(Qt::red);
  const QSignalSpy wished(&panel, &LatentExplorer::lineWished);
  auto& tabs = part<QTabWidget>("explorer_tabs");
  tabs.setCurrentWidget(&part<QWidget>("photo_page"));
  photo.choose(QStringLiteral("/photo.jpg"));
  QImage image(4, 4, QImage::Format_RGB888);
  image.fill(Qt::blue);
  photo.setProgress({.step = 3, .steps = 200, .best = {.line = QStringLiteral("z=0.5"), .image = image, .step = 100}});
  EXPECT_EQ(view().image().pixelColor(0, 0), QColor(Qt::blue));
  tabs.setCurrentIndex(0);
  EXPECT_EQ(view().image().pixelColor(0, 0), QColor(Qt::red)) << "another tab is looked at";
  tabs.setCurrentWidget(&part<QWidget>("photo_page"));
  model.setSeed(5);
  answer(Qt::green);
  EXPECT_EQ(view().image().pixelColor(0, 0), QColor(Qt::green)) << "the point was moved";
  photo.stop();
  EXPECT_TRUE(wished.isEmpty()) << "and stays";
  EXPECT_TRUE(part<QToolButton>("photo_keep").isEnabled());
}

TEST(LatentExplorerEnd, AFilmThatIsShownEndsWithThePanel) {
  FilledModels models;
  TimelineModel& timeline = models.timeline;
  timeline.add(samplePointFromText("seed=1"));
  timeline.add(samplePointFromText("seed=2"));
  auto panel = std::make_unique<LatentExplorer>(models.all());
  panel->show();
  timeline.showFrame(3);
  ASSERT_TRUE(timeline.isShown());
  panel.reset();
  EXPECT_FALSE(timeline.isShown());
}

TEST_F(LatentExplorerTest, AScreenReaderHasANameForEveryControl) {
  for (const char* name : {"latent_plane",
                           "explored_picture",
                           "explorer_seed",
                           "explorer_new_seed",
                           "explorer_class",
                           "explorer_second_class",
                           "explorer_mix",
                           "explorer_truncation",
                           "explorer_statistics",
                           "explorer_step",
                           "explorer_compared",
                           "snapshot_divider",
                           "shelf",
                           "explorer_keep",
                           "explorer_remove",
                           "timeline_play",
                           "timeline_frame",
                           "timeline_path",
                           "timeline_seconds",
                           "timeline_rate",
                           "timeline_loop",
                           "timeline_step",
                           "timeline_earlier",
                           "timeline_later",
                           "timeline_remove",
                           "keyframes",
                           "timeline_film",
                           "direction_kind",
                           "direction_first",
                           "direction_0",
                           "direction_reset",
                           "style_mix",
                           "style_first",
                           "style_last",
                           "style_seed",
                           "photo_choose",
                           "photo_search",
                           "photo_steps",
                           "photo_keep",
                           "photo_progress",
                           "nearest",
                           "exports",
                           "export_samples",
                           "export_film",
                           "export_open",
                           "export_continue",
                           "export_cancel",
                           "strip"}) {
    QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(&part<QWidget>(name));
    ASSERT_TRUE(accessible) << name;
    EXPECT_FALSE(accessible->text(QAccessible::Name).isEmpty()) << name;
  }
  model.moveTo({0.25, 0.5});
  EXPECT_TRUE(plane().accessibleDescription().contains(QStringLiteral("25")));
}

}  // namespace
}  // namespace gan
