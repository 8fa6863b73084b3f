#include "sample_gallery/sheet_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocument>
#include <QToolTip>
#include <QUrl>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sample_gallery/sheet_layout.h"
#include "widgets/sample_gallery/sheets.h"

namespace gan::test {
namespace {

/// A view whose viewport has this many device pixels, as nearly as the scale allows.
class SheetViewTest : public testing::Test {
 protected:
  void showAt(QSize device_pixels) {
    view.resize((QSizeF(device_pixels) / view.devicePixelRatioF()).toSize());
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
  }
  /// What is on the screen, a pixel for each device pixel.
  QImage screen() {
    view.clearFocus();  // its frame lies over the edge of the picture
    QImage grabbed = view.viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32);
    grabbed.setDevicePixelRatio(1);
    return grabbed;
  }
  double ratio() const { return view.devicePixelRatioF(); }

  SheetView view;
};

QImage fourColours() {
  QImage image(2, 2, QImage::Format_RGB32);
  image.setPixelColor(0, 0, Qt::red);
  image.setPixelColor(1, 0, Qt::green);
  image.setPixelColor(0, 1, Qt::blue);
  image.setPixelColor(1, 1, Qt::yellow);
  return image;
}

TEST(SheetGrid, TellsWhichImageLiesWhere) {
  const SheetGrid grid = threeImages();
  EXPECT_EQ(imageRect(grid, kSheet, 0), QRect(2, 2, 8, 8));
  EXPECT_EQ(imageRect(grid, kSheet, 2), QRect(2, 12, 8, 8));
  EXPECT_EQ(imageAt(grid, kSheet, {2, 2}), 0);
  EXPECT_EQ(imageAt(grid, kSheet, {19.9, 9.9}), 1);
  EXPECT_EQ(imageAt(grid, kSheet, {5, 15}), 2);
  for (const QPointF nowhere : {QPointF(1.9, 5), QPointF(10.5, 5), QPointF(15, 15), QPointF(-1, 5), QPointF(22, 5)}) {
    EXPECT_FALSE(imageAt(grid, kSheet, nowhere)) << nowhere.x() << ", " << nowhere.y();
  }
  EXPECT_TRUE(imageRect(grid, kSheet, 3).isEmpty());
}

TEST(SheetGrid, KnowsNothingWhereItDoesNotFitThePicture) {
  SheetGrid grid = threeImages();
  EXPECT_TRUE(imageRect(grid, {23, 22}, 0).isEmpty());
  EXPECT_FALSE(imageAt(grid, {0, 0}, {5, 5}));
  grid.info.count = std::numeric_limits<int>::max();
  EXPECT_FALSE(imageAt(grid, kSheet, {5, 5}));
  EXPECT_FALSE(imageAt(SheetGrid(), kSheet, {5, 5}));
}

TEST(SheetLayout, GivesAWidePaneMoreColumnsAndAHighOneFewer) {
  const SheetGrid grid = squares(64);
  EXPECT_EQ(layoutFor(grid, sheetOf(grid), {1200, 300}), (SheetLayout{16, 64}));
  EXPECT_EQ(layoutFor(grid, sheetOf(grid), {600, 600}), (SheetLayout{8, 64}));
  EXPECT_EQ(layoutFor(grid, sheetOf(grid), {300, 1200}), (SheetLayout{4, 64}));
}

TEST(SheetLayout, ShowsFewerImagesRatherThanSmallerOnes) {
  const SheetGrid grid = squares(64);
  EXPECT_EQ(layoutFor(grid, sheetOf(grid), {2 + 5 * 34, 2 + 3 * 34}), (SheetLayout{5, 15}));
  EXPECT_EQ(layoutFor(grid, sheetOf(grid), {1 + 5 * 34, 2 + 3 * 34}), (SheetLayout{4, 12}));
  EXPECT_EQ(layoutFor(grid, sheetOf(grid), {10, 10}), (SheetLayout{1, 1})) << "one there is always";
}

TEST(SheetLayout, KeepsRowsOfClassesTogetherAndHasFewerOfEachWithoutRoom) {
  SheetGrid grid = squares(64);
  for (int image = 0; image < grid.count(); ++image) grid.info.labels.push_back(image / grid.columns());
  EXPECT_EQ(layoutFor(grid, sheetOf(grid), {1200, 300}), (SheetLayout{16, 64})) << "two classes a row";
  EXPECT_EQ(layoutFor(grid, sheetOf(grid), {700, 400}), (SheetLayout{8, 64}));
  EXPECT_EQ(layoutFor(grid, sheetOf(grid), {100, 300}), (SheetLayout{2, 16, 2})) << "two of each";
  EXPECT_EQ(layoutFor(grid, sheetOf(grid), {300, 100}), (SheetLayout{8, 16, 2})) << "of four classes in a row";
  EXPECT_EQ(layoutFor(grid, sheetOf(grid), {100, 100}), (SheetLayout{2, 4, 1})) << "one of each has no room";
  grid.info.count = 60;  // the last row has four
  grid.info.labels.resize(60);
  EXPECT_EQ(layoutFor(grid, sheetOf(grid), {200, 300}), (SheetLayout{5, 39, 5}));
  grid = squares(64);
  for (int image = 0; image < grid.count(); ++image) grid.info.labels.push_back(image / grid.columns());
  std::ranges::fill(grid.info.labels, 3);
  EXPECT_EQ(layoutFor(grid, sheetOf(grid), {300, 1200}), (SheetLayout{4, 64})) << "there is one class only";
}

TEST(SheetLayout, LeavesASheetOfWhichNothingIsKnownAsItIs) {
  EXPECT_FALSE(layoutFor(SheetGrid(), {274, 274}, {1200, 300}));
  EXPECT_FALSE(layoutFor(squares(64), {275, 274}, {1200, 300})) << "so many images do not fill it";
}

TEST(SheetLayout, MovesEachImageWithItsPixelsAndItsClass) {
  SheetGrid grid = squares(10);
  QImage sheet(sheetOf(grid), QImage::Format_RGB32);
  sheet.fill(Qt::black);
  QPainter painter(&sheet);
  for (int i = 0; i < grid.count(); ++i) {
    grid.info.labels.push_back(100 + i);
    painter.fillRect(imageRect(grid, sheet.size(), i), QColor(20 * i, 7, 9));
  }
  painter.end();
  const LaidOutSheet moved = laidOut(sheet, grid, {3, 8});
  EXPECT_EQ(moved.image.size(), QSize(3 * 34 + 2, 3 * 34 + 2));
  EXPECT_EQ(moved.grid.info.labels, std::vector<std::int64_t>(grid.info.labels.begin(), grid.info.labels.begin() + 8));
  for (int i = 0; i < 8; ++i) {
    const QRect at = imageRect(moved.grid, moved.image.size(), i);
    EXPECT_EQ(moved.image.copy(at).convertToFormat(QImage::Format_RGB32), sheet.copy(imageRect(grid, sheet.size(), i)))
        << i;
  }
  EXPECT_EQ(moved.image.pixelColor(moved.image.width() - 10, moved.image.height() - 10).alpha(), 0);
}

TEST(SheetLayout, TakesTheFirstOfEachRowWithTheirPixelsAndClasses) {
  SheetGrid grid = squares(16);
  QImage sheet(sheetOf(grid), QImage::Format_RGB32);
  sheet.fill(Qt::black);
  QPainter painter(&sheet);
  for (int i = 0; i < grid.count(); ++i) {
    grid.info.labels.push_back(i / 8);
    painter.fillRect(imageRect(grid, sheet.size(), i), QColor(15 * i, 7, 9));
  }
  painter.end();
  const SheetLayout layout{4, 4, 2};
  const std::vector<int> images = {0, 1, 8, 9};
  const LaidOutSheet moved = laidOut(sheet, grid, layout);
  EXPECT_EQ(moved.grid.info.labels, (std::vector<std::int64_t>{0, 0, 1, 1}));
  for (int place = 0; place < 4; ++place) {
    const int image = images[static_cast<std::size_t>(place)];
    EXPECT_EQ(imageAtPlace(grid, layout, place), image);
    EXPECT_EQ(placeOfImage(grid, layout, image), place);
    const QRect at = imageRect(moved.grid, moved.image.size(), place);
    EXPECT_EQ(moved.image.pixelColor(at.center()), QColor(15 * image, 7, 9)) << place;
  }
  EXPECT_EQ(placeOfImage(grid, layout, 2), std::nullopt);
  EXPECT_EQ(placeOfImage(grid, {4, 2, 2}, 8), std::nullopt);
}

TEST(SheetGrid, NamesAnImagesClassOrItsNumber) {
  SheetGrid grid = threeImages();
  EXPECT_EQ(imageText(grid, 1), QStringLiteral("Image 2: class 1, dress"));
  EXPECT_EQ(imageText(grid, 2), QStringLiteral("Image 3: class 9"));
  grid.info.labels.clear();
  EXPECT_EQ(imageText(grid, 2), QStringLiteral("Image 3"));
}

TEST_F(SheetViewTest, TheImageUnderThePointerIsTold) {
  showAt({220, 220});
  view.setImage(plainImage(Qt::red, kSheet));
  view.setGrid(threeImages());
  QSignalSpy pointed(&view, &SheetView::pointedChanged);
  const QRectF picture = view.pictureRect();
  const auto move = [&](QPointF in_sheet) {
    const QPointF at = picture.topLeft() + in_sheet * picture.width() / kSheet.width();
    QMouseEvent event(QEvent::MouseMove, at, view.viewport()->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                      Qt::NoModifier);
    QApplication::sendEvent(view.viewport(), &event);
    return view.pointedText();
  };
  EXPECT_EQ(move({15, 5}), QStringLiteral("Image 2: class 1, dress"));
  EXPECT_EQ(move({16, 6}), QStringLiteral("Image 2: class 1, dress"));
  EXPECT_EQ(pointed.count(), 1) << "once an image";
  EXPECT_EQ(move({15, 15}), QString());
  move({5, 15});
  QEvent leave(QEvent::Leave);
  QApplication::sendEvent(view.viewport(), &leave);
  EXPECT_EQ(view.pointedText(), QString());
  EXPECT_EQ(pointed.last()[0].toString(), QString());
}

TEST_F(SheetViewTest, OfImagesThatAreLeftOutOfEachClassNoneIsTakenForAnother) {
  SheetGrid grid = squares(16);
  for (int image = 0; image < grid.count(); ++image) grid.info.labels.push_back(image / 8);
  showAt({2 + 3 * 34 + 12, 2 + 2 * 34 + 12});  // room for frames, not for a fourth one
  view.setImage(plainImage(Qt::red, sheetOf(grid)));
  view.setGrid(grid);
  EXPECT_EQ(view.shownGrid().count(), 6);
  EXPECT_GE(view.scale(), 1) << "no smaller than they are";
  EXPECT_TRUE(view.showsFewerOfEachRow());
  const auto press = [&](Qt::Key key) {
    QTest::keyClick(&view, key, Qt::ControlModifier);
    return view.pointedText();
  };
  EXPECT_EQ(press(Qt::Key_Right), QStringLiteral("Image 1: class 0"));
  EXPECT_EQ(press(Qt::Key_Down), QStringLiteral("Image 9: class 1"));
  EXPECT_EQ(press(Qt::Key_Right), QStringLiteral("Image 10: class 1"));
  view.setGrid(grid);
  EXPECT_EQ(press(Qt::Key_Left), QStringLiteral("Image 9: class 1")) << "it stayed chosen";
}

TEST_F(SheetViewTest, ItsTipShowsTheClassLetterByLetter) {
  showAt({220, 220});
  view.setImage(plainImage(Qt::red, kSheet));
  view.setGrid(threeImages());
  const QPoint at = view.pictureRect().center().toPoint() / 2;
  QHelpEvent help(QEvent::ToolTip, at, view.viewport()->mapToGlobal(at));
  QApplication::sendEvent(view.viewport(), &help);
  QTextDocument shown;
  shown.setHtml(QToolTip::text());
  EXPECT_EQ(shown.toPlainText(), QStringLiteral("Image 1: class 0, <b>T-shirt</b>"));
  QToolTip::hideText();
}

TEST_F(SheetViewTest, ControlAndTheArrowsChooseAnImageAndEscapeNone) {
  showAt({220, 220});
  view.setImage(plainImage(Qt::red, kSheet));
  view.setGrid(threeImages());
  const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::ControlModifier) {
    QTest::keyClick(&view, key, modifiers);
    return view.pointedText();
  };
  EXPECT_EQ(press(Qt::Key_Right), QStringLiteral("Image 1: class 0, <b>T-shirt</b>"));
  EXPECT_EQ(press(Qt::Key_Right), QStringLiteral("Image 2: class 1, dress"));
  EXPECT_EQ(press(Qt::Key_Down), QStringLiteral("Image 2: class 1, dress")) << "there is none below";
  EXPECT_EQ(press(Qt::Key_Left), QStringLiteral("Image 1: class 0, <b>T-shirt</b>"));
  EXPECT_EQ(press(Qt::Key_Down), QStringLiteral("Image 3: class 9"));
  view.setImage(plainImage(Qt::blue, kSheet));
  view.setGrid(threeImages());
  EXPECT_EQ(view.pointedText(), QStringLiteral("Image 3: class 9")) << "the newer sheet's";
  EXPECT_EQ(press(Qt::Key_Escape, Qt::NoModifier), QString());
}

/// Each image of a colour of its own.
QImage colouredSheet(const std::vector<QColor>& colours) {
  QImage sheet = plainImage(Qt::black, kSheet);
  QPainter painter(&sheet);
  for (std::size_t i = 0; i < colours.size(); ++i) {
    painter.fillRect(imageRect(threeImages(), kSheet, static_cast<int>(i)), colours[i]);
  }
  return sheet;
}

TEST_F(SheetViewTest, TheChosenImageHasAllTheRoomAlsoOfTheNextSheetUntilEscape) {
  showAt({220, 220});
  view.setImage(colouredSheet({Qt::red, Qt::green, Qt::blue}));
  view.setGrid(threeImages());
  const QRectF whole = view.pictureRect();
  QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
  QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
  QTest::keyClick(&view, Qt::Key_Return);
  ASSERT_TRUE(view.showsSingle());
  const auto middle = [this] { return screen().pixelColor(view.viewport()->rect().center() * ratio()); };
  EXPECT_EQ(middle(), QColor(Qt::green));
  EXPECT_GT(view.scale() * 8, 200) << "8 pixels fill the view";
  EXPECT_EQ(view.pointedText(), QStringLiteral("Image 2: class 1, dress"));
  view.setImage(colouredSheet({Qt::red, Qt::yellow, Qt::blue}));
  view.setGrid(threeImages());
  EXPECT_EQ(middle(), QColor(Qt::yellow)) << "the same place of the newer sheet";
  QTest::keyClick(&view, Qt::Key_Left, Qt::ControlModifier);
  EXPECT_EQ(middle(), QColor(Qt::red));
  QTest::keyClick(&view, Qt::Key_Escape);
  EXPECT_FALSE(view.showsSingle());
  EXPECT_EQ(view.pictureRect(), whole);
  EXPECT_EQ(view.pointedText(), QStringLiteral("Image 1: class 0, <b>T-shirt</b>")) << "it is chosen still";
}

TEST_F(SheetViewTest, ASingleImageIsCopiedPixelForPixel) {
  showAt({220, 220});
  view.setImage(colouredSheet({Qt::red, Qt::green, Qt::blue}));
  view.setGrid(threeImages());
  view.setSingle(true);
  EXPECT_EQ(view.pointedText(), QStringLiteral("Image 1: class 0, <b>T-shirt</b>")) << "none was chosen";
  view.copy();
  const QImage copied = QApplication::clipboard()->image();
  EXPECT_EQ(copied.size(), QSize(8, 8));
  EXPECT_EQ(copied.pixelColor(4, 4), QColor(Qt::red));
  view.setSingle(false);
  EXPECT_FALSE(view.showsSingle());
}

TEST_F(SheetViewTest, WithoutAGridThereIsNoSingleImage) {
  showAt({220, 220});
  view.setImage(plainImage(Qt::red, kSheet));
  view.setSingle(true);
  EXPECT_FALSE(view.showsSingle());
  view.setGrid(threeImages());
  view.setSingle(true);
  ASSERT_TRUE(view.showsSingle());
  view.setImage(plainImage(Qt::blue, {30, 40}));
  view.setGrid({});
  EXPECT_FALSE(view.showsSingle());
  EXPECT_NEAR(view.pictureRect().width() / view.pictureRect().height(), 30.0 / 40, 0.02) << "all of the new picture";
}

TEST_F(SheetViewTest, ItsMenuEnlargesTheImageThatWasClicked) {
  showAt({220, 220});
  view.setImage(colouredSheet({Qt::red, Qt::green, Qt::blue}));
  view.setGrid(threeImages());
  const QRectF picture = view.pictureRect();
  const QPoint at = (picture.topLeft() + QPointF(5, 15) * picture.width() / kSheet.width()).toPoint();
  QContextMenuEvent event(QContextMenuEvent::Mouse, at, view.viewport()->mapToGlobal(at));
  QApplication::sendEvent(view.viewport(), &event);
  auto* menu = view.findChild<QMenu*>(QStringLiteral("sheet_menu"));
  ASSERT_TRUE(menu);
  ASSERT_EQ(menu->actions().size(), 3);
  menu->actions().first()->trigger();
  EXPECT_TRUE(view.showsSingle());
  EXPECT_EQ(view.pointedText(), QStringLiteral("Image 3: class 9"));
  menu->close();
}

TEST(SheetGrid, AnImageHasALineUnlessItsBatchHasAPartInIt) {
  SheetGrid grid = threeSamples();
  EXPECT_EQ(imageLine(grid, 1), QStringLiteral("seed=7/6 class=1 truncation=0.7 step=1200"));
  EXPECT_EQ(imageLine(grid, 3), QString()) << "there is none";
  grid.info.statistics = "standing";
  EXPECT_EQ(imageLine(grid, 0), QStringLiteral("seed=7/5 class=0 truncation=0.7 step=1200 statistics=standing"));
  grid.info.statistics = "batch";
  EXPECT_EQ(imageLine(grid, 1), QString());
  grid = threeSamples();
  grid.info.weights = "real";
  EXPECT_EQ(imageLine(grid, 1), QString());
}

TEST_F(SheetViewTest, ItsMenuCopiesTheLineOfTheImageAndExploresIt) {
  showAt({220, 220});
  view.setImage(colouredSheet({Qt::red, Qt::green, Qt::blue}));
  view.setGrid(threeSamples());
  const QSignalSpy wished(&view, &SheetView::lineWished);
  const QRectF picture = view.pictureRect();
  const QPoint at = (picture.topLeft() + QPointF(5, 15) * picture.width() / kSheet.width()).toPoint();
  const auto menuActions = [&] {
    delete view.findChild<QMenu*>(QStringLiteral("sheet_menu"));
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, view.viewport()->mapToGlobal(at));
    QApplication::sendEvent(view.viewport(), &event);
    return view.findChild<QMenu*>(QStringLiteral("sheet_menu"))->actions();
  };
  const QList<QAction*> actions = menuActions();
  ASSERT_EQ(actions.size(), 5);
  const QString line = QStringLiteral("seed=7/7 class=9 truncation=0.7 step=1200");
  actions[3]->trigger();
  EXPECT_EQ(QGuiApplication::clipboard()->text(), line);
  actions[4]->trigger();
  ASSERT_EQ(wished.size(), 1);
  EXPECT_EQ(wished.first().first().toString(), line);
  view.setLinesOffered(false);
  EXPECT_EQ(menuActions().size(), 3);
}

TEST_F(SheetViewTest, AFittedSheetIsLaidOutForItsViewAndCopiedAsItWasMade) {
  const SheetGrid grid = squares(64);
  const QImage sheet = plainImage(Qt::red, sheetOf(grid));
  showAt({1220, 310});
  view.setImage(sheet);
  view.setGrid(grid);
  EXPECT_EQ(view.shownGrid().columns(), 16);
  EXPECT_GT(view.pictureRect().width(), 3.5 * view.pictureRect().height());
  EXPECT_EQ(view.image(), sheet);
  EXPECT_EQ(view.grid(), grid);
  view.setZoom(1);
  EXPECT_EQ(view.shownGrid(), grid) << "at a factor it is dragged about as it is";
}

TEST_F(SheetViewTest, AWholeFactorShowsEachPixelAsThatManyDevicePixelsAndMixesNone) {
  showAt({90, 90});
  view.setImage(fourColours());
  view.setZoom(3);
  QMap<QRgb, int> counts;
  const QRectF picture = view.pictureRect();
  const QImage shown = screen().copy(QRectF(picture.topLeft() * ratio(), picture.size() * ratio()).toRect());
  for (int y = 0; y < shown.height(); ++y) {
    for (int x = 0; x < shown.width(); ++x) ++counts[shown.pixel(x, y)];
  }
  const QMap<QRgb, int> expected = {{QColor(Qt::red).rgb(), 9},
                                    {QColor(Qt::green).rgb(), 9},
                                    {QColor(Qt::blue).rgb(), 9},
                                    {QColor(Qt::yellow).rgb(), 9}};
  EXPECT_EQ(counts, expected);
}

TEST_F(SheetViewTest, ActualSizeIsOneDevicePixelAPixel) {
  showAt({120, 120});
  QImage noise(60, 60, QImage::Format_RGB32);
  for (int y = 0; y < 60; ++y) {
    for (int x = 0; x < 60; ++x) noise.setPixelColor(x, y, colourOf(QStringLiteral("%1 %2").arg(x).arg(y)));
  }
  view.setImage(noise);
  view.setZoom(1);
  const QPoint origin = (view.pictureRect().topLeft() * ratio()).toPoint();
  EXPECT_EQ(screen().copy(QRect(origin, noise.size())), noise);
}

TEST_F(SheetViewTest, AFittedPictureThatIsShrunkIsAveraged) {
  showAt({100, 100});
  QImage board(400, 400, QImage::Format_RGB32);
  for (int y = 0; y < 400; ++y) {
    for (int x = 0; x < 400; ++x) board.setPixelColor(x, y, (x + y) % 2 == 0 ? Qt::black : Qt::white);
  }
  view.setImage(board);
  EXPECT_NEAR(view.scale(), 0.25, 0.01);
  const QImage shown = screen();
  for (int at = 5; at < 95; at += 3) {
    EXPECT_NEAR(qGray(shown.pixel(at, at)), 127, 12) << "a fine checkerboard is grey from afar, at " << at;
  }
}

TEST_F(SheetViewTest, AFittedSmallPictureFillsTheViewAndOnlyTheEdgesOfItsPixelsAreSoft) {
  showAt({180, 150});
  view.setImage(fourColours());
  const QRectF picture = view.pictureRect();
  const QSize shown_size = (picture.size() * ratio()).toSize();
  const QSize viewport = (QSizeF(view.viewport()->size()) * ratio()).toSize();
  EXPECT_NEAR(shown_size.height(), viewport.height(), 1);
  EXPECT_EQ(shown_size.width(), shown_size.height());

  view.setImage(fourColours().scaled(40, 40));  // 3.75 device pixels to a pixel
  const QImage shown = screen().copy(QRectF(view.pictureRect().topLeft() * ratio(), shown_size).toRect());
  int soft = 0;
  for (int y = 0; y < shown.height(); ++y) {
    for (int x = 0; x < shown.width(); ++x) {
      const QColor colour(shown.pixel(x, y));
      const QColor expected = fourColours().pixelColor(x * 2 / shown.width(), y * 2 / shown.height());
      if (colour != expected) ++soft;
    }
  }
  EXPECT_LE(soft, 2 * 2 * shown.width()) << "only beside the two borders between colours";
}

TEST_F(SheetViewTest, StepsOfZoomGoOverWholeFactorsAndEndAtTheFittedPicture) {
  showAt({102, 102});
  view.setImage(plainImage(Qt::red, {400, 400}));
  EXPECT_EQ(view.zoomAfter(+1), 1);
  EXPECT_EQ(view.zoomAfter(-1), 0);
  view.setZoom(1);
  EXPECT_EQ(view.zoomAfter(-1), 0);
  EXPECT_EQ(view.zoomAfter(+1), 2);
  view.setZoom(SheetView::kMaxZoom);
  EXPECT_EQ(view.zoomAfter(+1), SheetView::kMaxZoom);
  view.setImage(plainImage(Qt::red, {20, 20}));
  view.setZoom(0);  // shown 5.1 times as large
  EXPECT_EQ(view.zoomAfter(+1), 6);
  EXPECT_EQ(view.zoomAfter(-1), 5);
  view.setZoom(1);
  EXPECT_EQ(view.zoomAfter(-1), 1) << "the fitted picture would be larger";
}

TEST_F(SheetViewTest, ThePointUnderTheMouseStaysThereWhenZooming) {
  showAt({200, 200});
  view.setImage(plainImage(Qt::red, {400, 400}));
  view.setZoom(2);
  const QPointF anchor(30, 70);
  const auto pointAt = [&] {
    const QRectF rect = view.pictureRect();
    return QPointF((anchor.x() - rect.x()) / rect.width(), (anchor.y() - rect.y()) / rect.height()) * 400;
  };
  const QPointF before = pointAt();
  view.setZoom(5, anchor);
  EXPECT_NEAR(pointAt().x(), before.x(), 0.5);
  EXPECT_NEAR(pointAt().y(), before.y(), 0.5);
}

TEST_F(SheetViewTest, TheImageUnderTheMouseStaysThereWhereItWasLaidOutElsewhere) {
  const SheetGrid grid = squares(64);
  showAt({560, 140});
  view.setImage(plainImage(Qt::red, sheetOf(grid)));
  view.setGrid(grid);
  const QRectF fitted = view.pictureRect();
  ASSERT_GT(fitted.width(), 3 * fitted.height()) << "16 images a row";
  // In the middle of the 37th image: the third row, the fifth place.
  const double side = fitted.width() / 16;
  const QPointF anchor(fitted.x() + 4.5 * side, fitted.y() + 2.5 * side);
  view.setZoom(4, anchor);
  const QRectF zoomed = view.pictureRect();
  const QPointF point((anchor.x() - zoomed.x()) / zoomed.width() * 8, (anchor.y() - zoomed.y()) / zoomed.height() * 8);
  EXPECT_EQ(static_cast<int>(point.x()), 36 % 8);
  EXPECT_EQ(static_cast<int>(point.y()), 36 / 8);
}

TEST_F(SheetViewTest, CtrlAndWheelAskForOneStepANotchAlsoWhenTheyComeInParts) {
  showAt({100, 100});
  view.setImage(plainImage(Qt::red, {400, 400}));
  QSignalSpy wished(&view, &SheetView::zoomWished);
  const auto turn = [&](int eighths) {
    QWheelEvent event({5, 5}, view.viewport()->mapToGlobal(QPointF(5, 5)), {}, {0, eighths}, Qt::NoButton,
                      Qt::ControlModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(view.viewport(), &event);
  };
  turn(60);
  EXPECT_EQ(wished.count(), 0);
  turn(60);
  ASSERT_EQ(wished.count(), 1);
  EXPECT_EQ(wished[0][0].toInt(), 1);
  turn(-240);
  ASSERT_EQ(wished.count(), 2);
  EXPECT_EQ(wished[1][0].toInt(), -2);
}

TEST_F(SheetViewTest, DraggingMovesThePictureWithTheMouse) {
  showAt({200, 200});
  view.setImage(plainImage(Qt::red, {400, 400}));
  view.setZoom(2);
  view.setCentre({0.5, 0.5});
  const QPointF before = view.pictureRect().topLeft();
  QSignalSpy moved(&view, &SheetView::centreMoved);
  QTest::mousePress(view.viewport(), Qt::LeftButton, {}, {60, 60});
  QMouseEvent move(QEvent::MouseMove, QPointF(40, 65), view.viewport()->mapToGlobal(QPointF(40, 65)), Qt::LeftButton,
                   Qt::LeftButton, {});
  QApplication::sendEvent(view.viewport(), &move);
  QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, {40, 65});
  const QPointF by = view.pictureRect().topLeft() - before;
  EXPECT_NEAR(by.x(), -20, 1);
  EXPECT_NEAR(by.y(), 5, 1);
  EXPECT_GE(moved.count(), 1);
}

TEST_F(SheetViewTest, ShiftAndArrowsPanForThoseWithoutAMouse) {
  showAt({200, 200});
  view.setImage(plainImage(Qt::red, {400, 400}));
  view.setZoom(2);
  view.setCentre({0.5, 0.5});
  const QPointF before = view.centre();
  QTest::keyClick(&view, Qt::Key_Right, Qt::ShiftModifier);
  QTest::keyClick(&view, Qt::Key_Up, Qt::ShiftModifier);
  EXPECT_GT(view.centre().x(), before.x());
  EXPECT_LT(view.centre().y(), before.y());
}

TEST_F(SheetViewTest, ANewPictureOfTheSameSizeKeepsThePartInView) {
  showAt({200, 200});
  view.setImage(plainImage(Qt::red, {400, 400}));
  view.setZoom(3);
  view.setCentre({0.7, 0.2});
  const QRectF before = view.pictureRect();
  view.setImage(plainImage(Qt::blue, {400, 400}));
  EXPECT_EQ(view.pictureRect(), before);
  view.setImage(plainImage(Qt::blue, {800, 800}));
  EXPECT_NEAR(view.centre().x(), 0.7, 0.01);
  EXPECT_NEAR(view.centre().y(), 0.2, 0.01);
}

}  // namespace
TEST_F(SheetViewTest, CopyingTakesTheWholePictureOrTheImageThatIsChosen) {
  QImage sheet(22, 22, QImage::Format_RGB32);
  sheet.fill(Qt::black);
  for (int y = 2; y < 10; ++y) {
    for (int x = 12; x < 20; ++x) sheet.setPixelColor(x, y, Qt::green);
  }
  view.setImage(sheet);
  view.setGrid(threeImages());
  view.setAccessibleDescription(QStringLiteral("Step 5"));
  showAt({200, 200});
  QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QGuiApplication::clipboard()->image().size(), QSize(22, 22));
  QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
  QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
  QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
  const QImage single = QGuiApplication::clipboard()->image();
  ASSERT_EQ(single.size(), QSize(8, 8));
  EXPECT_EQ(single.pixelColor(0, 0), QColor(Qt::green));
  EXPECT_EQ(single.pixelColor(7, 7), QColor(Qt::green));
  const QList<QUrl> files = QGuiApplication::clipboard()->mimeData()->urls();
  ASSERT_EQ(files.size(), 1);
  EXPECT_EQ(QImage(files.first().toLocalFile()).text(QStringLiteral("Description")), QStringLiteral("Step 5"));
}

}  // namespace gan::test
