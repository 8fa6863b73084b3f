#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

#include "data/data_model.h"

namespace gan {
namespace {

using Reporting = QAbstractItemModelTester::FailureReportingMode;

QString cell(const QAbstractItemModel& model, int row, int column) {
  return model.index(row, column).data().toString();
}

TEST(CountsModel, TellsEachShareOfAllAndDrawsTheLargestAsAWholeBar) {
  CountsModel model(QStringLiteral("Class"));
  const QAbstractItemModelTester tester(&model, Reporting::Fatal);
  model.setCounts({{QStringLiteral("cats"), 3000}, {QStringLiteral("dogs"), 1000}, {QStringLiteral("none"), 0}});
  EXPECT_EQ(cell(model, 0, CountsModel::kImages), QStringLiteral("3,000"));
  EXPECT_EQ(cell(model, 0, CountsModel::kShare), QStringLiteral("75.0 %"));
  EXPECT_EQ(cell(model, 1, CountsModel::kShare), QStringLiteral("25.0 %"));
  EXPECT_EQ(cell(model, 2, CountsModel::kShare), QStringLiteral("0.0 %"));
  EXPECT_EQ(model.index(0, CountsModel::kShare).data(kBarRole).toDouble(), 1.0);
  EXPECT_DOUBLE_EQ(model.index(1, CountsModel::kShare).data(kBarRole).toDouble(), 1.0 / 3.0);
  model.setCounts({});
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(FaultsModel, NamesTheImagesOfALargeGroupWithoutFillingTheScreen) {
  FaultsModel model;
  const QAbstractItemModelTester tester(&model, Reporting::Fatal);
  QStringList many;
  for (int i = 0; i < 1000; ++i) many << QString::number(i);
  model.setFaults({{{QStringLiteral("a.jpg")}, QStringLiteral("ends early")}, {many, QStringLiteral("equal")}});
  EXPECT_EQ(cell(model, 0, FaultsModel::kImages), QStringLiteral("a.jpg"));
  EXPECT_EQ(cell(model, 0, FaultsModel::kText), QStringLiteral("ends early"));
  EXPECT_TRUE(cell(model, 1, FaultsModel::kImages).startsWith(QStringLiteral("0, 1, 2,")));
  EXPECT_TRUE(cell(model, 1, FaultsModel::kImages).endsWith(QStringLiteral("…")));
  EXPECT_LT(cell(model, 1, FaultsModel::kImages).size(), 100);
}

TEST(FaultsModel, ShowsTheNamesOfFilesLetterByLetter) {
  FaultsModel model;
  model.setFaults({{{QStringLiteral("0")}, QStringLiteral("<img src='/x'>.png is damaged")}});
  EXPECT_TRUE(model.index(0, FaultsModel::kText).data(Qt::ToolTipRole).toString().contains(QStringLiteral("&lt;img")));
}

TEST(SpeedsModel, SaysInWordsWhichNumberIsEnough) {
  SpeedsModel model;
  const QAbstractItemModelTester tester(&model, Reporting::Fatal);
  model.setSpeeds({{0, 410.4}, {1, 800}, {2, 1600.6}, {4, 1610}}, 2);
  EXPECT_EQ(cell(model, 2, SpeedsModel::kWorkers), QStringLiteral("2 (enough)"));
  EXPECT_EQ(cell(model, 3, SpeedsModel::kWorkers), QStringLiteral("4"));
  EXPECT_EQ(cell(model, 2, SpeedsModel::kSpeed), QStringLiteral("1,601"));
  EXPECT_FALSE(model.stillRising());
  model.setSpeeds({{0, 400}, {1, 800}, {2, 1600}}, 2);
  EXPECT_TRUE(model.stillRising());
  EXPECT_EQ(cell(model, 2, SpeedsModel::kWorkers), QStringLiteral("2 (fastest)"))
      << "nobody knows whether it is enough";
}

TEST(DataModel, ForgetsEverythingOfOtherImages) {
  DataModel model;
  DataFacts facts;
  facts.images = 3;
  facts.classes = {{QStringLiteral("a"), 3}};
  facts.sizes = {{8, 8, 3}};
  model.setFacts(facts, {QStringLiteral("one label")}, QStringLiteral("fits"));
  model.setSheet(QImage(4, 4, QImage::Format_RGB32));
  model.setSpeeds({{0, 1}}, 0);
  model.setFailure(QStringLiteral("no"));
  model.forget();
  EXPECT_FALSE(model.facts());
  EXPECT_TRUE(model.warnings().isEmpty() && model.offer().isEmpty() && model.failure().isEmpty());
  EXPECT_TRUE(model.sheet().isNull());
  EXPECT_EQ(model.classes().rowCount() + model.sizes().rowCount() + model.speeds().rowCount(), 0);
}

}  // namespace
}  // namespace gan
