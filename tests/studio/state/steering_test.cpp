#include "state/steering.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <deque>

#include "state/texts.h"
#include "studio/support/fake_run_source.h"

namespace gan {
namespace {

using test::FakeRun;
using State = SettingsModel::State;

constexpr int kPatience = 20'000;  // ms
const QString kRate = QStringLiteral("optimizer.generator.learning_rate");
const QString kTruncation = QStringLiteral("sampling.truncation");

/// An engine whose answers the test gives one by one.
class Desk {
 public:
  CommandAnswer take(const Command& command, const std::shared_ptr<FakeRun>& run) {
    std::unique_lock lock(mutex_);
    commands_.push_back(command);
    changed_.wait(lock, [this] { return !answers_.empty() || closed_; });
    if (answers_.empty()) return {CommandResult::kRefused, 0, {"closed", "closed", {}}};
    const CommandAnswer answer = answers_.front();
    answers_.pop_front();
    lock.unlock();
    if (answer.result == CommandResult::kApplied && command.kind == CommandKind::kSet) {
      run->changeSummary([&](RunSummary& summary) {
        for (const Assignment& value : command.values) summary.live_values[value.path] = value.value;
      });
    }
    return answer;
  }
  void answer(const CommandAnswer& answer) {
    {
      const std::lock_guard lock(mutex_);
      answers_.push_back(answer);
    }
    changed_.notify_all();
  }
  void close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
  }
  std::vector<Command> commands() {
    const std::lock_guard lock(mutex_);
    return commands_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Command> commands_;
  std::deque<CommandAnswer> answers_;
  bool closed_ = false;
};

class SteeringTest : public testing::Test {
 protected:
  SteeringTest() {
    run_->facts.config_yaml = "optimizer.generator.learning_rate: 7e-4\n";
    run_->on_command = [this](const Command& command) { return desk_.take(command, run_); };
    run_->changeSummary([](RunSummary& summary) {
      const RunConfig config;
      for (const Field& field : Schema::builtin().fields()) {
        if (field.change == Change::kLive) summary.live_values[field.path] = config.value(field.path);
      }
      summary.live_values["optimizer.generator.learning_rate"] = 1e-4;
      summary.live_values["sampling.truncation"] = 0.0;
    });
    QObject::connect(&steering_, &Steering::reported, [this](const QString& sentence, bool refused) {
      sentences_ << sentence;
      last_refused_ = refused;
    });
    link_.start();
    EXPECT_TRUE(QTest::qWaitFor([&] { return settings().value(kRate).isValid(); }, kPatience));
    run_->setState(LinkState::kConnected);
    EXPECT_TRUE(QTest::qWaitFor([&] { return store_.canSteer(); }, kPatience));
  }
  ~SteeringTest() override { desk_.close(); }

  SettingsModel& settings() { return steering_.settings(); }
  bool waitForCommands(std::size_t count) {
    return QTest::qWaitFor([&] { return desk_.commands().size() >= count; }, kPatience);
  }
  bool waitForState(const QString& path, State state) {
    return QTest::qWaitFor([&] { return settings().state(path) == state; }, kPatience);
  }
  void applyAt(std::int64_t step) { desk_.answer({CommandResult::kApplied, step, {}}); }
  /// A change that was wished and applied.
  void change(const QString& path, double value) {
    const std::size_t before = desk_.commands().size();
    const qsizetype told = sentences_.size();
    settings().wish(path, value);
    ASSERT_TRUE(waitForCommands(before + 1));
    applyAt(100);
    ASSERT_TRUE(QTest::qWaitFor([&] { return sentences_.size() > told; }, kPatience));
  }

  std::shared_ptr<FakeRun> run_ = std::make_shared<FakeRun>();
  Desk desk_;
  test::EndingsAwaited endings_;
  RunLink link_{test::opening(run_)};
  RunStore store_{link_};
  Steering steering_{store_};
  QAbstractItemModelTester tester_{&steering_.settings(), QAbstractItemModelTester::FailureReportingMode::Fatal};
  QStringList sentences_;
  bool last_refused_ = false;
};

TEST_F(SteeringTest, OffersTheLiveFieldsThatMeanSomethingInTheRunWithWhatIsInForce) {
  const RunConfig config;
  for (const Field& field : Schema::builtin().fields()) {
    const bool offered = settings().rowOf(QString::fromStdString(field.path)) >= 0;
    const bool live = field.change == Change::kLive;
    EXPECT_TRUE(live || !offered) << field.path;
    EXPECT_TRUE(offered || !live || !applies(field, config)) << field.path;
  }
  EXPECT_LT(settings().rowOf(QStringLiteral("optimizer.classifier.learning_rate")), 0) << "of no use in a GAN";
  EXPECT_EQ(settings().value(kRate), QVariant(1e-4));
}

TEST(SteeringOfAClassifier, OffersItsRateAndNothingOfGans) {
  const auto run = std::make_shared<FakeRun>();
  run->facts.config_yaml = "model:\n  architecture: resnet-18\n";
  const test::EndingsAwaited endings;
  RunLink link(test::opening(run));
  RunStore store(link);
  Steering steering(store);
  link.start();
  ASSERT_TRUE(QTest::qWaitFor([&] { return store.isOpen(); }, kPatience));
  EXPECT_TRUE(store.isClassifier());
  const SettingsModel& settings = steering.settings();
  EXPECT_GE(settings.rowOf(QStringLiteral("optimizer.classifier.learning_rate")), 0);
  EXPECT_GE(settings.rowOf(QStringLiteral("guard.on_nan")), 0);
  for (const Setting& setting : settings.settings()) {
    for (const char* of_gans :
         {"optimizer.generator", "optimizer.discriminator", "ema.", "objective.", "sampling.trunc"}) {
      EXPECT_FALSE(setting.path.startsWith(QLatin1String(of_gans))) << setting.path.toStdString();
    }
  }
}

TEST_F(SteeringTest, KnowsWhatTheRunBeganWith) {
  EXPECT_EQ(settings().baseline(kRate), QVariant(7e-4));
  EXPECT_FALSE(settings().baseline(QStringLiteral("training.steps")).isValid()) << "which is not set while it trains";
}

TEST_F(SteeringTest, WishesOfAMomentGoOutAsOneCommandAndAreAppliedAtAStep) {
  settings().wish(kRate, 2e-4);
  settings().wish(kTruncation, 0.5);
  ASSERT_TRUE(waitForCommands(1));
  EXPECT_TRUE(waitForState(kRate, State::kPending));
  EXPECT_TRUE(steering_.isPending(CommandKind::kSet));

  applyAt(1200);

  ASSERT_TRUE(waitForState(kRate, State::kApplied));
  EXPECT_EQ(settings().value(kTruncation), QVariant(0.5));
  EXPECT_TRUE(settings().note(kRate).contains(QStringLiteral("1,200")));
  const Command command = desk_.commands().at(0);
  EXPECT_EQ(command.kind, CommandKind::kSet);
  ASSERT_EQ(command.values.size(), 2U);
  EXPECT_EQ(command.values[0], (Assignment{kRate.toStdString(), 2e-4}));
  EXPECT_EQ(command.values[1], (Assignment{kTruncation.toStdString(), 0.5}));
  EXPECT_TRUE(QString::fromStdString(command.client).endsWith(QStringLiteral(", gan-studio")));
  EXPECT_FALSE(steering_.isPending(CommandKind::kSet));
  EXPECT_EQ(sentences_.size(), 1);
  EXPECT_FALSE(last_refused_);
}

TEST_F(SteeringTest, WhileOneIsUnderWayTheNewestValueOfEachFieldWaits) {
  settings().wish(kRate, 2e-4);
  ASSERT_TRUE(waitForCommands(1));
  ASSERT_TRUE(waitForState(kRate, State::kPending));
  for (int i = 3; i < 50; ++i) {
    settings().wish(kRate, i * 1e-4);
    QTest::qWait(1);
  }
  EXPECT_EQ(desk_.commands().size(), 1U);

  applyAt(1);
  ASSERT_TRUE(waitForCommands(2));
  applyAt(2);

  ASSERT_TRUE(QTest::qWaitFor([&] { return sentences_.size() == 2; }, kPatience));
  QTest::qWait(50);
  ASSERT_EQ(desk_.commands().size(), 2U);
  EXPECT_EQ(desk_.commands()[1].values.at(0).value, Value(49 * 1e-4));
  EXPECT_EQ(settings().value(kRate), QVariant(49 * 1e-4));
}

TEST_F(SteeringTest, ARefusalStandsBesideTheFieldAndTheWishStays) {
  settings().wish(kRate, 5.0);
  ASSERT_TRUE(waitForCommands(1));
  desk_.answer({CommandResult::kRefused, 7, {"config_out_of_range", "{found} is too large.", {{"found", "5"}}}});

  ASSERT_TRUE(waitForState(kRate, State::kRefused));
  EXPECT_EQ(settings().note(kRate), QStringLiteral("5 is too large."));
  EXPECT_EQ(settings().value(kRate), QVariant(1e-4));
  EXPECT_EQ(settings().shown(kRate), QVariant(5.0));
  EXPECT_TRUE(last_refused_);
  EXPECT_FALSE(steering_.canUndo());
  QTest::qWait(100);
  EXPECT_EQ(desk_.commands().size(), 1U);  // it is not sent again by itself
}

TEST_F(SteeringTest, AValueThatNeedsARestartSaysSo) {
  settings().wish(kRate, 3e-4);
  ASSERT_TRUE(waitForCommands(1));
  desk_.answer({CommandResult::kNeedsRestart, 7, {"config_needs_restart", "Only a new run can have it.", {}}});

  ASSERT_TRUE(waitForState(kRate, State::kRefused));
  EXPECT_EQ(settings().note(kRate), QStringLiteral("Needs a restart: Only a new run can have it."));
}

TEST_F(SteeringTest, OnRequestWishesWaitForApply) {
  steering_.setAppliesAtOnce(false);
  settings().wish(kRate, 2e-4);
  settings().wish(kTruncation, 0.5);
  QTest::qWait(100);
  EXPECT_TRUE(desk_.commands().empty());

  steering_.apply();

  ASSERT_TRUE(waitForCommands(1));
  EXPECT_EQ(desk_.commands()[0].values.size(), 2U);
}

TEST_F(SteeringTest, UndoIsACommandWithTheValuesOfBefore) {
  change(kRate, 2e-4);
  ASSERT_TRUE(steering_.canUndo());
  EXPECT_EQ(steering_.undoText(),
            QStringLiteral("Undo: %1 %2 → %3")
                .arg(fieldTitle(Schema::builtin(), kRate.toStdString()), QString::fromStdString(formatValue(1e-4)),
                     QString::fromStdString(formatValue(2e-4))));

  steering_.undo();
  ASSERT_TRUE(waitForCommands(2));
  EXPECT_FALSE(steering_.canUndo());
  applyAt(130);

  ASSERT_TRUE(QTest::qWaitFor([&] { return settings().value(kRate) == QVariant(1e-4); }, kPatience));
  EXPECT_EQ(desk_.commands()[1].values.at(0), (Assignment{kRate.toStdString(), 1e-4}));
  EXPECT_FALSE(steering_.canUndo());  // the undo itself is nothing to undo
  EXPECT_TRUE(steering_.undoText().isEmpty());
}

TEST_F(SteeringTest, ChangesAreUndoneOneByOneFromTheNewestOn) {
  change(kRate, 2e-4);
  change(kTruncation, 0.5);
  change(kRate, 3e-4);
  std::vector<std::pair<QString, QVariant>> expected = {{kRate, 2e-4}, {kTruncation, 0.0}, {kRate, 1e-4}};
  for (const auto& [path, value] : expected) {
    ASSERT_TRUE(steering_.canUndo());
    const std::size_t before = desk_.commands().size();
    steering_.undo();
    ASSERT_TRUE(waitForCommands(before + 1));
    applyAt(200);
    ASSERT_TRUE(QTest::qWaitFor([&] { return settings().value(path) == value; }, kPatience));
  }
  EXPECT_FALSE(steering_.canUndo());
}

TEST_F(SteeringTest, AnUndoThatIsRefusedCanBeTriedAgain) {
  change(kRate, 2e-4);
  steering_.undo();
  ASSERT_TRUE(waitForCommands(2));
  desk_.answer({CommandResult::kRefused, 0, {"run_not_served", "No engine.", {}}});

  ASSERT_TRUE(waitForState(kRate, State::kRefused));
  EXPECT_TRUE(steering_.canUndo());
}

TEST_F(SteeringTest, WhatSomebodyElseChangedIsShownAndNotOursToUndo) {
  change(kRate, 2e-4);
  run_->changeSummary([](RunSummary& summary) { summary.live_values["optimizer.generator.learning_rate"] = 9e-4; });
  CommandHandled ours;
  ours.command = desk_.commands().at(0);
  run_->add(100, ours);
  run_->announce();

  ASSERT_TRUE(QTest::qWaitFor([&] { return settings().value(kRate) == QVariant(9e-4); }, kPatience));
  EXPECT_FALSE(steering_.canUndo());
}

TEST_F(SteeringTest, AnAnswerIsNotForgottenWhileTheFilesLagBehind) {
  change(kRate, 2e-4);
  run_->changeSummary([](RunSummary& summary) { summary.live_values["optimizer.generator.learning_rate"] = 1e-4; });
  QSignalSpy changed(&store_, &RunStore::summaryChanged);
  run_->announce();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !changed.isEmpty(); }, kPatience));

  EXPECT_EQ(settings().value(kRate), QVariant(2e-4));
  EXPECT_TRUE(steering_.canUndo());
}

/// A run's own events and the answer may come in either order; from then on the events alone say what is in force.
class BothOrdersTest : public SteeringTest, public testing::WithParamInterface<const char*> {
 protected:
  void eventComes() {
    CommandHandled handled;
    handled.command = desk_.commands().at(0);
    handled.answer = {CommandResult::kApplied, 100, {}};
    QSignalSpy changed(&store_, &RunStore::summaryChanged);
    run_->changeSummary([](RunSummary& summary) { summary.live_values["optimizer.generator.learning_rate"] = 2e-4; });
    run_->add(100, handled);
    run_->announce();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !changed.isEmpty(); }, kPatience));
  }
  void answerComes() {
    applyAt(100);
    ASSERT_TRUE(QTest::qWaitFor([&] { return sentences_.size() == 1; }, kPatience));
  }
};

TEST_P(BothOrdersTest, WhatTheEngineTrainsWithLaterIsShown) {
  settings().wish(kRate, 2e-4);
  ASSERT_TRUE(waitForCommands(1));
  for (const char which : std::string(GetParam())) which == 'e' ? eventComes() : answerComes();
  EXPECT_EQ(settings().value(kRate), QVariant(2e-4));

  run_->changeSummary([](RunSummary& summary) { summary.live_values["optimizer.generator.learning_rate"] = 9e-4; });
  run_->announce();

  EXPECT_TRUE(QTest::qWaitFor([&] { return settings().value(kRate) == QVariant(9e-4); }, kPatience))
      << settings().value(kRate).toDouble() << " is shown for ever";
}

INSTANTIATE_TEST_SUITE_P(EventAndAnswer, BothOrdersTest, testing::Values("ea", "ae"));

TEST_F(SteeringTest, WhatNobodyAnsweredIsSettledByTheRunsOwnEvents) {
  settings().wish(kRate, 2e-4);
  ASSERT_TRUE(waitForCommands(1));
  desk_.answer({CommandResult::kUnknown, 0, {"engine_gone", "The engine went.", {}}});
  ASSERT_TRUE(QTest::qWaitFor([&] { return sentences_.size() == 1; }, kPatience));
  EXPECT_TRUE(last_refused_);
  EXPECT_TRUE(sentences_[0].contains(QStringLiteral("nobody knows")));
  EXPECT_FALSE(steering_.canUndo());

  CommandHandled handled;
  handled.command = desk_.commands().at(0);
  handled.answer = {CommandResult::kApplied, 77, {}};
  run_->changeSummary([](RunSummary& summary) { summary.live_values["optimizer.generator.learning_rate"] = 2e-4; });
  run_->add(77, handled);
  run_->announce();

  ASSERT_TRUE(waitForState(kRate, State::kApplied));
  EXPECT_EQ(settings().value(kRate), QVariant(2e-4));
  EXPECT_FALSE(last_refused_);
  EXPECT_TRUE(steering_.canUndo());
}

TEST_F(SteeringTest, ARollBackBringsTheValuesOfItsCheckpoint) {
  change(kRate, 2e-4);
  run_->changeSummary([](RunSummary& summary) { summary.live_values["optimizer.generator.learning_rate"] = 1e-4; });
  run_->startSegment(50, SegmentStarted::Cause::kRollback);
  run_->announce();

  EXPECT_TRUE(QTest::qWaitFor([&] { return settings().value(kRate) == QVariant(1e-4); }, kPatience));
  EXPECT_FALSE(steering_.canUndo());
}

TEST_F(SteeringTest, EveryVerbSendsItsCommandOnceUntilItIsAnswered) {
  steering_.pause();
  steering_.pause();
  steering_.rollBack(40);
  steering_.checkpoint();
  ASSERT_TRUE(waitForCommands(3));
  QTest::qWait(50);
  const auto commands = desk_.commands();
  ASSERT_EQ(commands.size(), 3U);
  EXPECT_EQ(std::ranges::count(commands, CommandKind::kPause, &Command::kind), 1);
  EXPECT_EQ(std::ranges::find(commands, CommandKind::kRollback, &Command::kind)->step, 40);
  EXPECT_TRUE(steering_.isPending(CommandKind::kPause));
  EXPECT_FALSE(steering_.isPending(CommandKind::kStop));

  for (int i = 0; i < 3; ++i) applyAt(41);

  ASSERT_TRUE(QTest::qWaitFor([&] { return sentences_.size() == 3; }, kPatience));
  EXPECT_TRUE(sentences_.contains(QStringLiteral("Pause: applied at step 41.")));
  EXPECT_FALSE(steering_.isPending(CommandKind::kPause));
}

TEST_F(SteeringTest, ABranchIsToldWithItsFolderBesideTheRun) {
  QSignalSpy branched(&steering_, &Steering::branched);
  steering_.branch(30, QStringLiteral("other"));
  ASSERT_TRUE(waitForCommands(1));
  EXPECT_EQ(desk_.commands()[0].path, "other");
  EXPECT_EQ(desk_.commands()[0].step, 30);
  applyAt(31);

  ASSERT_TRUE(QTest::qWaitFor([&] { return !branched.isEmpty(); }, kPatience));
  EXPECT_EQ(branched[0][0].toString(), QStringLiteral("/runs/other"));
}

const QString kOnNan = QStringLiteral("guard.on_nan");

class IgnoreTest : public SteeringTest {
 protected:
  IgnoreTest() {
    run_->changeSummary([](RunSummary& summary) { summary.status = RunStatus::kPaused; });
    run_->announce();
    EXPECT_TRUE(QTest::qWaitFor([&] { return store_.summary().status == RunStatus::kPaused; }, kPatience));
  }
  std::vector<CommandKind> kinds() {
    std::vector<CommandKind> kinds;
    for (const Command& command : desk_.commands()) kinds.push_back(command.kind);
    return kinds;
  }
};

TEST_F(IgnoreTest, SetsOneFieldWhateverElseIsEditedAndContinues) {
  steering_.setAppliesAtOnce(false);
  settings().wish(kRate, 2e-4);

  steering_.ignoreNotFinite();
  ASSERT_TRUE(waitForCommands(1));
  applyAt(5);
  ASSERT_TRUE(waitForCommands(2));

  const auto commands = desk_.commands();
  EXPECT_EQ(commands[0].values, (std::vector<Assignment>{{"guard.on_nan", std::string("ignore")}}));
  EXPECT_EQ(commands[1].kind, CommandKind::kContinue);
  EXPECT_EQ(settings().state(kRate), State::kEdited);
}

TEST_F(IgnoreTest, GoesOutBesideAChangeUnderWayWhoseAnswerContinuesNothing) {
  settings().wish(kRate, 2e-4);
  ASSERT_TRUE(waitForCommands(1));
  steering_.ignoreNotFinite();
  ASSERT_TRUE(waitForCommands(2));
  EXPECT_EQ(desk_.commands()[1].values, (std::vector<Assignment>{{"guard.on_nan", std::string("ignore")}}));

  // Which of the two gets which answer is the desk's own: refuse both, then nothing may continue.
  desk_.answer({CommandResult::kRefused, 0, {"no", "No.", {}}});
  desk_.answer({CommandResult::kRefused, 0, {"no", "No.", {}}});
  ASSERT_TRUE(QTest::qWaitFor([&] { return sentences_.size() == 2; }, kPatience));
  change(kTruncation, 0.5);
  QTest::qWait(100);

  EXPECT_EQ(std::ranges::count(kinds(), CommandKind::kContinue), 0);
  EXPECT_FALSE(settings().edited().contains(kOnNan));  // nobody wished it for later
}

TEST_F(IgnoreTest, WithNothingToSetContinuesAPausedRunNowAndNeverLater) {
  run_->changeSummary([](RunSummary& summary) { summary.live_values["guard.on_nan"] = std::string("ignore"); });
  run_->announce();
  ASSERT_TRUE(QTest::qWaitFor([&] { return settings().value(kOnNan) == QStringLiteral("ignore"); }, kPatience));
  steering_.ignoreNotFinite();
  ASSERT_TRUE(waitForCommands(1));
  EXPECT_EQ(kinds(), std::vector<CommandKind>{CommandKind::kContinue});
  applyAt(5);
  run_->changeSummary([](RunSummary& summary) { summary.status = RunStatus::kRunning; });
  run_->announce();
  ASSERT_TRUE(QTest::qWaitFor([&] { return store_.summary().status == RunStatus::kRunning; }, kPatience));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !steering_.isPending(CommandKind::kContinue); }, kPatience));

  steering_.ignoreNotFinite();  // it trains: there is nothing to do
  change(kRate, 2e-4);
  QTest::qWait(100);

  EXPECT_EQ(kinds(), (std::vector<CommandKind>{CommandKind::kContinue, CommandKind::kSet}));
}

TEST_F(IgnoreTest, WithoutContactSaysSoAndArmsNothing) {
  run_->setState(LinkState::kLost);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !store_.canSteer(); }, kPatience));
  steering_.ignoreNotFinite();
  EXPECT_TRUE(last_refused_);
  EXPECT_EQ(sentences_.size(), 1);

  run_->setState(LinkState::kConnected);
  ASSERT_TRUE(QTest::qWaitFor([&] { return store_.canSteer(); }, kPatience));
  change(kRate, 2e-4);
  QTest::qWait(100);

  EXPECT_EQ(kinds(), std::vector<CommandKind>{CommandKind::kSet});
  EXPECT_EQ(desk_.commands()[0].values.size(), 1U);
}

TEST_F(SteeringTest, AChangeThatIsOfferedIsSentAloneAndCanBeUndone) {
  steering_.setAppliesAtOnce(false);
  settings().wish(kTruncation, 0.5);
  steering_.lowerNow({{kRate.toStdString(), 5e-5}});
  ASSERT_TRUE(waitForCommands(1));
  EXPECT_EQ(desk_.commands()[0].values, (std::vector<Assignment>{{kRate.toStdString(), 5e-5}}));
  applyAt(5);
  ASSERT_TRUE(QTest::qWaitFor([&] { return steering_.canUndo(); }, kPatience));
  EXPECT_EQ(settings().state(kTruncation), State::kEdited);
}

TEST_F(SteeringTest, WhatIsOfferedAsLowerNeverRaisesWhatWasLoweredSince) {
  const std::string of_discriminator = "optimizer.discriminator.learning_rate";
  const double rate = settings().value(QString::fromStdString(of_discriminator)).toDouble();
  steering_.lowerNow({{kRate.toStdString(), 3e-4}});  // it is 1e-4
  EXPECT_EQ(sentences_.size(), 1);
  EXPECT_TRUE(last_refused_);
  EXPECT_TRUE(settings().edited().isEmpty());
  steering_.lowerNow({{kRate.toStdString(), 3e-4}, {of_discriminator, rate / 2}});
  ASSERT_TRUE(waitForCommands(1));
  EXPECT_EQ(desk_.commands()[0].values, (std::vector<Assignment>{{of_discriminator, rate / 2}}));
}

TEST_F(SteeringTest, WithoutAnEngineWishesAreKeptAndSentWhenOneAnswers) {
  run_->setState(LinkState::kLost);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !store_.canSteer(); }, kPatience));
  settings().wish(kRate, 2e-4);
  QTest::qWait(100);
  EXPECT_TRUE(desk_.commands().empty());
  EXPECT_EQ(settings().state(kRate), State::kEdited);

  run_->setState(LinkState::kConnected);

  EXPECT_TRUE(waitForCommands(1));
}

class SteeringOfAStoppedRun : public SteeringTest {
 protected:
  SteeringOfAStoppedRun() {
    run_->setState(LinkState::kFinished);
    EXPECT_TRUE(QTest::qWaitFor([&] { return steering_.awaitsStart(); }, kPatience));
  }
  void connect() {
    run_->setState(LinkState::kConnected);
    ASSERT_TRUE(QTest::qWaitFor([&] { return store_.canSteer(); }, kPatience));
    QCoreApplication::processEvents();  // what would be sent is sent now
  }
  const std::vector<Assignment> changed_ = {{kRate.toStdString(), 3e-4}};
};

TEST_F(SteeringOfAStoppedRun, LetsAChangeWaitForTheNextStartUntilItIsDiscarded) {
  settings().wish(kRate, 3e-4);
  QCoreApplication::processEvents();
  EXPECT_EQ(steering_.waiting(), changed_);
  EXPECT_EQ(settings().state(kRate), State::kEdited);
  EXPECT_FALSE(settings().note(kRate).isEmpty());
  EXPECT_TRUE(desk_.commands().empty());
  steering_.discardWaiting();
  EXPECT_TRUE(steering_.waiting().empty());
  EXPECT_EQ(settings().shown(kRate), QVariant(1e-4));
}

TEST_F(SteeringOfAStoppedRun, AStartFromHereTakesTheChangesWithItAndSendsThemNotAgain) {
  settings().wish(kRate, 3e-4);
  steering_.startAsked();
  EXPECT_EQ(settings().state(kRate), State::kPending);
  EXPECT_TRUE(steering_.waiting().empty());
  steering_.startEnded(true);
  run_->changeSummary([](RunSummary& summary) { summary.live_values["optimizer.generator.learning_rate"] = 3e-4; });
  run_->announce();
  EXPECT_TRUE(waitForState(kRate, State::kApplied));
  connect();
  EXPECT_TRUE(desk_.commands().empty());
  EXPECT_EQ(settings().value(kRate), QVariant(3e-4));
}

TEST_F(SteeringOfAStoppedRun, AStartThatFailedGivesTheChangesBack) {
  settings().wish(kRate, 3e-4);
  steering_.startAsked();
  steering_.startEnded(false);
  EXPECT_EQ(settings().state(kRate), State::kEdited);
  EXPECT_EQ(steering_.waiting(), changed_);
}

TEST_F(SteeringOfAStoppedRun, AStartFromElsewhereLetsThemGoAndSaysSo) {
  settings().wish(kRate, 3e-4);
  connect();
  EXPECT_EQ(sentences_.size(), 1);
  EXPECT_TRUE(last_refused_);
  EXPECT_EQ(settings().state(kRate), State::kUnchanged);
  EXPECT_TRUE(desk_.commands().empty());
}

TEST_F(SteeringOfAStoppedRun, ChangesAreReadBackAsTheyWereSavedAndWhatIsNoSettingIsLeftOut) {
  EXPECT_TRUE(steering_.saveWaiting().isEmpty());
  settings().wish(kRate, 3e-4);
  const QByteArray saved = steering_.saveWaiting();
  steering_.discardWaiting();
  steering_.restoreWaiting(saved);
  EXPECT_EQ(steering_.waiting(), changed_);
  steering_.discardWaiting();
  for (const char* text : {"", "no JSON", "[1]", R"({"no.such.setting": "1"})", R"({"data.batch_size": "4"})",
                           R"({"optimizer.generator.learning_rate": "lots"})"}) {
    steering_.restoreWaiting(text);
    EXPECT_TRUE(steering_.waiting().empty()) << text;
  }
}

TEST_F(SteeringOfAStoppedRun, OfWhatIsNoRunThatCouldBeStartedNothingWaits) {
  steering_.setStartable(false);
  EXPECT_FALSE(steering_.awaitsStart());
  settings().wish(kRate, 3e-4);
  EXPECT_TRUE(steering_.waiting().empty());
}

TEST_F(SteeringTest, ARollBackThatWasMadeIsFollowedByItsChanges) {
  steering_.rollBack(50, {{kRate.toStdString(), 3e-4}});
  ASSERT_TRUE(waitForCommands(1));
  applyAt(50);
  ASSERT_TRUE(waitForCommands(2));
  EXPECT_EQ(desk_.commands()[0].kind, CommandKind::kRollback);
  EXPECT_EQ(desk_.commands()[1].values, (std::vector<Assignment>{{kRate.toStdString(), 3e-4}}));
}

TEST_F(SteeringTest, ARollBackThatWasRefusedChangesNothing) {
  steering_.rollBack(50, {{kRate.toStdString(), 3e-4}});
  ASSERT_TRUE(waitForCommands(1));
  desk_.answer({CommandResult::kRefused, 100, {"checkpoint_not_found", "There is none.", {}}});
  ASSERT_TRUE(QTest::qWaitFor([&] { return !sentences_.isEmpty(); }, kPatience));
  QCoreApplication::processEvents();
  EXPECT_EQ(desk_.commands().size(), 1U);
  EXPECT_TRUE(settings().edited().isEmpty());
}

}  // namespace
}  // namespace gan
