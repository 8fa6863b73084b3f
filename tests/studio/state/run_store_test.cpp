#include "state/run_store.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "studio/support/fake_run_source.h"

namespace gan {
namespace {

using test::FakeRun;
using Tester = QAbstractItemModelTester;
using Cause = SegmentStarted::Cause;

constexpr int kPatience = 20'000;  // ms

class RunStoreTest : public testing::Test {
 protected:
  std::shared_ptr<FakeRun> run_ = std::make_shared<FakeRun>();
  RunLink link_{test::opening(run_)};
  RunStore store_{link_};
  Tester log_tester_{&store_.log(), Tester::FailureReportingMode::Fatal};
  Tester sample_tester_{&store_.samples(), Tester::FailureReportingMode::Fatal};
  Tester series_tester_{&store_.series(), Tester::FailureReportingMode::Fatal};

  void open() {
    QSignalSpy changed(&store_, &RunStore::summaryChanged);
    link_.start();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !changed.isEmpty(); }, kPatience));
  }
  /// What was added arrives.
  void arrive() {
    const std::int64_t stamp = ++stamp_ + 1'000'000;
    run_->changeSummary(
        [stamp](RunSummary& summary) { summary.last_change_unix_seconds = static_cast<double>(stamp); });
    run_->announce();
    ASSERT_TRUE(QTest::qWaitFor([&] { return store_.summary().last_change_unix_seconds == static_cast<double>(stamp); },
                                kPatience));
  }
  void setState(LinkState state) {
    run_->setState(state);
    ASSERT_TRUE(QTest::qWaitFor([&] { return store_.linkState() == state; }, kPatience));
  }
  void addChange(std::int64_t step, CommandResult result) {
    CommandHandled handled;
    handled.command.values = {{"optimizer.generator.learning_rate", 2e-4}};
    handled.answer.result = result;
    run_->add(step, handled);
  }
  std::vector<std::pair<ChartMark::Kind, qint64>> marks(bool superseded) {
    std::vector<std::pair<ChartMark::Kind, qint64>> found;
    for (const ChartMark& mark : store_.marks()) {
      if (mark.superseded == superseded) found.emplace_back(mark.kind, mark.step);
    }
    return found;
  }

 private:
  std::int64_t stamp_ = 0;
};

TEST_F(RunStoreTest, SeriesStandInTheOrderOfTheirKindsAndLayersInThatOfTheirNumbers) {
  run_->setSeries({"gradient_norm/g/blocks.10.weight", "gradient_norm/g/blocks.2.bias",
                   "gradient_norm/g/blocks.2.weight", "loss/d", "loss/g", "speed/images_per_second"});
  open();
  EXPECT_EQ(
      store_.series().names(),
      QStringList({QStringLiteral("loss/d"), QStringLiteral("loss/g"), QStringLiteral("speed/images_per_second"),
                   QStringLiteral("gradient_norm/g/blocks.2.bias"), QStringLiteral("gradient_norm/g/blocks.2.weight"),
                   QStringLiteral("gradient_norm/g/blocks.10.weight")}));
}

TEST_F(RunStoreTest, HistoryAndNewsBecomeLogMarksAndSamples) {
  using Kind = ChartMark::Kind;
  run_->setSeries({"loss/d", "loss/g"});
  run_->add(0, SegmentStarted{});
  run_->add(5, LoadMeasured{});
  run_->add(5, RanksMeasured{});
  run_->add(10, SampleWritten{"step-00000010.s1", 0.5});
  addChange(20, CommandResult::kApplied);
  addChange(25, CommandResult::kRefused);
  run_->add(30, CheckpointWritten{"step-00000030.s1", 100, 0.1, false});
  run_->setCheckpoints({30});
  open();

  EXPECT_EQ(store_.log().rowCount(), 5);  // all but measurements
  const std::vector<std::pair<Kind, qint64>> expected = {{Kind::kCommand, 20}, {Kind::kCheckpoint, 30}};
  EXPECT_TRUE(QTest::qWaitFor([&] { return marks(false) == expected; }, kPatience));
  ASSERT_EQ(store_.samples().sheets().size(), 1);
  EXPECT_EQ(store_.samples().sheets()[0], (SampleSheet{QStringLiteral("step-00000010.s1"), 10, 1, 0.5, false}));
  EXPECT_EQ(store_.series().names(), QStringList({QStringLiteral("loss/d"), QStringLiteral("loss/g")}));

  run_->add(40, Alert{});
  arrive();

  EXPECT_EQ(store_.log().rowCount(), 6);
  EXPECT_EQ(marks(false).back(), std::pair(Kind::kAlert, qint64{40}));
}

TEST_F(RunStoreTest, ACheckpointThatIsGoneLosesItsMark) {
  using Kind = ChartMark::Kind;
  for (const std::int64_t step : {10, 20}) {
    run_->add(step, CheckpointWritten{"step-000000" + std::to_string(step) + ".s1", 1, 0, false});
  }
  run_->setCheckpoints({10, 20});
  open();
  using Marks = std::vector<std::pair<Kind, qint64>>;
  ASSERT_TRUE(QTest::qWaitFor([&] { return marks(false).size() == 2; }, kPatience));
  QSignalSpy changed(&store_, &RunStore::marksChanged);
  run_->add(30, CheckpointWritten{"step-00000030.s1", 1, 0, false});
  run_->setCheckpoints({20, 30});
  arrive();
  EXPECT_TRUE(QTest::qWaitFor(
      [&] {
        return marks(false) == Marks({{Kind::kCheckpoint, 20}, {Kind::kCheckpoint, 30}});
      },
      kPatience));
  EXPECT_GE(changed.count(), 1);
}

TEST_F(RunStoreTest, ACheckpointThatAnEvaluationMadeGoIsListedNoMore) {
  run_->setCheckpoints({10, 20});
  open();
  ASSERT_TRUE(QTest::qWaitFor([&] { return store_.checkpoints().size() == 2; }, kPatience));
  run_->setCheckpoints({20});
  run_->add(20, Evaluated{});
  arrive();
  EXPECT_TRUE(QTest::qWaitFor([&] { return store_.checkpoints().size() == 1; }, kPatience));
  EXPECT_EQ(store_.checkpoints().front().entry.state.step, 20);
}

TEST_F(RunStoreTest, ARollBackSupersedesWhatCameAfterItsStep) {
  using Kind = ChartMark::Kind;
  run_->add(10, CheckpointWritten{"step-00000010.s1", 1, 0, false});
  run_->add(10, SampleWritten{"step-00000010.s1", 0});
  run_->add(20, SampleWritten{"step-00000020.s1", 0});
  addChange(20, CommandResult::kApplied);
  run_->setCheckpoints({10});
  open();

  run_->startSegment(10, Cause::kRollback);
  run_->add(15, SampleWritten{"step-00000015.s2", 0});
  addChange(20, CommandResult::kApplied);
  arrive();

  EXPECT_EQ(marks(true), (std::vector<std::pair<Kind, qint64>>{{Kind::kCommand, 20}}));
  const std::vector<std::pair<Kind, qint64>> expected = {
      {Kind::kCheckpoint, 10}, {Kind::kSegment, 10}, {Kind::kCommand, 20}};
  EXPECT_TRUE(QTest::qWaitFor([&] { return marks(false) == expected; }, kPatience));
  std::vector<bool> superseded;
  for (const SampleSheet& sheet : store_.samples().sheets()) superseded.push_back(sheet.superseded);
  EXPECT_EQ(superseded, std::vector<bool>({false, true, false}));
}

Alert notFinite() {
  Alert alert;
  alert.rule = "nan";
  alert.severity = Severity::kError;
  alert.message = {"nan", "The loss is {value}.", {{"value", "NaN"}}};
  alert.actions = {"rollback", "unheard of", "pause"};
  return alert;
}

CommandHandled handled(CommandKind kind, CommandResult result) {
  CommandHandled handled;
  handled.command.kind = kind;
  handled.answer.result = result;
  return handled;
}

/// Listens to a store's alerts.
struct Notices {
  explicit Notices(RunStore& store) {
    QObject::connect(&store, &RunStore::alerted, [this](const AlertNotice& notice) { alerted.push_back(notice); });
    QObject::connect(&store, &RunStore::alertSettled, [this](const QString& id) { settled << id; });
  }
  std::vector<AlertNotice> alerted;
  QStringList settled;
};

TEST_F(RunStoreTest, InformationStandsInTheLogAlone) {
  open();
  Notices notices(store_);
  run_->add(10, Alert{Severity::kInfo, "sampler", {"sampler_started", "A process makes pictures.", {}}, {}});
  arrive();
  EXPECT_EQ(store_.log().rowCount(), 1);
  EXPECT_TRUE(notices.alerted.empty());
  EXPECT_TRUE(marks(false).empty());
}

TEST_F(RunStoreTest, ANewAlertAsksForAttentionAndOffersWhatThisWindowCanDo) {
  Notices notices(store_);
  open();
  EXPECT_TRUE(notices.alerted.empty());

  run_->add(6, notFinite());
  arrive();

  ASSERT_EQ(notices.alerted.size(), 1U);
  EXPECT_EQ(notices.alerted[0].text, QStringLiteral("The loss is NaN."));
  EXPECT_EQ(notices.alerted[0].severity, Severity::kError);
  ASSERT_EQ(notices.alerted[0].actions.size(), 1);
  EXPECT_EQ(notices.alerted[0].actions[0].name, QStringLiteral("rollback"));
  EXPECT_EQ(notices.alerted[0].actions[0].title, QStringLiteral("Roll back"));
}

Alert trouble(const std::string& rule) {
  return {Severity::kWarning,
          rule,
          {rule, "D wins since step {since}.", {{"since", "12,300"}}},
          {"halve", "rollback", "stop", "ignore"},
          12'300,
          11'900,
          {{"optimizer.discriminator.learning_rate", 1e-4}}};
}

TEST_F(RunStoreTest, AnAlertOfATroubleOffersTheWayBackAndWhatItWouldHalve) {
  Notices notices(store_);
  open();
  run_->add(12'340, trouble("contest"));
  arrive();
  ASSERT_EQ(notices.alerted.size(), 1U);
  QStringList titles;
  for (const AlertNotice::Action& action : notices.alerted[0].actions) titles << action.title;
  EXPECT_EQ(titles, (QStringList{QStringLiteral("Halve D's rate"), QStringLiteral("Roll back to 11,900, healthy"),
                                 QStringLiteral("Stop"), QStringLiteral("Ignore")}));
  const Alert* const alert = store_.alert(notices.alerted[0].id);
  ASSERT_TRUE(alert);
  EXPECT_EQ(alert->healthy_step, 11'900);
  EXPECT_FALSE(store_.alert(QStringLiteral("rule-nan")));
}

TEST_F(RunStoreTest, WhatARuleSaysIsOverStandsNoLonger) {
  Notices notices(store_);
  open();
  run_->add(5, trouble("contest"));
  run_->add(6, trouble("losses"));
  run_->add(7, Alert{Severity::kInfo, "contest", {"contest_over", "Neither wins.", {}}, {}});
  arrive();
  EXPECT_EQ(notices.alerted.size(), 2U);
  EXPECT_EQ(notices.settled, QStringList(QStringLiteral("rule-contest")));
  EXPECT_TRUE(store_.alert(QStringLiteral("rule-losses")));
}

TEST_F(RunStoreTest, WhatIsIgnoredStandsNoLongerUntilItIsToldAgain) {
  Notices notices(store_);
  open();
  run_->add(5, trouble("contest"));
  arrive();
  ASSERT_TRUE(store_.isTroubled());
  store_.ignoreAlert(QStringLiteral("rule-contest"));
  EXPECT_FALSE(store_.isTroubled());
  EXPECT_EQ(notices.settled, QStringList(QStringLiteral("rule-contest")));
  run_->add(900, trouble("contest"));
  arrive();
  EXPECT_TRUE(store_.isTroubled());
}

TEST_F(RunStoreTest, EachRuleStandsForItselfAndAnAnswerSettlesAll) {
  run_->add(5, trouble("contest"));
  run_->add(6, trouble("losses"));
  run_->add(7, trouble("contest"));
  Notices notices(store_);
  open();
  ASSERT_TRUE(QTest::qWaitFor([&] { return notices.alerted.size() >= 2; }, kPatience));
  EXPECT_EQ(notices.alerted.size(), 2U);
  run_->add(8, handled(CommandKind::kRollback, CommandResult::kApplied));
  arrive();
  EXPECT_EQ(notices.settled, (QStringList{QStringLiteral("rule-losses"), QStringLiteral("rule-contest")}));
  EXPECT_FALSE(store_.alert(QStringLiteral("rule-losses")));
}

TEST_F(RunStoreTest, AnErrorOfAnotherRankAsksForAttentionAndItsLinesAreInTheLog) {
  Notices notices(store_);
  open();
  run_->add(6, RankReported{1, "node7", Severity::kWarning, {"", "image 5 gives way", {}}, 100, 1006});
  run_->add(7, RankReported{1, "node7", Severity::kError, {"x", "{n} images are damaged", {{"n", "9"}}}, 200, 1007});
  run_->add(8, RankReported{2, "node7", Severity::kError, {"x", "of yesterday", {}}, 100, 10});
  arrive();

  ASSERT_EQ(notices.alerted.size(), 1U);
  EXPECT_EQ(notices.alerted[0].text, QStringLiteral("Rank 1 on node7: 9 images are damaged"));
  EXPECT_EQ(notices.alerted[0].severity, Severity::kError);
  const QModelIndex line = store_.log().index(store_.log().rowCount() - 3, LogModel::kText);
  EXPECT_EQ(line.data().toString(), QStringLiteral("Rank 1 on node7: image 5 gives way"));
}

TEST_F(RunStoreTest, WhatFailedStandsUntilItIsDoneAfterAll) {
  struct Case {
    const char* rule;
    const char* id;
    decltype(Event::what) done;
  };
  const auto alert = [](Severity severity, const std::string& rule, const std::string& id) {
    return Alert{severity, rule, {id, "Sentence of " + id, {}}, {"checkpoint"}};
  };
  const std::vector<Case> cases = {
      {"checkpoint", "checkpoint_not_written", CheckpointWritten{"step-00000009.s1", 1, 0, false}},
      {"picture", "picture_not_drawn", SampleWritten{"step-00000009.s1", 0}},
      {"evaluation", "evaluation_killed", Evaluated{}},
      {"sampler", "sampler_lost", alert(Severity::kInfo, "sampler", "sampler_started")}};
  open();
  Notices notices(store_);
  for (const Case& one : cases) run_->add(5, alert(Severity::kWarning, one.rule, one.id));
  run_->add(6, RankReported{1, "node7", Severity::kError, {"x", "It has ended.", {}}, 100, 1006});
  run_->add(7, alert(Severity::kInfo, "evaluation", "evaluation_skipped"));
  arrive();
  EXPECT_EQ(notices.alerted.size(), 5U);
  EXPECT_TRUE(notices.settled.isEmpty()) << notices.settled.join(QLatin1Char(' ')).toStdString();
  for (const Case& one : cases) {
    run_->add(9, one.done);
    arrive();
    EXPECT_EQ(notices.settled, QStringList(QStringLiteral("rule-") + QLatin1String(one.rule)));
    notices.settled.clear();
  }
  run_->startSegment(9, SegmentStarted::Cause::kResume);
  run_->add(10, CheckpointWritten{"step-00000010.s2", 1, 0, false});
  arrive();
  EXPECT_EQ(notices.settled, QStringList(QStringLiteral("rank-1"))) << "each once";

  run_->add(11, alert(Severity::kWarning, "checkpoint", "checkpoint_passed_over"));
  run_->add(12, CheckpointWritten{"step-00000012.s2", 1, 0, false});
  arrive();
  EXPECT_EQ(notices.settled.size(), 1) << "one that is damaged is no better for another one";
}

TEST_F(RunStoreTest, AnAlertThatNobodyAnsweredStandsWhenTheRunIsOpenedLater) {
  Alert old = notFinite();
  old.rule = "old";
  run_->add(3, old);
  run_->add(3, handled(CommandKind::kContinue, CommandResult::kApplied));
  run_->add(5, notFinite());
  run_->add(5, StatusChanged{RunStatus::kPaused, {}});
  run_->add(5, handled(CommandKind::kContinue, CommandResult::kRefused));
  for (int i = 0; i < 5'000; ++i) run_->add(5, LoadMeasured{});  // history comes in pieces
  Notices notices(store_);
  open();

  ASSERT_TRUE(QTest::qWaitFor([&] { return !notices.alerted.empty(); }, kPatience));
  QTest::qWait(100);
  ASSERT_EQ(notices.alerted.size(), 1U);
  EXPECT_EQ(notices.alerted[0].id, QStringLiteral("rule-nan"));
}

TEST_F(RunStoreTest, AnAlertIsSettledByAnAnswerANewSegmentOrTheEnd) {
  SegmentStarted segment;
  const std::vector<decltype(Event::what)> answers = {handled(CommandKind::kContinue, CommandResult::kApplied),
                                                      handled(CommandKind::kRollback, CommandResult::kApplied), segment,
                                                      StatusChanged{RunStatus::kDiverged, {}}};
  for (const auto& answer : answers) {
    const auto run = std::make_shared<FakeRun>();
    run->add(5, notFinite());
    run->add(6, answer);
    RunLink link(test::opening(run));
    RunStore store(link);
    Notices notices(store);
    QSignalSpy changed(&store, &RunStore::summaryChanged);
    link.start();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !changed.isEmpty(); }, kPatience));
    EXPECT_TRUE(notices.alerted.empty()) << answer.index();

    run->add(7, notFinite());
    run->announce();
    ASSERT_TRUE(QTest::qWaitFor([&] { return notices.alerted.size() == 1; }, kPatience));
    EXPECT_TRUE(notices.settled.isEmpty());
    run->add(8, answer);
    run->announce();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !notices.settled.isEmpty(); }, kPatience)) << answer.index();
    EXPECT_EQ(notices.settled, QStringList(QStringLiteral("rule-nan")));
  }
}

TEST_F(RunStoreTest, ADeadEngineIsToldFromALostOneAndFromAnEnd) {
  run_->changeSummary([](RunSummary& summary) {
    summary.status = RunStatus::kRunning;
    summary.segment = 1;
  });
  open();
  EXPECT_FALSE(store_.engineDied());
  EXPECT_FALSE(store_.canSteer());

  setState(LinkState::kConnected);
  EXPECT_TRUE(store_.canSteer());
  EXPECT_FALSE(store_.engineDied());
  setState(LinkState::kLost);
  EXPECT_FALSE(store_.canSteer());
  EXPECT_FALSE(store_.engineDied());
  setState(LinkState::kFinished);
  EXPECT_TRUE(store_.engineDied());
  run_->changeSummary([](RunSummary& summary) { summary.status = RunStatus::kStopped; });
  arrive();
  EXPECT_FALSE(store_.engineDied());
}

TEST_F(RunStoreTest, TheNewestTimesOfTheProcessesAreShownWithWhoIsSlow) {
  open();
  EXPECT_EQ(store_.processes().rowCount(), 0);
  run_->changeSummary([](RunSummary& summary) {
    summary.ranks = RanksMeasured{
        9, {{"node-1", {0, 40, 50, 50, 10, 0}}, {"no\nde", {50, 40, 50, 0, 10, 0}, DeviceLoad{87, 30, 80}}}};
  });
  arrive();
  const ProcessFacts& facts = store_.processes().facts();
  EXPECT_EQ(store_.processes().rowCount(), 2);
  EXPECT_EQ(facts.measured.steps, 9);
  EXPECT_DOUBLE_EQ(facts.balance.step_ms, 150);
  EXPECT_DOUBLE_EQ(facts.balance.efficiency, 200.0 / 300);
  EXPECT_EQ(facts.balance.stragglers, (std::vector<Straggler>{{1, Phase::kData, 0.5}}));
  const auto shown = [this](int row, int column) { return store_.processes().index(row, column).data().toString(); };
  EXPECT_FALSE(shown(1, ProcessesModel::kHost).contains(QLatin1Char('\n')));
  EXPECT_EQ(shown(0, ProcessesModel::kGpu), QString());
  EXPECT_EQ(shown(1, ProcessesModel::kGpu), QStringLiteral("87 %"));
  run_->changeSummary([](RunSummary& summary) { summary.ranks.reset(); });
  arrive();
  EXPECT_EQ(store_.processes().rowCount(), 0);
}

TEST_F(RunStoreTest, ABranchThatNobodyHasTrainedYetHasLostNobody) {
  run_->changeSummary([](RunSummary& summary) { summary.status = RunStatus::kStarting; });
  open();
  setState(LinkState::kFinished);
  EXPECT_FALSE(store_.engineDied());
}

TEST_F(RunStoreTest, AnEngineThatEndsIsNeverTakenForDead) {
  run_->changeSummary([](RunSummary& summary) {
    summary.status = RunStatus::kRunning;
    summary.segment = 1;
  });
  open();
  setState(LinkState::kConnected);
  bool died = false;
  QObject::connect(&store_, &RunStore::linkChanged, [&] { died = died || store_.engineDied(); });

  run_->changeSummary([](RunSummary& summary) { summary.status = RunStatus::kFinished; });
  setState(LinkState::kFinished);

  EXPECT_FALSE(died);
}

TEST_F(RunStoreTest, TheTimeLeftNeedsAnEndAndASpeed) {
  run_->changeSummary([](RunSummary& summary) {
    summary.step = 400;
    summary.total_steps = 1000;
    summary.iterations_per_second = 20;
  });
  open();
  EXPECT_DOUBLE_EQ(store_.secondsLeft(), 30);
  run_->changeSummary([](RunSummary& summary) { summary.iterations_per_second = 0; });
  arrive();
  EXPECT_TRUE(std::isnan(store_.secondsLeft()));
  run_->changeSummary([](RunSummary& summary) {
    summary.iterations_per_second = 20;
    summary.total_steps = 0;
  });
  arrive();
  EXPECT_TRUE(std::isnan(store_.secondsLeft()));
}

TEST_F(RunStoreTest, PicturesAreLoadedWhenSomebodyLooks) {
  run_->on_sample = [](const std::string& name) {
    QImage image(4, 4, QImage::Format_RGB32);
    image.fill(name == "step-00000002.s1" ? Qt::red : Qt::blue);
    return SheetContent{image};
  };
  run_->add(1, SampleWritten{"step-00000001.s1", 0});
  run_->add(2, SampleWritten{"step-00000002.s1", 0});
  open();

  EXPECT_TRUE(store_.samples().image(1).isNull());

  ASSERT_TRUE(QTest::qWaitFor([&] { return !store_.samples().image(1).isNull(); }, kPatience));
  EXPECT_EQ(store_.samples().image(1).pixelColor(0, 0), QColor(Qt::red));
}

TEST_F(RunStoreTest, CheckpointsAreListedAtFirstAndWhenOneWasWritten) {
  run_->checkpoints.resize(1);
  open();
  ASSERT_TRUE(QTest::qWaitFor([&] { return store_.checkpoints().size() == 1; }, kPatience));

  run_->checkpoints.resize(2);
  run_->add(9, CheckpointWritten{"c", 1, 0, false});
  arrive();

  EXPECT_TRUE(QTest::qWaitFor([&] { return store_.checkpoints().size() == 2; }, kPatience));
}

TEST_F(RunStoreTest, CheckpointsOfWhatWasCutOffAreSuperseded) {
  run_->checkpoints.resize(2);
  for (std::size_t i = 0; i < 2; ++i) {
    run_->checkpoints[i].state.step = i == 0 ? 10 : 20;
    run_->checkpoints[i].state.segment = 1;
  }
  open();
  ASSERT_TRUE(QTest::qWaitFor([&] { return store_.checkpoints().size() == 2; }, kPatience));

  run_->startSegment(10, Cause::kRollback);
  arrive();

  const auto listed = store_.checkpoints();
  ASSERT_EQ(listed.size(), 2U);
  EXPECT_EQ(listed[0].entry.state.step, 10);
  EXPECT_FALSE(listed[0].superseded);
  EXPECT_EQ(listed[1].entry.state.step, 20);
  EXPECT_TRUE(listed[1].superseded);
}

TEST(RunStore, ALongHistoryOpensInBatches) {
  constexpr int kEvents = 100'000;
  const auto run = std::make_shared<FakeRun>();
  for (int i = 0; i < kEvents; ++i) {
    if (i % 2 == 0) run->add(i, SampleWritten{"step-" + std::to_string(i) + ".s1", 0});
    if (i % 2 == 1) run->add(i, CheckpointWritten{"step-" + std::to_string(i) + ".s1", 1, 0, false});
  }
  RunLink link(test::opening(run));
  RunStore store(link);
  QSignalSpy inserted(&store.log(), &QAbstractItemModel::rowsInserted);
  QSignalSpy marked(&store, &RunStore::marksChanged);

  link.start();
  ASSERT_TRUE(QTest::qWaitFor([&] { return store.log().rowCount() == kEvents; }, 60'000));

  int largest = 0;
  for (const QList<QVariant>& rows : inserted) largest = std::max(largest, rows[2].toInt() - rows[1].toInt() + 1);
  EXPECT_LE(largest, 2'000) << "what keeps the window waiting at once";
  EXPECT_LE(inserted.size(), 100);
  EXPECT_LE(marked.size(), 100);
}

}  // namespace
}  // namespace gan
