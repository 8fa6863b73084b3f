#include <gtest/gtest.h>

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QUrl>
#include <memory>
#include <string>

#include "latent_explorer/shelf_view.h"
#include "latent_explorer/thumbnail_list.h"
#include "widgets/latent_explorer/latent_explorer_fixture.h"

namespace gan {
namespace {

TEST_F(LatentExplorerTest, WhatIsKeptOrCopiedIsToldAndTheCopyBecomesTheLineThatLasts) {
  const QSignalSpy taken(&panel, &LatentExplorer::lineTaken);
  panel.keep();
  panel.copyLine();
  const QString line = model.line();
  ASSERT_EQ(taken.size(), 2);
  for (const auto& one : taken) EXPECT_EQ(one.first().toString(), line);
  QClipboard& clipboard = *QGuiApplication::clipboard();
  panel.replaceCopied(line, line + QStringLiteral(" step=70"));
  EXPECT_EQ(clipboard.text(), line + QStringLiteral(" step=70"));
  clipboard.setText(QStringLiteral("something else"));
  panel.replaceCopied(line, line + QStringLiteral(" step=80"));
  EXPECT_EQ(clipboard.text(), QStringLiteral("something else"));
}

TEST_F(LatentExplorerTest, WhatIsCopiedOutOfAListIsTold) {
  const QSignalSpy taken(&panel, &LatentExplorer::lineTaken);
  const QString line = QStringLiteral("seed=1 class=0 step=50");
  shelf.keep(line);
  auto& list = part<ThumbnailList>("shelf");
  list.setCurrentIndex(list.model()->index(0, 0));
  QTest::keySequence(&list, QKeySequence::Copy);
  ASSERT_EQ(taken.size(), 1);
  EXPECT_EQ(taken.first().first().toString(), line);
  EXPECT_EQ(QGuiApplication::clipboard()->text(), line);
}

TEST_F(LatentExplorerTest, AKeptPointIsTakenUpAndRemovedByKeys) {
  answer(Qt::red);
  QTest::mouseClick(&part<QToolButton>("explorer_keep"), Qt::LeftButton);
  ASSERT_EQ(shelf.rowCount(), 1);
  EXPECT_EQ(shelf.line(0), QStringLiteral("seed=0 class=0 step=100"));
  EXPECT_FALSE(shelf.index(0).data(Qt::DecorationRole).value<QImage>().isNull());
  auto& list = part<ShelfView>("shelf");
  const QSignalSpy wished(&panel, &LatentExplorer::lineWished);
  EXPECT_FALSE(part<QToolButton>("explorer_remove").isEnabled());
  list.setFocus();
  list.setCurrentIndex(shelf.index(0));
  QTest::keyClick(&list, Qt::Key_Return);
  ASSERT_EQ(wished.size(), 1);
  EXPECT_EQ(wished.first().first().toString(), QStringLiteral("seed=0 class=0 step=100"));
  QTest::keyClick(&list, Qt::Key_Delete);
  EXPECT_EQ(shelf.rowCount(), 0);
}

TEST_F(LatentExplorerTest, AKeptPointAndTheExploredOneBecomeKeyframes) {
  shelf.keep(QStringLiteral("seed=5 class=1"));
  auto& send = part<QToolButton>("explorer_to_timeline");
  EXPECT_FALSE(send.isEnabled());
  part<ShelfView>("shelf").setCurrentIndex(shelf.index(0));
  const QSignalSpy wished(&panel, &LatentExplorer::keyframeWished);
  send.click();
  ASSERT_EQ(wished.size(), 1);
  EXPECT_EQ(wished.first().first().toString(), QStringLiteral("seed=5 class=1"));
  answer(Qt::red);
  showTab(1);
  part<QToolButton>("timeline_add").click();
  ASSERT_EQ(timeline.rowCount(), 1);
  EXPECT_EQ(timeline.index(0).data().toString(), QStringLiteral("seed=0 class=0 step=100"));
  EXPECT_FALSE(timeline.index(0).data(Qt::DecorationRole).value<QImage>().isNull());
}

TEST_F(LatentExplorerTest, ALineOfManyNumbersIsShortForPeopleAndWholeForTheClipboard) {
  std::string text = "z=0.5";
  for (int i = 1; i < 128; ++i) text += ",-0.25";
  const QString line = QString::fromStdString(text + " class=0");
  model.setPoint(samplePointFromText(line.toStdString()));
  answer(Qt::red, -1);
  const QString caption = part<QLabel>("explorer_caption").text();
  EXPECT_LT(caption.size(), 80) << caption.toStdString();
  EXPECT_TRUE(caption.endsWith(QStringLiteral("… class=0"))) << caption.toStdString();
  panel.copyLine();
  EXPECT_EQ(QGuiApplication::clipboard()->text(), line);
  panel.keep();
  EXPECT_LT(shelf.index(0).data(Qt::AccessibleTextRole).toString().size(), 80);
  EXPECT_EQ(shelf.line(0), line);
  auto& list = part<ShelfView>("shelf");
  list.setCurrentIndex(shelf.index(0));
  QGuiApplication::clipboard()->clear();
  QTest::keyClick(&list, Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QGuiApplication::clipboard()->text(), line);
  panel.addToTimeline();
  EXPECT_EQ(timeline.line(0), line);
}

TEST_F(LatentExplorerTest, LinesGoThroughTheClipboard) {
  answer(Qt::red, 50);
  panel.copyLine();
  EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("seed=0 class=0 step=50"));
  const QSignalSpy wished(&panel, &LatentExplorer::lineWished);
  QGuiApplication::clipboard()->setText(QStringLiteral("  seed=9\n"));
  panel.pasteLine();
  ASSERT_EQ(wished.size(), 1);
  EXPECT_EQ(wished.first().first().toString(), QStringLiteral("seed=9"));
}

TEST_F(LatentExplorerTest, ADraggedPictureIsAPngFileThatSaysWhatMadeIt) {
  EXPECT_FALSE(view().dragged());
  EXPECT_FALSE(part<QToolButton>("explorer_copy_picture").isEnabled());
  answer(QColor(10, 20, 30));
  const std::unique_ptr<QMimeData> mime = view().dragged();
  ASSERT_TRUE(mime && mime->hasImage());
  ASSERT_EQ(mime->urls().size(), 1);
  const QImage read(mime->urls().first().toLocalFile(), "PNG");
  EXPECT_EQ(read.size(), QSize(4, 4));
  EXPECT_EQ(read.pixelColor(3, 3), QColor(10, 20, 30));
  EXPECT_EQ(read.text(QStringLiteral("Description")), QStringLiteral("seed=0 class=0"));
}

TEST_F(LatentExplorerTest, OfTwoPicturesTheOneUnderThePointerIsDraggedOut) {
  answer(Qt::red);
  model.compareWith(50);
  answerCompared(Qt::blue, 50);
  const QPointF middle(view().rect().center());
  const auto left = view().draggedFrom(middle - QPointF(20, 0));
  const auto right = view().draggedFrom(middle + QPointF(20, 0));
  ASSERT_TRUE(left && right);
  EXPECT_EQ(left->imageData().value<QImage>().pixelColor(0, 0), QColor(Qt::red));
  const QImage compared = right->imageData().value<QImage>();
  EXPECT_EQ(compared.pixelColor(0, 0), QColor(Qt::blue));
  EXPECT_EQ(compared.text(QStringLiteral("Description")), QStringLiteral("seed=0 class=0 step=50"));
}

TEST_F(LatentExplorerTest, KeptPointsAreDraggedOutAsPictureAndLine) {
  answer(Qt::red);
  panel.keep();
  addKeyframes(1);
  for (const char* name : {"shelf", "keyframes"}) {
    auto& list = part<ThumbnailList>(name);
    const std::unique_ptr<QMimeData> mime = list.dragged(list.model()->index(0, 0));
    ASSERT_TRUE(mime) << name;
    EXPECT_TRUE(mime->text().startsWith(QStringLiteral("seed=0"))) << name;
    EXPECT_EQ(mime->hasImage(), list.model()->index(0, 0).data(Qt::DecorationRole).value<QImage>().width() > 0) << name;
  }
  auto& shelf_list = part<ThumbnailList>("shelf");
  const std::unique_ptr<QMimeData> kept = shelf_list.dragged(shelf_list.model()->index(0, 0));
  ASSERT_EQ(kept->urls().size(), 1);
  const QImage read(kept->urls().first().toLocalFile(), "PNG");
  EXPECT_EQ(read.pixelColor(0, 0), QColor(Qt::red));
  EXPECT_EQ(read.text(QStringLiteral("Description")), kept->text());
}

TEST_F(LatentExplorerTest, AScaledPictureIsTakenOutWhenItIsThereAtItsOwnSize) {
  ExplorerFacts facts = model.facts();
  facts.resolution = 8;
  model.setFacts(facts);
  QGuiApplication::clipboard()->clear();
  answer(Qt::red);
  EXPECT_FALSE(view().dragged()) << "4 of 8 pixels";
  panel.copyPicture();
  EXPECT_TRUE(QGuiApplication::clipboard()->image().isNull());
  QImage own(8, 8, QImage::Format_RGB888);
  own.fill(Qt::blue);
  model.takePicture({.line = model.line(), .image = own, .step = 100});
  EXPECT_EQ(QGuiApplication::clipboard()->image().size(), QSize(8, 8));
  EXPECT_TRUE(view().dragged());

  answer(Qt::red);
  panel.copyPicture();
  model.setSeed(5);
  QGuiApplication::clipboard()->clear();
  model.takePicture({.line = model.line(), .image = own, .step = 100});
  EXPECT_TRUE(QGuiApplication::clipboard()->image().isNull()) << "another point was wanted";
}

}  // namespace
}  // namespace gan
