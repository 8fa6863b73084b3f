#include "state/run_list_store.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QImage>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <fstream>
#include <functional>
#include <optional>

#include "link/run_marks_file.h"
#include "run/journal.h"
#include "run/lock.h"
#include "run/run_folder.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

class RunListStoreTest : public testing::Test {
 protected:
  RunListStoreTest() {
    RunManifest manifest;
    manifest.id = "0123456789abcdef";
    RunFolder::create(folder_ / "runs/first", RunConfig(), manifest);
  }
  ~RunListStoreTest() override { qunsetenv("GAN_STUDIO_SETTINGS"); }

  TemporaryFolder folder_;
  const bool settings_named_ =
      qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_ / "settings.ini").string()));
  Preferences preferences_;
  bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 10'000); }

  QString runs_ = QString::fromStdString((folder_ / "runs").string());
};

TEST_F(RunListStoreTest, ShowsTheRunsOfAChosenFolderAndRemembersIt) {
  {
    RunListStore store(preferences_);
    const QAbstractItemModelTester tester(&store.model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    store.addFolder(runs_ + QStringLiteral("/"));
    store.addFolder(runs_);
    EXPECT_EQ(store.folders(), QStringList(runs_));
    const RunPlace run = RunPlace::ofFolder(runs_ + QStringLiteral("/first"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return store.model().indexOf(run).isValid(); }, 10'000));
  }
  RunListStore again(preferences_);
  EXPECT_EQ(again.folders(), QStringList(runs_));
  again.removeFolder(runs_);
  EXPECT_TRUE(again.folders().isEmpty());
  EXPECT_TRUE(RunListStore(preferences_).folders().isEmpty());
}

TEST_F(RunListStoreTest, ConnectionsAreListedAndStayUnderTheNamesTheyWereGivenLast) {
  const RunPlace remote = RunPlace::ofTarget(QStringLiteral("ssh://gpu1/runs/a"));
  {
    RunListStore store(preferences_);
    QSignalSpy changed(&store, &RunListStore::runsChanged);
    store.addConnection(remote);
    ASSERT_NE(store.model().find(remote), nullptr);
    EXPECT_EQ(store.model().find(remote)->state, RunRow::State::kElsewhere);
    EXPECT_EQ(store.nameOf(remote), QStringLiteral("a (gpu1)"));
    store.addConnection(remote);
    EXPECT_EQ(changed.count(), 1);
    store.addConnection(RunPlace::ofTarget(remote.target, QStringLiteral("Flowers")));
    EXPECT_EQ(store.model().runs().size(), 1);
  }
  RunListStore again(preferences_);
  EXPECT_EQ(again.nameOf(remote), QStringLiteral("Flowers"));
  again.removeConnection(remote);
  EXPECT_EQ(again.model().find(remote), nullptr);
  EXPECT_TRUE(RunListStore(preferences_).model().runs().isEmpty());
}

TEST_F(RunListStoreTest, OfAConnectionTheListSaysWhatItsEngineSaidAndNothingWhenNobodyKnows) {
  const RunPlace remote = RunPlace::ofTarget(QStringLiteral("ssh://gpu1/runs/a"));
  RunListStore store(preferences_);
  store.addConnection(remote);
  const auto state = [&] { return store.model().find(remote)->state; };
  RunGlance glance;
  glance.status = RunStatus::kRunning;
  glance.writer_alive = true;
  glance.step = 7;
  store.setStanding(remote, glance);
  EXPECT_EQ(state(), RunRow::State::kRunning);
  EXPECT_EQ(store.model().find(remote)->glance.step, 7);
  store.setStanding(remote, {});
  EXPECT_EQ(state(), RunRow::State::kElsewhere);
}

/// The store of a folder whose only run has been found.
class RunListStoreOfARun : public RunListStoreTest {
 protected:
  RunListStoreOfARun() {
    store_.addFolder(runs_);
    EXPECT_TRUE(until([this] { return row() != nullptr; }));
  }
  const RunRow* row() { return store_.model().find(run_); }

  const RunPlace run_ = RunPlace::ofFolder(runs_ + QStringLiteral("/first"));
  const std::filesystem::path marks_ = folder_ / "runs/first" / kRunMarksFile;
  RunListStore store_{preferences_};
  QSignalSpy marked_{&store_, &RunListStore::marked};
  QSignalSpy not_marked_{&store_, &RunListStore::notMarked};
};

TEST_F(RunListStoreOfARun, WhatIsNotedComesIntoTheListAndStaysWithTheRun) {
  EXPECT_EQ(store_.nameOf(run_), QStringLiteral("first"));
  EXPECT_EQ(store_.nameOf(RunPlace::ofFolder(QStringLiteral("/else/where"))), QStringLiteral("where"));
  store_.mark(run_, [](RunMarks& marks) { marks.name = QStringLiteral("Flowers"); });
  store_.mark(run_, [](RunMarks& marks) { marks.starred = true; });
  ASSERT_TRUE(until([this] { return row()->marks.starred; }));
  EXPECT_EQ(marked_.count(), 2) << "neither took the other's place";
  EXPECT_EQ(store_.nameOf(run_), QStringLiteral("Flowers"));
  RunListStore again(preferences_);
  EXPECT_TRUE(until([&] { return again.nameOf(run_) == QStringLiteral("Flowers"); }));
}

TEST_F(RunListStoreOfARun, SaysWhyNothingIsNoted) {
  std::ofstream(marks_) << "nonsense";
  store_.mark(run_, [](RunMarks& marks) { marks.starred = true; });
  ASSERT_TRUE(until([this] { return not_marked_.count() == 1; }));
  EXPECT_EQ(not_marked_[0][0].value<RunPlace>(), run_);
  EXPECT_EQ(not_marked_[0][1].value<Message>().id, "run_marks_unusable");
  EXPECT_EQ(marked_.count(), 0);
  EXPECT_TRUE(until([this] { return !row()->marks_problem.isEmpty(); })) << "the list tells it as well";
}

TEST_F(RunListStoreOfARun, TakesNoRunThatIsTrained) {
  const RunLock lock(folder_ / "runs/first");
  QSignalSpy refused(&store_, &RunListStore::notBinned);
  store_.moveToBin(run_);
  ASSERT_TRUE(until([&] { return refused.count() == 1; }));
  EXPECT_EQ(refused[0][1].value<Message>().id, "run_in_use");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "runs/first/run.yaml"));
}

/// The run is trained, as long as there is one.
class Trained {
 public:
  explicit Trained(const std::filesystem::path& run) : lock_(std::in_place, run), journal_(run / "journal.log") {
    journal_.append({.segment = 1, .what = SegmentStarted{}});
    journal_.append({.segment = 1, .step = 3, .what = StatusChanged{RunStatus::kRunning, {}}});
  }
  void measure(const std::string& devices) {
    journal_.append({.segment = 1, .step = 3, .what = RanksMeasured{1, {{"here", {}, {}, devices}}}});
  }
  Alert find(const std::string& rule) {
    const Alert alert{
        .rule = rule, .message = {"seen", "The rule {rule} found it.", {{"rule", rule}}}, .actions = {"ignore"}};
    journal_.append({.segment = 1, .step = 5, .what = alert});
    return alert;
  }
  void finish() { journal_.append({.segment = 1, .step = 40, .what = StatusChanged{RunStatus::kFinished, {}}}); }
  void leave() { lock_.reset(); }

 private:
  std::optional<RunLock> lock_;
  JournalWriter journal_;
};

TEST_F(RunListStoreOfARun, KnowsWhatIsTrainedHereAndTellsWhenItHasEnded) {
  QSignalSpy ended(&store_, &RunListStore::ended);
  EXPECT_TRUE(store_.trainedHere({}).isEmpty());
  Trained training(folder_ / "runs/first");
  store_.scanNow();
  ASSERT_TRUE(until([this] { return !store_.trainedHere({}).isEmpty(); }));
  EXPECT_EQ(store_.trainedHere({}), QStringList(QStringLiteral("first")));
  EXPECT_TRUE(store_.trainedHere(run_).isEmpty()) << "without the one that is named";
  training.measure("0+1");
  store_.scanNow();
  ASSERT_TRUE(until([this] { return store_.runsBeside({}).value(0).computes_on == "0+1"; }));
  EXPECT_EQ(store_.runsBeside({}).value(0).name, QStringLiteral("first"));
  EXPECT_TRUE(store_.runsBeside(run_).isEmpty());
  EXPECT_EQ(ended.count(), 0);
  training.finish();
  training.leave();
  store_.scanNow();
  ASSERT_TRUE(until([&] { return ended.count() == 1; }));
  EXPECT_EQ(ended[0][0].value<RunRow>().place, run_);
  EXPECT_EQ(ended[0][0].value<RunRow>().state, RunRow::State::kFinished);
  EXPECT_EQ(ended[0][0].value<RunRow>().glance.step, 40);
  EXPECT_TRUE(store_.trainedHere({}).isEmpty());
}

TEST_F(RunListStoreOfARun, TellsOnceWhatARuleFoundInItAndShowsItUntilSomebodyLetsItBe) {
  QSignalSpy troubled(&store_, &RunListStore::troubled);
  Trained training(folder_ / "runs/first");
  const Alert old = training.find("old");
  RunListStore later(preferences_);  // which finds it as it is
  QSignalSpy found_before(&later, &RunListStore::troubled);
  store_.scanNow();
  ASSERT_TRUE(until([this] { return isTroubled(*row()); }));
  EXPECT_EQ(row()->troubles, QStringList(QStringLiteral("The rule old found it.")));
  EXPECT_EQ(troubled.count(), 1);
  EXPECT_EQ(troubled.value(0).value(0).value<RunRow>().place, run_);
  ASSERT_TRUE(until([&] { return later.model().find(run_) != nullptr; }));
  EXPECT_EQ(found_before.count(), 0) << "nobody knows how it was before";
  const Alert newer = training.find("newer");
  store_.scanNow();
  ASSERT_TRUE(until([this] { return row()->troubles.size() == 2; }));
  EXPECT_EQ(troubled.count(), 2);
  store_.ignoreAlert(run_, newer);
  EXPECT_EQ(row()->troubles, QStringList(QStringLiteral("The rule old found it.")));
  store_.scanNow();
  training.finish();
  ASSERT_TRUE(until([this] { return row()->state == RunRow::State::kFinished; }));
  EXPECT_TRUE(row()->troubles.isEmpty());
  EXPECT_EQ(troubled.count(), 2) << "an older one is no news";
}

TEST_F(RunListStoreTest, OfAConnectionTheListSaysWhatRulesFound) {
  const RunPlace remote = RunPlace::ofTarget(QStringLiteral("ssh://gpu1/runs/a"));
  RunListStore store(preferences_);
  store.addConnection(remote);
  RunGlance glance;
  glance.status = RunStatus::kRunning;
  glance.writer_alive = true;
  store.setStanding(remote, glance);
  EXPECT_FALSE(isTroubled(*store.model().find(remote)));
  glance.alerts = {Alert{.rule = "contest", .message = {"seen", "D wins.", {}}, .actions = {"ignore"}}};
  store.setStanding(remote, glance);
  EXPECT_TRUE(isTroubled(*store.model().find(remote)));
  glance.alerts.clear();
  store.setStanding(remote, glance);
  EXPECT_FALSE(isTroubled(*store.model().find(remote)));
}

TEST_F(RunListStoreOfARun, GoesOnLookingUnseenWhileItIsTrainedHere) {
  auto* unseen = store_.findChild<QTimer*>(QStringLiteral("unseen"));
  ASSERT_TRUE(unseen);
  unseen->setInterval(20);
  store_.setVisible(false);
  EXPECT_FALSE(unseen->isActive()) << "nobody trains";
  Trained training(folder_ / "runs/first");
  store_.scanNow();
  ASSERT_TRUE(until([this] { return row()->state == RunRow::State::kRunning; }));
  training.finish();
  EXPECT_TRUE(until([this] { return row()->state == RunRow::State::kFinished; })) << "nobody asked";
  training.leave();
  EXPECT_TRUE(until([&] { return !row()->glance.writer_alive && !unseen->isActive(); }));
}

TEST_F(RunListStoreOfARun, BringsPicturesWhereTheyAreShown) {
  QImage sheet(64, 64, QImage::Format_RGB32);
  sheet.fill(Qt::red);
  sheet.save(run_.folder() + QStringLiteral("/samples/step-00000100.s1.png"));
  store_.setPictureSize({20, 20}, 2);
  const auto picture = [this] {
    return store_.model()
        .indexOf(run_)
        .siblingAtColumn(RunListModel::kPicture)
        .data(Qt::DecorationRole)
        .value<QImage>();
  };
  ASSERT_TRUE(until([&] { return !picture().isNull(); }));
  EXPECT_EQ(picture().size(), QSize(40, 40));
  EXPECT_EQ(picture().devicePixelRatio(), 2);
  EXPECT_EQ(picture().pixelColor(20, 20), QColor(Qt::red));
}

TEST_F(RunListStoreOfARun, TellsWhenTheListIsAnotherOneAndOnlyThen) {
  QSignalSpy changed(&store_, &RunListStore::runsChanged);
  store_.mark(run_, [](RunMarks& marks) { marks.tags = {QStringLiteral("good")}; });
  ASSERT_TRUE(until([this] { return !row()->marks.tags.isEmpty(); }));
  EXPECT_EQ(changed.count(), 1);
  store_.mark(run_, [](RunMarks&) {});
  store_.mark(run_, [](RunMarks& marks) { marks.tags << QStringLiteral("better"); });
  ASSERT_TRUE(until([this] { return row()->marks.tags.size() == 2; }));
  EXPECT_EQ(changed.count(), 2);
}

}  // namespace
}  // namespace gan
