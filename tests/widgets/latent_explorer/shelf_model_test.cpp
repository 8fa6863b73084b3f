#include "latent_explorer/shelf_model.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>

namespace gan {
namespace {

QImage filled(int side, Qt::GlobalColor colour) {
  QImage image(side, side, QImage::Format_RGB888);
  image.fill(colour);
  return image;
}

class ShelfModelTest : public testing::Test {
 protected:
  QImage thumbnail(int row) const { return shelf_.index(row).data(Qt::DecorationRole).value<QImage>(); }

  ShelfModel shelf_;
  QAbstractItemModelTester tester_{&shelf_, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(ShelfModelTest, TheNewestComesFirstAndEachIsThereOnce) {
  shelf_.keep(QStringLiteral("seed=1"));
  shelf_.keep(QStringLiteral("seed=2"));
  shelf_.keep(QStringLiteral("seed=1"));
  ASSERT_EQ(shelf_.rowCount(), 2);
  EXPECT_EQ(shelf_.line(0), QStringLiteral("seed=1"));
  EXPECT_EQ(shelf_.line(1), QStringLiteral("seed=2"));
}

TEST_F(ShelfModelTest, APictureThatComesLaterBecomesTheThumbnailOfItsPointOnly) {
  shelf_.keep(QStringLiteral("seed=1"));
  shelf_.keep(QStringLiteral("seed=2"), filled(256, Qt::blue));
  shelf_.setPicture(QStringLiteral("seed=1"), filled(32, Qt::red));
  shelf_.setPicture(QStringLiteral("seed=2"), filled(32, Qt::red));
  EXPECT_EQ(thumbnail(1).pixelColor(0, 0), QColor(Qt::red));
  EXPECT_EQ(thumbnail(0).pixelColor(0, 0), QColor(Qt::blue));
  EXPECT_EQ(thumbnail(0).width(), ShelfModel::kThumbnailSide);
}

TEST_F(ShelfModelTest, IsRestoredWithItsPictures) {
  shelf_.keep(QStringLiteral("seed=1 class=3"), filled(32, Qt::green));
  shelf_.keep(QStringLiteral("seed=2"));
  const QByteArray state = shelf_.saveState();
  shelf_.removeRows(0, 2);
  ASSERT_EQ(shelf_.rowCount(), 0);
  shelf_.restoreState(state);
  ASSERT_EQ(shelf_.rowCount(), 2);
  EXPECT_EQ(shelf_.line(1), QStringLiteral("seed=1 class=3"));
  EXPECT_EQ(thumbnail(1).pixelColor(0, 0), QColor(Qt::green));
  EXPECT_TRUE(thumbnail(0).isNull());
}

TEST_F(ShelfModelTest, ADamagedStateIsAnEmptyShelf) {
  shelf_.keep(QStringLiteral("seed=1"), filled(32, Qt::green));
  const QByteArray state = shelf_.saveState();
  for (qsizetype length = 0; length < state.size(); ++length) {
    shelf_.restoreState(state.left(length));
    ASSERT_EQ(shelf_.rowCount(), 0) << length;
  }
}

TEST_F(ShelfModelTest, HasNoMoreThanItsMost) {
  for (int i = 0; i < ShelfModel::kMost + 5; ++i) shelf_.keep(QStringLiteral("seed=%1").arg(i));
  EXPECT_EQ(shelf_.rowCount(), ShelfModel::kMost);
  EXPECT_EQ(shelf_.line(ShelfModel::kMost - 1), QStringLiteral("seed=5"));
}

TEST_F(ShelfModelTest, ALineTakesThePlaceOfAnotherWithoutItsPicture) {
  for (const char* line : {"seed=3", "seed=2 step=70", "seed=2", "seed=1"}) {
    shelf_.keep(QLatin1String(line), filled(8, Qt::red));
  }
  const QSignalSpy changed(&shelf_, &ShelfModel::changed);
  shelf_.replace(QStringLiteral("seed=1"), QStringLiteral("seed=1 step=70"));
  EXPECT_EQ(shelf_.line(0), QStringLiteral("seed=1 step=70"));
  EXPECT_TRUE(thumbnail(0).isNull());
  shelf_.replace(QStringLiteral("seed=2"), QStringLiteral("seed=2 step=70"));
  ASSERT_EQ(shelf_.rowCount(), 3) << "each line once";
  EXPECT_EQ(shelf_.line(1), QStringLiteral("seed=2 step=70"));
  EXPECT_EQ(shelf_.line(2), QStringLiteral("seed=3"));
  EXPECT_GE(changed.size(), 2);
  shelf_.replace(QStringLiteral("seed=9"), QStringLiteral("seed=9 step=70"));
  EXPECT_EQ(shelf_.rowCount(), 3);
}

TEST_F(ShelfModelTest, EveryChangeIsToldForItToBeRemembered) {
  const QSignalSpy changed(&shelf_, &ShelfModel::changed);
  shelf_.keep(QStringLiteral("seed=1"));
  shelf_.setPicture(QStringLiteral("seed=1"), filled(8, Qt::red));
  shelf_.removeRow(0);
  EXPECT_EQ(changed.size(), 3);
}

}  // namespace
}  // namespace gan
