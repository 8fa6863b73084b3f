#include "sample_gallery/sample_model.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include "widgets/sample_gallery/sheets.h"

namespace gan::test {
namespace {

TEST(SampleModel, KeepsTheRulesOfQtModels) {
  SampleModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.append(sheetsUpTo(5, 100));
  model.append({sheetAt(500), sheetAt(500)});
  model.append({});
  model.supersedeAfter(200, 2);
  model.setImage(sheetAt(100).name, plainImage(Qt::red));
  model.setImage(sheetAt(200).name, {});
  EXPECT_EQ(model.rowCount(), 6);
  model.clear();
  EXPECT_EQ(model.rowCount(), 0);
}

TEST(SampleModel, AsksOnceUntilThePictureComes) {
  SampleModel model;
  model.append(sheetsUpTo(2, 100));
  QSignalSpy wanted(&model, &SampleModel::imageWanted);
  EXPECT_TRUE(model.image(1).isNull());
  EXPECT_TRUE(model.data(model.index(1), SampleModel::kImageRole).isNull());
  ASSERT_EQ(wanted.count(), 1);
  EXPECT_EQ(wanted[0][0].toString(), sheetAt(100).name);
  EXPECT_TRUE(model.isAsked(1));

  QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
  model.setImage(sheetAt(100).name, plainImage(Qt::red));
  EXPECT_FALSE(model.isAsked(1));
  ASSERT_EQ(changed.count(), 1);
  EXPECT_EQ(changed[0][0].toModelIndex().row(), 1);
  EXPECT_EQ(model.image(1).pixelColor(0, 0), QColor(Qt::red));
  EXPECT_EQ(wanted.count(), 1);
}

TEST(SampleModel, LookingIntoMemoryAsksForNothing) {
  SampleModel model;
  model.append(sheetsUpTo(1, 100));
  QSignalSpy wanted(&model, &SampleModel::imageWanted);
  EXPECT_TRUE(model.imageInMemory(0).isNull());
  EXPECT_TRUE(model.imageInMemory(7).isNull());
  EXPECT_TRUE(model.image(-1).isNull());
  EXPECT_EQ(wanted.count(), 0);
}

TEST(SampleModel, WhereWholePicturesTakeLongASmallOneIsAskedForBefore) {
  SampleModel model;
  model.setHasPreviews(true);
  model.append(sheetsUpTo(2, 100));
  QStringList wanted;
  QObject::connect(&model, &SampleModel::previewWanted, &model,
                   [&](const QString& name) { wanted << "small " + name; });
  QObject::connect(&model, &SampleModel::imageWanted, &model, [&](const QString& name) { wanted << name; });
  const QString name = sheetAt(100).name;
  model.image(1);
  model.wishPreview(1);
  EXPECT_EQ(wanted, (QStringList{"small " + name, name})) << "each once";
  EXPECT_TRUE(model.isPreviewAsked(1));
  model.setPreview(name, plainImage(Qt::red));
  EXPECT_EQ(model.previewInMemory(1).pixelColor(0, 0), QColor(Qt::red));
  EXPECT_TRUE(model.imageInMemory(1).isNull());
  model.setImage(name, plainImage(Qt::green, {64, 64}));
  EXPECT_EQ(model.image(1).pixelColor(0, 0), QColor(Qt::green));
  EXPECT_EQ(model.usualSize(), QSize(64, 64));
  model.wishPreview(0);
  ASSERT_EQ(wanted.size(), 3);
  EXPECT_EQ(wanted.last(), "small " + sheetAt(0).name) << "of a row of small pictures nothing else is fetched";
}

TEST(SampleModel, WhereASmallPictureCannotBeHadTheWholeOneStandsForIt) {
  SampleModel model;
  model.append(sheetsUpTo(2, 100));
  QSignalSpy wanted(&model, &SampleModel::imageWanted);
  model.wishPreview(0);
  EXPECT_EQ(wanted.count(), 1) << "there are none";
  model.setHasPreviews(true);
  model.wishPreview(1);
  EXPECT_EQ(wanted.count(), 1);
  model.setPreview(sheetAt(100).name, {});
  model.wishPreview(1);
  EXPECT_EQ(wanted.count(), 2);
  model.setImage(sheetAt(100).name, plainImage(Qt::green));
  EXPECT_EQ(model.previewInMemory(1).pixelColor(0, 0), QColor(Qt::green));
}

TEST(SampleModel, APictureThatWasDroppedIsAskedForByTheNextWhoLooks) {
  SampleModel model;
  model.append(sheetsUpTo(1, 100));
  QSignalSpy wanted(&model, &SampleModel::imageWanted);
  model.image(0);
  model.dropImage(sheetAt(0).name);
  EXPECT_FALSE(model.isAsked(0));
  EXPECT_FALSE(model.failed(0));
  model.image(0);
  EXPECT_EQ(wanted.count(), 2);
}

TEST(SampleModel, ReturnsAPictureThatIsAnsweredAtOnce) {
  SampleModel model;
  model.append(sheetsUpTo(1, 100));
  QObject::connect(&model, &SampleModel::imageWanted, &model,
                   [&](const QString& name) { model.setImage(name, plainImage(Qt::green)); });
  EXPECT_EQ(model.image(0).pixelColor(0, 0), QColor(Qt::green));
}

TEST(SampleModel, KeepsTheMostRecentlySeenPicturesWithinItsMemory) {
  SampleModel model;
  model.append(sheetsUpTo(5, 100));
  QSignalSpy wanted(&model, &SampleModel::imageWanted);
  const QImage quarter(8192, static_cast<int>(SampleModel::kCacheBytes / 4 / 4 / 8192), QImage::Format_RGB32);
  ASSERT_EQ(quarter.sizeInBytes() * 4, SampleModel::kCacheBytes);
  for (const qint64 step : {0, 100, 200, 300}) model.setImage(sheetAt(step).name, quarter);
  EXPECT_EQ(model.cachedBytes(), SampleModel::kCacheBytes);
  EXPECT_FALSE(model.image(0).isNull());  // seen: now the sheet of step 100 is the one not seen for longest
  model.setImage(sheetAt(400).name, quarter);
  EXPECT_LE(model.cachedBytes(), SampleModel::kCacheBytes);
  EXPECT_FALSE(model.imageInMemory(0).isNull());
  EXPECT_TRUE(model.imageInMemory(1).isNull());
  EXPECT_EQ(wanted.count(), 0);
  model.image(1);
  EXPECT_EQ(wanted.count(), 1);
}

TEST(SampleModel, APictureLargerThanAllItsMemoryCannotBeHad) {
  SampleModel model;
  model.append(sheetsUpTo(1, 100));
  model.setImage(sheetAt(0).name, QImage(8192, 8193, QImage::Format_RGB32));
  EXPECT_TRUE(model.failed(0));
  EXPECT_EQ(model.cachedBytes(), 0);
}

TEST(SampleModel, AsksAgainForAFailedPictureOnlyWhenToldTo) {
  SampleModel model;
  model.append(sheetsUpTo(1, 100));
  QSignalSpy wanted(&model, &SampleModel::imageWanted);
  model.image(0);
  model.setImage(sheetAt(0).name, {});
  EXPECT_TRUE(model.failed(0));
  model.image(0);
  EXPECT_EQ(wanted.count(), 1);
  model.retry(0);
  model.image(0);
  EXPECT_EQ(wanted.count(), 2);
}

TEST(SampleModel, SupersedesLaterSheetsOfEarlierSegmentsOnly) {
  SampleModel model;
  model.append({sheetAt(100), sheetAt(200), sheetAt(300), sheetAt(250, 2), sheetAt(350, 2)});
  QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
  model.supersedeAfter(200, 2);
  ASSERT_EQ(changed.count(), 1);
  EXPECT_EQ(changed[0][0].toModelIndex().row(), 2);
  EXPECT_EQ(changed[0][1].toModelIndex().row(), 2);
  QVector<bool> superseded;
  for (const SampleSheet& sheet : model.sheets()) superseded.append(sheet.superseded);
  EXPECT_EQ(superseded, (QVector<bool>{false, false, true, false, false}));
  model.supersedeAfter(200, 2);
  EXPECT_EQ(changed.count(), 1);
}

TEST(SampleModel, FindsTheNearestSheetThatIsNotSuperseded) {
  SampleModel model;
  EXPECT_EQ(model.nearestRow(100), -1);
  EXPECT_EQ(model.newestRow(), -1);
  model.append({sheetAt(100), sheetAt(200), sheetAt(300)});
  model.supersedeAfter(200, 2);
  EXPECT_EQ(model.nearestRow(300), 1);
  EXPECT_EQ(model.newestRow(), 1);
  SampleSheet redrawn = sheetAt(200, 1, 0.5);
  redrawn.name += QStringLiteral("-2");
  model.append({redrawn});
  EXPECT_EQ(model.nearestRow(200), 3) << "of two sheets at one step the one drawn last counts";
  EXPECT_EQ(model.nearestRow(140), 0);
  EXPECT_EQ(model.nearestRow(std::numeric_limits<qint64>::min()), 0);
  EXPECT_EQ(model.nearestRow(std::numeric_limits<qint64>::max()), 3);
}

TEST(SampleModel, ASheetWrittenAgainTakesTheNewFactsAndForgetsTheOldPicture) {
  SampleModel model;
  model.append({sheetAt(100), sheetAt(200)});
  model.setImage(sheetAt(100).name, plainImage(Qt::red));
  QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
  model.append({sheetAt(100, 1, 0.5)});
  EXPECT_EQ(inserted.count(), 0);
  EXPECT_DOUBLE_EQ(model.sheets()[0].truncation, 0.5);
  EXPECT_TRUE(model.imageInMemory(0).isNull());
}

TEST(SampleModel, IgnoresAnswersAboutSheetsItDoesNotHave) {
  SampleModel model;
  QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
  model.setImage(QStringLiteral("of another run"), plainImage(Qt::red));
  EXPECT_EQ(changed.count(), 0);
  EXPECT_EQ(model.cachedBytes(), 0);
}

TEST(SampleModel, SaysInWordsWhatASheetIs) {
  SampleModel model;
  model.append({sheetAt(1200, 1, 0.5), sheetAt(1300)});
  const auto text = [&](int row, int role) { return model.index(row).data(role).toString(); };
  EXPECT_EQ(text(0, Qt::AccessibleTextRole), QStringLiteral("Samples at step 1,200, truncation 0.5"));
  EXPECT_EQ(text(0, Qt::ToolTipRole), QStringLiteral("Step 1,200 · truncation 0.5"));
  EXPECT_EQ(text(1, Qt::ToolTipRole), QStringLiteral("Step 1,300 · no truncation"));
  model.supersedeAfter(1200, 2);
  EXPECT_EQ(text(1, Qt::ToolTipRole), QStringLiteral("Step 1,300 · no truncation · superseded"));
}

}  // namespace
}  // namespace gan::test
