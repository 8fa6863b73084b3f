#include "sample_gallery/sample_gallery.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QLabel>
#include <QListView>
#include <QSignalSpy>
#include <QSlider>
#include <QStandardItemModel>
#include <QTest>
#include <QToolButton>

#include "sample_gallery/sample_model.h"
#include "sample_gallery/sheet_pane.h"
#include "widgets/sample_gallery/sheets.h"

namespace gan::test {
namespace {

class SampleGalleryTest : public testing::Test {
 protected:
  SampleGalleryTest() {
    QObject::connect(&model, &SampleModel::imageWanted, &model, [this](const QString& name) {
      asked.append(name);
      if (answers) model.setImage(name, plainImage(colourOf(name), {64, 64}));
    });
    QObject::connect(&gallery, &SampleGallery::cursorMoved, &gallery,
                     [this](std::optional<qint64> step) { moves.append(step ? *step : -1); });
    gallery.resize(700, 500);
  }
  void show() {
    gallery.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&gallery));
  }
  template <class T>
  T* part(const char* name) {
    return gallery.findChild<T*>(QLatin1String(name));
  }
  SheetPane& mainPane() { return *part<SheetPane>("main_pane"); }
  SheetPane& besidePane() { return *part<SheetPane>("beside_pane"); }
  QColor shownColour() { return mainPane().view().image().pixelColor(0, 0); }

  SampleModel model;
  SampleGallery gallery{model};
  QStringList asked;
  QVector<qint64> moves;  ///< -1: the newest.
  bool answers = true;
};

TEST_F(SampleGalleryTest, AnEmptyGallerySaysHowItIsFilled) {
  gallery.setEmptyText(QStringLiteral("Start a run."));
  show();
  EXPECT_EQ(mainPane().view().message(), QStringLiteral("Start a run."));
  EXPECT_EQ(mainPane().view().accessibleDescription(), QStringLiteral("Start a run."));
  EXPECT_FALSE(gallery.shownStep());
  EXPECT_FALSE(part<QSlider>("step_slider")->isEnabled());
}

TEST_F(SampleGalleryTest, FollowsTheNewestSheetWithoutMovingTheCursor) {
  show();
  model.append(sheetsUpTo(3, 100));
  EXPECT_EQ(gallery.shownStep(), 200);
  EXPECT_EQ(shownColour(), colourOf(sheetAt(200).name));
  model.append({sheetAt(300, 1, 0.5)});
  EXPECT_EQ(gallery.shownStep(), 300);
  EXPECT_EQ(mainPane().caption(), QStringLiteral("Step 300 · truncation 0.5"));
  EXPECT_EQ(mainPane().view().accessibleDescription(), QStringLiteral("Samples at step 300, truncation 0.5"));
  EXPECT_TRUE(moves.isEmpty());
}

TEST_F(SampleGalleryTest, TheSliderReachesEachOfTenThousandSheets) {
  show();
  model.append(sheetsUpTo(10'000, 100));
  auto* slider = part<QSlider>("step_slider");
  EXPECT_EQ(slider->maximum(), 9'999);
  slider->setValue(7'654);
  EXPECT_EQ(gallery.shownStep(), 765'400);
  EXPECT_EQ(part<QLabel>("step_label")->text(), QStringLiteral("Step 765,400 (7,655 of 10,000)"));
  EXPECT_EQ(moves, QVector<qint64>{765'400});
  model.append({sheetAt(1'000'000)});
  EXPECT_EQ(gallery.shownStep(), 765'400) << "a sheet that the person chose stays";
  QTest::mouseClick(part<QToolButton>("newest_button"), Qt::LeftButton);
  EXPECT_EQ(gallery.shownStep(), 1'000'000);
  EXPECT_EQ(moves, (QVector<qint64>{765'400, -1}));
}

TEST_F(SampleGalleryTest, KeysGoThroughTheSheets) {
  show();
  model.append(sheetsUpTo(30, 100));
  QWidget* view = &mainPane().view();
  const auto stepAfter = [&](Qt::Key key) {
    QTest::keyClick(view, key);
    return gallery.shownStep().value_or(-1);
  };
  EXPECT_EQ(stepAfter(Qt::Key_Left), 2800);
  EXPECT_EQ(stepAfter(Qt::Key_PageUp), 1800);
  EXPECT_EQ(stepAfter(Qt::Key_Right), 1900);
  EXPECT_EQ(stepAfter(Qt::Key_Home), 0);
  EXPECT_EQ(stepAfter(Qt::Key_Left), 0);
  EXPECT_EQ(stepAfter(Qt::Key_PageDown), 1000);
  EXPECT_EQ(stepAfter(Qt::Key_End), 2900);
  EXPECT_EQ(moves, (QVector<qint64>{2800, 1800, 1900, 0, 1000, -1}));
  EXPECT_TRUE(part<QToolButton>("newest_button")->isChecked());
}

TEST_F(SampleGalleryTest, TheOldPictureStaysWithItsOwnCaptionWhileTheNextIsFetched) {
  show();
  model.append(sheetsUpTo(20, 100));
  answers = false;
  gallery.setCursorStep(700);
  EXPECT_EQ(gallery.shownStep(), 1900) << "what is shown, not what is waited for";
  EXPECT_EQ(mainPane().caption(), QStringLiteral("Step 1,900 · no truncation"));
  EXPECT_EQ(mainPane().view().note(), QStringLiteral("Fetching step 700 …"));
  model.setImage(sheetAt(700).name, plainImage(Qt::cyan));
  EXPECT_EQ(gallery.shownStep(), 700);
  EXPECT_EQ(mainPane().caption(), QStringLiteral("Step 700 · no truncation"));
  EXPECT_TRUE(mainPane().view().note().isEmpty());
}

TEST_F(SampleGalleryTest, ASmallPictureStandsAsLargeAsTheWholeOneUntilThatComes) {
  model.setHasPreviews(true);
  QObject::connect(&model, &SampleModel::previewWanted, &model, [this](const QString& name) {
    model.setPreview(name, plainImage(Qt::magenta, {16, 16}));
  });
  show();
  model.append(sheetsUpTo(2, 100));
  answers = false;
  auto* slider = part<QSlider>("step_slider");
  slider->setValue(0);
  EXPECT_EQ(shownColour(), QColor(Qt::magenta));
  EXPECT_EQ(mainPane().view().image().size(), QSize(64, 64));
  EXPECT_EQ(mainPane().caption(), QStringLiteral("Step 0 · no truncation"));
  EXPECT_TRUE(mainPane().view().note().contains(QStringLiteral("Fetching step 0")));
  EXPECT_FALSE(part<QToolButton>("save_button")->isEnabled()) << "it is not what the run has";
  EXPECT_TRUE(gallery.picture().isNull());
  model.setImage(sheetAt(0).name, plainImage(Qt::cyan, {64, 64}));
  EXPECT_EQ(shownColour(), QColor(Qt::cyan));
  EXPECT_EQ(gallery.shownStep(), 0);
  EXPECT_TRUE(mainPane().view().note().isEmpty());
  EXPECT_FALSE(gallery.picture().isNull());
}

TEST_F(SampleGalleryTest, APictureThatCannotBeHadIsSaidAndTriedAgainWhenChosenAgain) {
  show();
  model.append(sheetsUpTo(3, 100));
  answers = false;
  auto* slider = part<QSlider>("step_slider");
  slider->setValue(0);
  model.setImage(sheetAt(0).name, {});
  EXPECT_TRUE(mainPane().view().image().isNull());
  EXPECT_TRUE(mainPane().view().message().contains(QStringLiteral("step 0 cannot be had")));
  EXPECT_FALSE(gallery.shownStep());
  EXPECT_FALSE(part<QToolButton>("save_button")->isEnabled());
  answers = true;
  slider->setValue(1);
  slider->setValue(0);
  EXPECT_EQ(gallery.shownStep(), 0);
}

TEST_F(SampleGalleryTest, ASupersededSheetSaysSoAndTheNewestOfTheCurrentLineIsFollowed) {
  show();
  model.append(sheetsUpTo(10, 100));
  gallery.setCursorStep(800);
  model.supersedeAfter(500, 2);
  EXPECT_EQ(mainPane().caption(), QStringLiteral("Step 800 · no truncation · superseded"));
  gallery.setCursorStep(std::nullopt);
  EXPECT_EQ(gallery.shownStep(), 500);
}

TEST_F(SampleGalleryTest, AChosenSupersededSheetStaysWhenItsStepComesBackAsTheSharedCursor) {
  show();
  model.append(sheetsUpTo(10, 100));
  model.supersedeAfter(500, 2);
  part<QSlider>("step_slider")->setValue(8);
  ASSERT_EQ(moves, QVector<qint64>{800});
  gallery.setCursorStep(800);
  EXPECT_EQ(gallery.shownStep(), 800);
  gallery.setCursorStep(801);
  EXPECT_EQ(gallery.shownStep(), 500) << "only sheets of the current line are near a step of the chart";
}

TEST_F(SampleGalleryTest, CallsChosenOnlyWhatAPersonChose) {
  model.append(sheetsUpTo(10, 100));
  show();
  const auto* title = mainPane().findChild<QLabel*>(QStringLiteral("title"));
  ASSERT_NE(title, nullptr);
  EXPECT_FALSE(title->isVisible());
  EXPECT_EQ(mainPane().view().accessibleName(), QStringLiteral("Newest sheet of samples"));
  gallery.setRealImages(plainImage(Qt::magenta, {32, 32}));
  gallery.setBeside(SampleGallery::Beside::kReal);
  EXPECT_EQ(title->text(), QStringLiteral("Newest"));
  model.append({sheetAt(1000)});
  EXPECT_EQ(title->text(), QStringLiteral("Newest"));
  gallery.setCursorStep(300);
  EXPECT_EQ(title->text(), QStringLiteral("Chosen"));
  EXPECT_EQ(mainPane().view().accessibleName(), QStringLiteral("Chosen sheet of samples"));
  QTest::keyClick(&gallery, Qt::Key_End);
  EXPECT_EQ(title->text(), QStringLiteral("Newest"));
}

TEST_F(SampleGalleryTest, ShowsTextsFromOutsideLetterByLetter) {
  SampleSheet sheet = sheetAt(100);
  sheet.name = QStringLiteral("<b>x</b>");
  model.append({sheet});
  gallery.setEmptyText(sheet.name);
  show();
  for (const QLabel* label : gallery.findChildren<QLabel*>()) EXPECT_EQ(label->textFormat(), Qt::PlainText);
  for (const QWidget* widget : gallery.findChildren<QWidget*>()) {
    EXPECT_FALSE(widget->toolTip().contains(sheet.name)) << widget->objectName().toStdString();
  }
  EXPECT_FALSE(model.index(0).data(Qt::ToolTipRole).toString().contains(sheet.name));
}

TEST_F(SampleGalleryTest, TheNewestStandsBesideTheChosenOne) {
  show();
  model.append(sheetsUpTo(10, 100));
  gallery.setCursorStep(300);
  part<QComboBox>("beside_box")->setCurrentIndex(static_cast<int>(SampleGallery::Beside::kNewest));
  EXPECT_EQ(gallery.beside(), SampleGallery::Beside::kNewest);
  EXPECT_TRUE(besidePane().isVisible());
  EXPECT_EQ(besidePane().caption(), QStringLiteral("Step 900 · no truncation"));
  model.append({sheetAt(1000)});
  EXPECT_EQ(besidePane().caption(), QStringLiteral("Step 1,000 · no truncation"));
  EXPECT_EQ(gallery.shownStep(), 300);
}

TEST_F(SampleGalleryTest, RealImagesCanBeChosenOnceTheyAreKnownAndTheReasonIsSaidBefore) {
  show();
  model.append(sheetsUpTo(2, 100));
  auto* box = part<QComboBox>("beside_box");
  const int real = static_cast<int>(SampleGallery::Beside::kReal);
  const auto enabled = [&] { return qobject_cast<QStandardItemModel*>(box->model())->item(real)->isEnabled(); };
  EXPECT_FALSE(enabled());
  EXPECT_TRUE(box->toolTip().contains(QStringLiteral("no real images are known")));
  EXPECT_FALSE(box->itemData(real, Qt::ToolTipRole).toString().isEmpty());
  gallery.setRealImages(plainImage(Qt::magenta));
  EXPECT_TRUE(enabled());
  gallery.setBeside(SampleGallery::Beside::kReal);
  EXPECT_EQ(besidePane().view().image().pixelColor(0, 0), QColor(Qt::magenta));
}

TEST_F(SampleGalleryTest, TheClassOfARealImageIsKnownUnderThePointer) {
  show();
  model.append(sheetsUpTo(2, 100));
  gallery.setBeside(SampleGallery::Beside::kReal);
  SheetGrid grid;
  grid.info.count = 1;
  grid.info.columns = 1;
  grid.info.labels = {7};
  grid.info.class_names = {{7, "sneaker"}};
  gallery.setRealImages(plainImage(Qt::magenta), grid);
  EXPECT_EQ(besidePane().view().grid(), grid);
}

TEST_F(SampleGalleryTest, TwoPicturesZoomAndPanInStep) {
  show();
  model.append(sheetsUpTo(5, 100));
  gallery.setCursorStep(0);
  gallery.setBeside(SampleGallery::Beside::kNewest);
  QApplication::processEvents();
  QTest::keyClick(&mainPane().view(), Qt::Key_9);
  EXPECT_EQ(gallery.zoom(), 9);
  EXPECT_EQ(besidePane().view().zoom(), 9);
  QApplication::processEvents();
  for (SheetPane* pane : {&mainPane(), &besidePane()}) {
    SheetPane& other = pane == &mainPane() ? besidePane() : mainPane();
    QTest::keyClick(&pane->view(), Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_GT(pane->view().centre().x(), 0.5);
    EXPECT_NEAR(other.view().centre().x(), pane->view().centre().x(), 0.01);
  }
}

TEST_F(SampleGalleryTest, AHiddenGalleryAsksForNothing) {
  model.append(sheetsUpTo(5, 100));
  gallery.setCursorStep(200);
  EXPECT_TRUE(asked.isEmpty());
  show();
  EXPECT_EQ(asked, QStringList{sheetAt(200).name});
}

TEST_F(SampleGalleryTest, SweepingTheSliderOverASlowLinkAsksForTheLastPlaceNotForAllOnTheWay) {
  show();
  model.append(sheetsUpTo(2'000, 100));
  answers = false;
  asked.clear();
  auto* slider = part<QSlider>("step_slider");
  for (int row = 1'900; row >= 100; --row) slider->setValue(row);
  EXPECT_LE(asked.size(), 20);
  EXPECT_TRUE(QTest::qWaitFor([&] { return asked.contains(sheetAt(10'000).name); }, 20'000));
  model.setImage(asked.last(), plainImage(Qt::green));
  EXPECT_EQ(gallery.shownStep(), 10'000);
}

TEST_F(SampleGalleryTest, TheFilmstripAsksOnlyForWhatIsInViewAndKeepsSmallCopies) {
  show();
  model.append(sheetsUpTo(10'000, 100));
  asked.clear();
  QTest::mouseClick(part<QToolButton>("filmstrip_button"), Qt::LeftButton);
  auto* strip = part<QListView>("filmstrip");
  ASSERT_TRUE(strip->isVisible());
  ASSERT_TRUE(QTest::qWaitFor([&] { return asked.size() > 3; }, 20'000));
  QTest::qWait(300);
  const int in_view = strip->viewport()->width() / strip->sizeHintForIndex(model.index(0)).width() + 2;
  EXPECT_LE(asked.size(), in_view);
  const auto before = asked.size();
  model.setImage(sheetAt(0).name, {});  // somebody else's trouble
  strip->viewport()->repaint();
  QTest::qWait(300);
  EXPECT_EQ(asked.size(), before) << "a small copy needs no large picture";
}

TEST_F(SampleGalleryTest, TheFilmstripChoosesSheets) {
  show();
  model.append(sheetsUpTo(10, 100));
  QTest::keyClick(&mainPane().view(), Qt::Key_F);
  auto* strip = part<QListView>("filmstrip");
  EXPECT_TRUE(strip->isVisible());
  EXPECT_EQ(strip->currentIndex().row(), 9);
  EXPECT_TRUE(moves.isEmpty());
  QTest::keyClick(strip, Qt::Key_Left);
  EXPECT_EQ(moves, QVector<qint64>{800});
  gallery.setCursorStep(200);
  EXPECT_EQ(strip->currentIndex().row(), 2);
  EXPECT_EQ(moves.size(), 1);
}

TEST_F(SampleGalleryTest, SavesThePictureAsShownWithItsCaption) {
  show();
  model.append(sheetsUpTo(3, 100));
  QSignalSpy wished(&gallery, &SampleGallery::saveRequested);
  QTest::mouseClick(part<QToolButton>("save_button"), Qt::LeftButton);
  EXPECT_EQ(wished.count(), 1);
  const QImage read = gallery.picture();
  EXPECT_EQ(read.size(), QSize(64, 64));
  EXPECT_EQ(read.pixelColor(3, 3), colourOf(sheetAt(200).name));
  EXPECT_EQ(read.text(QStringLiteral("Description")), QStringLiteral("Step 200 · no truncation"));
}

TEST_F(SampleGalleryTest, WithoutSheetsThereIsNoPictureToSave) { EXPECT_TRUE(gallery.picture().isNull()); }

TEST_F(SampleGalleryTest, RemembersHowItWasSetAndIgnoresDamagedMemories) {
  gallery.setZoom(3);
  gallery.setBeside(SampleGallery::Beside::kNewest);
  const QByteArray state = gallery.saveState();
  SampleGallery other(model);
  other.restoreState(state);
  EXPECT_EQ(other.zoom(), 3);
  EXPECT_EQ(other.beside(), SampleGallery::Beside::kNewest);
  for (int length = 0; length < state.size(); ++length) other.restoreState(state.left(length));
  QByteArray wild = state;
  wild[7] = '\x7f';
  other.restoreState(wild);
  EXPECT_EQ(other.zoom(), 3);
  EXPECT_EQ(other.beside(), SampleGallery::Beside::kNewest);
}

TEST_F(SampleGalleryTest, AnotherRunStartsAnew) {
  show();
  model.append(sheetsUpTo(3, 100));
  gallery.setCursorStep(0);
  model.clear();
  EXPECT_FALSE(gallery.shownStep());
  EXPECT_TRUE(mainPane().view().image().isNull());
  model.append({sheetAt(50)});
  EXPECT_EQ(gallery.shownStep(), 50);
}

TEST_F(SampleGalleryTest, EveryControlHasANameForScreenReadersAndCanHaveTheFocus) {
  show();
  model.append(sheetsUpTo(3, 100));
  for (QWidget* child : gallery.findChildren<QWidget*>()) {
    const bool interactive = qobject_cast<QAbstractButton*>(child) || qobject_cast<QComboBox*>(child) ||
                             qobject_cast<QSlider*>(child) || qobject_cast<SheetView*>(child);
    if (!interactive || !child->isVisibleTo(&gallery)) continue;
    if (qobject_cast<QComboBox*>(child->parentWidget())) continue;
    EXPECT_FALSE(child->objectName().isEmpty()) << child->metaObject()->className();
    EXPECT_FALSE(child->accessibleName().isEmpty()) << child->objectName().toStdString();
    EXPECT_TRUE(child->focusPolicy() & Qt::TabFocus) << child->objectName().toStdString();
    EXPECT_TRUE(qobject_cast<SheetView*>(child) || !child->toolTip().isEmpty()) << child->objectName().toStdString();
  }
}

TEST_F(SampleGalleryTest, WhileRIsHeldRealImagesStandInPlaceOfTheSamples) {
  show();
  model.append(sheetsUpTo(3, 100));
  QWidget* view = &mainPane().view();
  QTest::keyPress(view, Qt::Key_R);
  EXPECT_EQ(shownColour(), colourOf(sheetAt(200).name)) << "none are known";
  QTest::keyRelease(view, Qt::Key_R);
  gallery.setRealImages(plainImage(Qt::magenta, {64, 64}));
  QTest::keyPress(view, Qt::Key_R);
  EXPECT_EQ(shownColour(), QColor(Qt::magenta));
  EXPECT_EQ(mainPane().caption(), QStringLiteral("Data set"));
  EXPECT_EQ(gallery.shownStep(), 200);
  model.append({sheetAt(300)});
  EXPECT_EQ(shownColour(), QColor(Qt::magenta)) << "it stays while the key is held";
  QTest::keyRelease(view, Qt::Key_R);
  EXPECT_EQ(gallery.shownStep(), 300);
  EXPECT_EQ(shownColour(), colourOf(sheetAt(300).name));
}

}  // namespace
}  // namespace gan::test
