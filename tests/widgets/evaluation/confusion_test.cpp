#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "evaluation/confusion_model.h"
#include "evaluation/confusion_panel.h"

namespace gan {
namespace {

KeptTest testOf(const char* id, std::int64_t step, double unix_seconds) {
  return {.id = id,
          .step = step,
          .segment = 1,
          .unix_seconds = unix_seconds,
          .data = "pets",
          .split = "test",
          .images = 1100,
          .loss = 0.25,
          .top1 = 0.9,
          .top5 = 1,
          .classes = {"cat", "dog"},
          .confusion = {{980, 20}, {90, 10}},
          .cells = {{.row = 1, .column = 0, .sheet = "1-0.png"}}};
}

TEST(ConfusionModel, HasARowForEachClassWithSharesOfItsImages) {
  ConfusionModel model;
  const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
  EXPECT_EQ(model.rowCount(), 0);
  model.setTests({testOf("a", 100, 1)});
  ASSERT_EQ(model.rowCount(), 2);
  EXPECT_EQ(model.index(0, 1).data().toString(), QStringLiteral("20"));
  EXPECT_DOUBLE_EQ(model.index(0, 1).data(ConfusionModel::kShareRole).toDouble(), 0.02);
  EXPECT_DOUBLE_EQ(model.index(1, 0).data(ConfusionModel::kShareRole).toDouble(), 0.9);
  EXPECT_TRUE(model.index(1, 1).data(ConfusionModel::kRightRole).toBool());
  EXPECT_EQ(model.headerData(1, Qt::Vertical, Qt::DisplayRole).toString(), QStringLiteral("dog"));
  EXPECT_EQ(model.sentence(model.index(1, 0)), QStringLiteral("90 of 100 images of dog were called cat (90 %)"));
  EXPECT_EQ(model.facts(), QStringLiteral("Step 100 · 1,100 test images of pets · top-1 90 %, top-5 100 %, loss 0.25"));
}

TEST(ConfusionModel, ShowsTheNewestTestUnlessAnotherIsChosen) {
  ConfusionModel model;
  model.setTests({testOf("a", 100, 1), testOf("b", 200, 2)});
  EXPECT_EQ(model.test()->step, 200);
  model.choose(QStringLiteral("a"));
  model.setTests({testOf("a", 100, 1), testOf("b", 200, 2), testOf("c", 300, 3)});
  EXPECT_EQ(model.test()->step, 100);
  model.setTests({testOf("c", 300, 3)});
  EXPECT_EQ(model.test()->step, 300);
}

TEST(ConfusionPanel, ACellThatIsChosenShowsItsImages) {
  ConfusionModel model;
  ConfusionPanel panel(model);
  panel.resize(700, 400);
  panel.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&panel));
  EXPECT_TRUE(panel.findChild<QLabel*>(QStringLiteral("confusion_empty"))
                  ->text()
                  .contains(QStringLiteral("Test this checkpoint")));
  EXPECT_TRUE(panel.findChild<QLabel*>(QStringLiteral("confusion_empty"))->isVisible());
  model.setTests({testOf("a", 100, 1)});
  const QSignalSpy wished(&panel, &ConfusionPanel::sheetWished);
  auto* table = panel.findChild<QTableView*>(QStringLiteral("confusion_table"));
  table->setCurrentIndex(model.index(1, 0));
  ASSERT_EQ(wished.size(), 1);
  EXPECT_EQ(wished.first(), (QVariantList{QStringLiteral("a"), QStringLiteral("1-0.png")}));
  EXPECT_EQ(panel.findChild<QLabel*>(QStringLiteral("confusion_sentence"))->text(), model.sentence(model.index(1, 0)));
  QImage images(7, 3, QImage::Format_RGB32);
  images.fill(Qt::red);
  panel.setSheet(images);
  auto* sheet = panel.findChild<QWidget*>(QStringLiteral("confusion_sheet"));
  QTest::mouseClick(sheet, Qt::LeftButton);
  QTest::keySequence(sheet, QKeySequence::Copy);
  EXPECT_EQ(QGuiApplication::clipboard()->image().size(), QSize(7, 3)) << "as it is";
  table->setCurrentIndex(model.index(0, 0));
  EXPECT_EQ(wished.size(), 1) << "no images of it were kept";
  const QImage without = sheet->grab().toImage();
  panel.setSheet(images);
  EXPECT_EQ(sheet->grab().toImage(), without) << "a picture of the cell before, which comes late";
}

TEST(ConfusionPanel, HasACheckpointTestedByTheImagesThatWereChosen) {
  ConfusionModel model;
  ConfusionPanel panel(model);
  model.setCheckpoints({100, 1200});
  auto* checkpoints = panel.findChild<QComboBox*>(QStringLiteral("confusion_checkpoints"));
  auto* splits = panel.findChild<QComboBox*>(QStringLiteral("confusion_splits"));
  auto* start = panel.findChild<QPushButton*>(QStringLiteral("confusion_start"));
  const QSignalSpy wished(&panel, &ConfusionPanel::testWished);
  start->click();
  ASSERT_EQ(wished.size(), 1);
  EXPECT_EQ(wished[0][0].toLongLong(), -1) << "the newest";
  EXPECT_EQ(wished[0][1].toString(), QStringLiteral("test"));
  EXPECT_EQ(checkpoints->itemText(1), QStringLiteral("Step 1,200"));
  checkpoints->setCurrentIndex(2);
  splits->setCurrentIndex(1);
  model.setCheckpoints({100, 1200, 1300});
  start->click();
  EXPECT_EQ(wished[1][0].toLongLong(), 100) << "it stays while it stands";
  EXPECT_EQ(wished[1][1].toString(), QStringLiteral("val"));
  panel.setRefusal(QStringLiteral("Elsewhere."));
  start->click();
  EXPECT_EQ(wished.size(), 2);
  EXPECT_TRUE(start->toolTip().contains(QStringLiteral("Elsewhere.")));
}

TEST(ConfusionPanel, ShowsHowFarATestIsAndLetsItBeCancelled) {
  ConfusionModel model;
  ConfusionPanel panel(model);
  panel.show();
  model.setPending({{.id = QStringLiteral("t"),
                     .what = PendingEvaluation::What::kTest,
                     .step = 100,
                     .phase = PendingEvaluation::Phase::kRunning,
                     .done = 25,
                     .total = 100}});
  auto* view = panel.findChild<QWidget*>(QStringLiteral("pending_tests"));
  ASSERT_TRUE(view->isVisible());
  EXPECT_EQ(view->findChild<QProgressBar*>()->value(), 250);
  EXPECT_TRUE(view->findChild<QLabel*>()->text().startsWith(QStringLiteral("Test of step 100: running")));
  const QSignalSpy cancelled(&panel, &ConfusionPanel::cancelWished);
  view->findChild<QPushButton*>(QStringLiteral("evaluation_cancel"))->click();
  ASSERT_EQ(cancelled.size(), 1);
  EXPECT_EQ(cancelled[0][0].toString(), QStringLiteral("t"));
  model.setPending({});
  EXPECT_FALSE(view->isVisible());
}

}  // namespace
}  // namespace gan
