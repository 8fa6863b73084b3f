#include "state/tests_store.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "run/kept_tests.h"
#include "studio/support/open_run_fixture.h"

namespace gan {
namespace {

KeptTest testOf(const char* id, std::int64_t step, double unix_seconds) {
  return {.id = id,
          .step = step,
          .segment = 2,
          .unix_seconds = unix_seconds,
          .data = "pets",
          .split = "test",
          .images = 110,
          .loss = 0.25,
          .top1 = 0.9,
          .top5 = 1,
          .classes = {"cat", "dog"},
          .confusion = {{98, 2}, {9, 1}},
          .cells = {}};
}

ListedExport listedAs(ExportRow::Phase phase) {
  ListedExport listed{
      .row = {.id = QStringLiteral("new"), .wish = {.step = 100, .pictures = TestWish()}, .phase = phase}};
  listed.row.done = 5;
  listed.row.total = 10;
  listed.row.folder = QStringLiteral("/runs/own/exports/new/out");
  return listed;
}

class TestsStoreTest : public test::OpenRunFixture {
 protected:
  void open(const std::string& folder) {
    RunConfig config;
    config.setText("model.architecture", "resnet-18");
    run_->facts.path = folder_.path().string();
    run_->facts.folder = folder;
    run_->startSegment(0, SegmentStarted::Cause::kStart);
    run_->setCheckpoints({100, 200}, 2);
    begin(config);
    ASSERT_TRUE(until([&] { return store_.isOpen() && !store_.checkpoints().empty(); }));
    ASSERT_TRUE(store_.isClassifier());
  }
  void openHere() { open(folder_.path().string()); }
  /// With a test that has begun.
  void begun() {
    openHere();
    fake_->setListed({listedAs(ExportRow::Phase::kRunning)});
    tests_.start(100, QStringLiteral("val"));
    ASSERT_TRUE(until([&] { return model().pending().size() == 1; }));
  }
  ConfusionModel& model() { return tests_.model(); }

  TestsStore tests_{store_, export_link_, server_};
};

TEST_F(TestsStoreTest, KnowsWhichCheckpointsCanBeTested) {
  openHere();
  EXPECT_TRUE(until([&] { return model().checkpoints() == QVector<qint64>{100, 200}; }));
}

TEST_F(TestsStoreTest, ATestThatWasAskedForIsListedUntilItIsThereAndThenShown) {
  keepTest(folder_.path(), testOf("later", 200, 3));
  begun();
  ASSERT_EQ(fake_->started().size(), 1U);
  EXPECT_EQ(fake_->started()[0].step, 100);
  EXPECT_EQ(std::get<TestWish>(fake_->started()[0].pictures).split, QStringLiteral("val"));
  EXPECT_EQ(model().pending()[0].what, PendingEvaluation::What::kTest);
  EXPECT_EQ(model().pending()[0].done, 5);
  const QSignalSpy reported(&tests_, &TestsStore::reported);
  keepTest(folder_.path(), testOf("new", 100, 2));
  fake_->setListed({listedAs(ExportRow::Phase::kDone)});
  ASSERT_TRUE(until([&] { return model().test() != nullptr && model().test()->id == "new"; }))
      << "nobody has looked, and another one is newer";
  EXPECT_TRUE(model().pending().isEmpty());
  ASSERT_TRUE(until([&] { return reported.size() == 1; }));
  EXPECT_TRUE(reported[0][0].toString().contains(QStringLiteral("top-1 90 %")))
      << reported[0][0].toString().toStdString();
  const int lists = fake_->lists();
  QTest::qWait(700);
  EXPECT_EQ(fake_->lists(), lists) << "nobody looks, and nothing is awaited any more";
}

TEST_F(TestsStoreTest, OfTooManyClassesForATableItIsSaidWhereTheResultIs) {
  begun();
  const QSignalSpy reported(&tests_, &TestsStore::reported);
  fake_->setListed({listedAs(ExportRow::Phase::kDone)});
  ASSERT_TRUE(until([&] { return reported.size() == 1; }));
  EXPECT_TRUE(reported[0][0].toString().contains(QStringLiteral("/runs/own/exports/new/out")));
}

TEST_F(TestsStoreTest, WhatFailsIsToldAndCanBeDoneAgain) {
  begun();
  const QSignalSpy complained(&tests_, &TestsStore::complained);
  ListedExport failed = listedAs(ExportRow::Phase::kFailed);
  failed.why = {"data_no_split", "There are no such images.", {}};
  fake_->setListed({failed});
  ASSERT_TRUE(until([&] { return complained.size() == 1; }));
  EXPECT_TRUE(complained[0][0].toString().contains(QStringLiteral("There are no such images.")));
  EXPECT_EQ(model().pending()[0].phase, PendingEvaluation::Phase::kFailed);
  fake_->setListed({listedAs(ExportRow::Phase::kRunning)});
  tests_.goOn(QStringLiteral("new"));
  ASSERT_TRUE(until([&] { return model().pending()[0].phase == PendingEvaluation::Phase::kRunning; }));
  EXPECT_EQ(fake_->continued().size(), 1U);
  tests_.cancel(QStringLiteral("new"));
  EXPECT_TRUE(until([&] { return fake_->cancelled().size() == 1; }));
}

TEST_F(TestsStoreTest, AllThatAreAskedForBeforeAnEngineAnswersBeginOnceEach) {
  openHere();
  tests_.start(100, QStringLiteral("test"));
  tests_.start(100, QStringLiteral("test"));
  tests_.start(200, QStringLiteral("test"));
  ASSERT_TRUE(until([&] { return fake_->started().size() == 2; }));
  EXPECT_EQ(fake_->started()[0].step, 100);
  EXPECT_EQ(fake_->started()[1].step, 200);
}

TEST_F(TestsStoreTest, ATestThatIsRefusedSaysWhy) {
  openHere();
  fake_->not_done = {"x", "No memory is left.", {}};
  const QSignalSpy complained(&tests_, &TestsStore::complained);
  tests_.start(-1, QStringLiteral("test"));
  ASSERT_TRUE(until([&] { return complained.size() == 1; }));
  EXPECT_TRUE(complained[0][0].toString().contains(QStringLiteral("No memory is left.")));
}

TEST_F(TestsStoreTest, OfARunOnAnotherComputerNoneCanBeShown) {
  open("");
  EXPECT_FALSE(tests_.refusal().isEmpty());
  const QSignalSpy complained(&tests_, &TestsStore::complained);
  tests_.start(-1, QStringLiteral("test"));
  EXPECT_EQ(complained.size(), 1);
  EXPECT_TRUE(fake_->started().empty());
}

}  // namespace
}  // namespace gan
