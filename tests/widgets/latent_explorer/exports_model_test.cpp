#include "latent_explorer/exports_model.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>

namespace gan {
namespace {

ExportRow row(const char* id, ExportRow::Phase phase, double created) {
  return {.id = QLatin1String(id), .wish = {}, .phase = phase, .created_unix_seconds = created};
}

QString text(const ExportsModel& model, int row, int column) { return model.index(row, column).data().toString(); }

TEST(ExportsModel, ListsTheNewestFirstAndKeepsWhatIsSelected) {
  ExportsModel model;
  const QAbstractItemModelTester tester(&model);
  model.setExports({row("a", ExportRow::Phase::kDone, 1), row("b", ExportRow::Phase::kRunning, 2)});
  ASSERT_EQ(model.rowCount(), 2);
  EXPECT_EQ(model.exports()[0].id, QStringLiteral("b"));
  const QPersistentModelIndex chosen = model.index(1, 0);
  model.setExports({row("a", ExportRow::Phase::kDone, 1), row("c", ExportRow::Phase::kWaiting, 3)});
  ASSERT_EQ(model.rowCount(), 2);
  ASSERT_TRUE(chosen.isValid());
  EXPECT_EQ(model.exports()[chosen.row()].id, QStringLiteral("a"));
  EXPECT_EQ(model.exports()[0].id, QStringLiteral("c"));
}

TEST(ExportsModel, ExportsOfOneMomentKeepTheirOrder) {
  ExportsModel model;
  const QAbstractItemModelTester tester(&model);
  for (int round = 0; round < 2; ++round) {
    model.setExports({row("a", ExportRow::Phase::kDone, 1), row("b", ExportRow::Phase::kDone, 1),
                      row("c", ExportRow::Phase::kDone, 5)});
    EXPECT_EQ(model.exports()[0].id, QStringLiteral("c"));
    EXPECT_EQ(model.exports()[1].id, QStringLiteral("a"));
  }
}

TEST(ExportsModel, WhatAnEngineListsTwiceIsThereOnce) {
  ExportsModel model;
  const QAbstractItemModelTester tester(&model);
  for (int round = 0; round < 2; ++round) {
    model.setExports({row("a", ExportRow::Phase::kFailed, 1), row("b", ExportRow::Phase::kDone, 3),
                      row("a", ExportRow::Phase::kDone, 2)});
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.exports()[0].id, QStringLiteral("b"));
    EXPECT_EQ(model.exports()[1].phase, ExportRow::Phase::kDone);
  }
}

TEST(ExportsModel, SaysWhatIsExported) {
  ExportRow samples = row("a", ExportRow::Phase::kDone, 3);
  samples.wish = {.step = 1200, .pictures = SamplesWish{.count = 5000, .class_folders = true}};
  ExportRow points = row("b", ExportRow::Phase::kDone, 2);
  points.wish = {.pictures = SamplesWish{.points = {QStringLiteral("seed=1")}, .format = QStringLiteral("npz-biggan")}};
  ExportRow film = row("c", ExportRow::Phase::kDone, 1);
  film.wish = {.pictures = FilmWish{.walk = {.seconds = 2.5}, .format = QStringLiteral("gif")}};
  ExportRow sheet = row("d", ExportRow::Phase::kDone, 0);
  sheet.wish = {.pictures = SheetWish{.kind = QStringLiteral("steps"), .format = QStringLiteral("webp")}};
  ExportsModel model;
  model.setExports({samples, points, film, sheet});
  EXPECT_EQ(text(model, 0, ExportsModel::kWhat), QStringLiteral("5,000 samples in class folders, PNG, step 1,200"));
  EXPECT_EQ(text(model, 1, ExportsModel::kWhat), QStringLiteral("1 points, NPZ (BigGAN-PyTorch)"));
  EXPECT_EQ(text(model, 2, ExportsModel::kWhat), QStringLiteral("Film of 2.5 s, GIF"));
  EXPECT_EQ(text(model, 3, ExportsModel::kWhat), QStringLiteral("Sheet through training, WEBP"));
}

TEST(ExportsModel, SaysHowFarARunningOneIsAndWhenItWillBeDone) {
  ExportRow running = row("a", ExportRow::Phase::kRunning, 1);
  running.done = 250;
  running.total = 1000;
  running.seconds = 10;
  running.bytes = 1024;
  running.expected_bytes = 4096;
  ExportsModel model;
  model.setExports({running});
  EXPECT_EQ(text(model, 0, ExportsModel::kProgress), QStringLiteral("250 of 1,000"));
  EXPECT_EQ(text(model, 0, ExportsModel::kState), QStringLiteral("running, 30 s left"));
  EXPECT_EQ(text(model, 0, ExportsModel::kSize), QStringLiteral("about 4.0 KiB"));
  EXPECT_EQ(model.index(0, ExportsModel::kProgress).data(ExportsModel::kShareRole).toDouble(), 0.25);
  running.phase = ExportRow::Phase::kInterrupted;
  model.setExports({running});
  EXPECT_EQ(text(model, 0, ExportsModel::kState), QStringLiteral("interrupted")) << "nobody works on it";
  running.phase = ExportRow::Phase::kDone;
  model.setExports({running});
  EXPECT_FALSE(model.index(0, ExportsModel::kProgress).data(ExportsModel::kShareRole).isValid());
}

TEST(ExportsModel, AFailureSaysWhyAndFetchingHowMuchIsHere) {
  ExportRow failed = row("a", ExportRow::Phase::kFailed, 1);
  failed.problem = QStringLiteral("The disk is full.");
  ExportsModel model;
  model.setExports({failed});
  EXPECT_TRUE(
      model.index(0, 0).data(Qt::AccessibleTextRole).toString().endsWith(QStringLiteral("failed: The disk is full.")));
  model.setFetched(QStringLiteral("a"), 0.405);
  EXPECT_EQ(text(model, 0, ExportsModel::kState), QStringLiteral("fetching, 41 %"));
  EXPECT_TRUE(model.isFetched(QStringLiteral("a")));
  model.setFetched(QStringLiteral("a"), {});
  EXPECT_EQ(text(model, 0, ExportsModel::kState), QStringLiteral("failed"));
}

TEST(ExportsModel, AScreenReaderHearsWhatAndHowItStands) {
  ExportsModel model;
  model.setExports({row("a", ExportRow::Phase::kWaiting, 1)});
  EXPECT_EQ(model.index(0, 0).data(Qt::AccessibleTextRole).toString(), QStringLiteral("1,000 samples, PNG, waiting"));
}

}  // namespace
}  // namespace gan
