#include "sample_gallery/sheet_pane.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QTest>

#include "widgets/sample_gallery/sheets.h"

namespace gan::test {
namespace {

TEST(SheetPaneTest, OfASupersededSheetNoLinesAreOffered) {
  SheetPane pane;
  SampleSheet sheet = sheetAt(1200);
  pane.showSheet(sheet, plainImage(Qt::red, kSheet), threeSamples());
  EXPECT_TRUE(pane.view().areLinesOffered());
  sheet.superseded = true;
  pane.updateSheet(sheet);
  EXPECT_FALSE(pane.view().areLinesOffered());
}

TEST(SheetPaneTest, SaysWhichImageIsShownAlone) {
  SheetPane pane;
  pane.resize(300, 300);
  pane.show();
  pane.showSheet(sheetAt(100), plainImage(Qt::red, kSheet), threeImages());
  const auto* caption = pane.findChild<QLabel*>(QStringLiteral("caption"));
  const QString whole = caption->text();
  pane.view().setSingle(true);
  EXPECT_EQ(caption->text(), whole + QStringLiteral(" · Image 1: class 0, <b>T-shirt</b>"));
  QTest::keyClick(&pane.view(), Qt::Key_Right, Qt::ControlModifier);
  EXPECT_EQ(caption->text(), whole + QStringLiteral(" · Image 2: class 1, dress"));
  pane.view().setSingle(false);
  EXPECT_EQ(caption->text(), whole);
}

TEST(SheetPaneTest, TellsScreenReadersWhichImageIsChosenAndWhyNothingIsKnownOfThem) {
  SheetPane pane;
  pane.resize(300, 300);
  pane.show();
  pane.showSheet(sheetAt(100), plainImage(Qt::red, kSheet), threeImages());
  QTest::keyClick(&pane.view(), Qt::Key_Right, Qt::ControlModifier);
  QTest::keyClick(&pane.view(), Qt::Key_Right, Qt::ControlModifier);
  EXPECT_EQ(pane.view().accessibleDescription(),
            QStringLiteral("Image 2: class 1, dress. Samples at step 100, no truncation"));
  SheetGrid broken;
  broken.problem = QStringLiteral("a.json is damaged");
  pane.showSheet(sheetAt(200), plainImage(Qt::blue, kSheet), broken);
  EXPECT_TRUE(pane.view().note().contains(broken.problem));
  EXPECT_EQ(pane.view().accessibleDescription(), QStringLiteral("Samples at step 200, no truncation"));
}

TEST(SheetPaneTest, SaysHowManyImagesHaveRoom) {
  SheetPane pane;
  pane.resize(QSize(200, 160) / pane.devicePixelRatioF());
  pane.show();
  const SheetGrid grid = squares(64);
  pane.showSheet(sheetAt(100), plainImage(Qt::red, sheetOf(grid)), grid);
  const int shown = pane.view().shownGrid().count();
  ASSERT_LT(shown, 64);
  EXPECT_GE(pane.view().scale(), 1);
  const QString text = pane.findChild<QLabel*>(QStringLiteral("caption"))->text();
  EXPECT_TRUE(text.contains(QStringLiteral("the first %1 of 64").arg(shown))) << text.toStdString();
  EXPECT_EQ(pane.caption(), QStringLiteral("Step 100 · no truncation")) << "of the picture, when it is saved";
}

}  // namespace
}  // namespace gan::test
