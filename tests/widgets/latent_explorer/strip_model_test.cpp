#include "latent_explorer/strip_model.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include "config/sample_point.h"
#include "latent_explorer/explored_picture.h"

namespace gan {
namespace {

QImage red() {
  QImage image(2, 2, QImage::Format_RGB888);
  image.fill(Qt::red);
  return image;
}

class StripModelTest : public testing::Test {
 protected:
  StripModelTest() { model.setSteps({50, 100, 150}); }

  QImage shown(int row) const { return model.index(row).data(Qt::DecorationRole).value<QImage>(); }

  StripModel model;
  QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(StripModelTest, SaysWhatIsMissing) {
  EXPECT_EQ(model.missing(), (QVector<qint64>{50, 100, 150}));
  model.setPicture(100, red());
  model.setPicture(999, red());
  EXPECT_EQ(model.missing(), (QVector<qint64>{50, 150}));
  EXPECT_EQ(shown(1).pixelColor(0, 0), QColor(Qt::red));
  EXPECT_TRUE(shown(0).isNull());
}

TEST_F(StripModelTest, PicturesOfAnotherPointStayPale) {
  model.setPicture(50, red());
  const QSignalSpy wishes(&model, &StripModel::wishChanged);
  model.setLine(QStringLiteral("seed=9"));
  model.setLine(QStringLiteral("seed=9"));
  EXPECT_EQ(wishes.size(), 1);
  EXPECT_EQ(model.missing().size(), 3);
  EXPECT_LT(shown(0).pixelColor(0, 0).alpha(), 128);
  EXPECT_NE(model.index(0).data(Qt::AccessibleTextRole), model.index(0).data(Qt::DisplayRole));
}

TEST_F(StripModelTest, WhatLeavesItIsTheLineThatBringsThePictureBack) {
  EXPECT_FALSE(model.index(1).data(kLeavingRole).isValid()) << "of no point";
  model.setLine(QStringLiteral("seed=9 class=3 statistics=standing"));
  SamplePoint point = samplePointFromText(model.index(1).data(kLeavingRole).toString().toStdString());
  EXPECT_EQ(point.step, 100);
  point.step.reset();
  EXPECT_EQ(toText(point), "seed=9 class=3 statistics=standing");
}

TEST_F(StripModelTest, OnlyAPictureOfTheLineLeavesWithIt) {
  model.setLine(QStringLiteral("seed=9"));
  model.setPicture(50, red());
  EXPECT_FALSE(model.index(0).data(kPictureOfLineRole).value<QImage>().isNull());
  EXPECT_TRUE(model.index(1).data(kPictureOfLineRole).value<QImage>().isNull());
  model.setLine(QStringLiteral("seed=8"));
  EXPECT_TRUE(model.index(0).data(kPictureOfLineRole).value<QImage>().isNull()) << "still shown, pale";
}

TEST_F(StripModelTest, ANewCheckpointKeepsThePicturesOfTheOthers) {
  model.setPicture(100, red());
  const QSignalSpy wishes(&model, &StripModel::wishChanged);
  model.setSteps({100, 150, 200});
  EXPECT_EQ(wishes.size(), 1);
  EXPECT_EQ(model.missing(), (QVector<qint64>{150, 200}));
  model.setSteps({100, 150, 200});
  EXPECT_EQ(wishes.size(), 1);
  EXPECT_EQ(model.step(2), 200);
}

}  // namespace
}  // namespace gan
