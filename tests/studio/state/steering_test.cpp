#include "state/steering.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "state/texts.h"
#include "studio/state/steering_fixture.h"

namespace gan {
namespace {

using test::FakeRun;
using State = SettingsModel::State;

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
  EXPECT_EQ(settings().state(kRate), State::kUnknown) << "nobody refused it";
  EXPECT_EQ(settings().note(kRate), QStringLiteral("The engine went."));
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
  journal(sent(CommandKind::kSet), {CommandResult::kApplied, 100, {}}, 2e-4);
  run_->changeSummary([](RunSummary& summary) { summary.live_values["optimizer.generator.learning_rate"] = 1e-4; });
  run_->startSegment(50, SegmentStarted::Cause::kRollback);
  run_->announce();

  EXPECT_TRUE(QTest::qWaitFor([&] { return settings().value(kRate) == QVariant(1e-4); }, kPatience));
  EXPECT_FALSE(steering_.canUndo());
}

TEST_F(SteeringTest, WhatBecameOfAnUnansweredChangeIsNoAnswerToTheNextOne) {
  settings().wish(kRate, 2e-4);
  ASSERT_TRUE(waitForCommands(1));
  answer(CommandKind::kSet, {CommandResult::kUnknown, 0, {"engine_gone", "The engine went.", {}}});
  settings().wish(kRate, 3e-4);
  ASSERT_TRUE(waitForCommands(2));
  ASSERT_TRUE(waitForState(kRate, State::kPending));

  journal(sent(CommandKind::kSet), {CommandResult::kApplied, 77, {}}, 2e-4);
  arrive();

  EXPECT_EQ(rate(), 2e-4) << "the engine trains with the former";
  EXPECT_EQ(settings().state(kRate), State::kPending);
  answer(CommandKind::kSet, {CommandResult::kApplied, 80, {}});
  EXPECT_EQ(rate(), 3e-4);
}

/// What comes one after the other: answers to the change (c) and the roll back (r), and the run's own events (e).
class ChangeBeforeARollBack : public SteeringTest, public testing::WithParamInterface<const char*> {
 protected:
  void come(char what) {
    if (what == 'c') return answer(CommandKind::kSet, applied_);
    if (what == 'r') return answer(CommandKind::kRollback, rolled_back_);
    journal(sent(CommandKind::kSet), applied_, 2e-4, 1e-4);
    run_->startSegment(50, SegmentStarted::Cause::kRollback);
    journal(sent(CommandKind::kRollback), rolled_back_, 1e-4);
    arrive();
  }
  const CommandAnswer applied_{CommandResult::kApplied, 100, {}};
  const CommandAnswer rolled_back_{CommandResult::kApplied, 50, {}};
};

TEST_P(ChangeBeforeARollBack, IsShownNoMoreOnceItIsKnown) {
  settings().wish(kRate, 2e-4);
  ASSERT_TRUE(waitForCommands(1));
  steering_.rollBack(50);
  ASSERT_TRUE(waitForCommands(2));
  bool is_back = false;
  for (const char what : std::string(GetParam())) {
    come(what);
    is_back = is_back || what != 'c';
    EXPECT_EQ(rate(), is_back ? 1e-4 : 2e-4) << what;
  }
  EXPECT_FALSE(steering_.canUndo()) << "there is nothing left to take back";
}

INSTANTIATE_TEST_SUITE_P(AnswersAndEvents, ChangeBeforeARollBack,
                         testing::Values("ecr", "erc", "cer", "cre", "rec", "rce"));

/// The same of a change behind the roll back, whose event (b) and that of the change (h) come apart.
class ChangeBehindARollBack : public ChangeBeforeARollBack {
 protected:
  void come(char what) {
    if (what == 'c') return answer(CommandKind::kSet, {CommandResult::kApplied, 51, {}});
    if (what == 'r') {
      answer(CommandKind::kRollback, rolled_back_);
      ASSERT_TRUE(waitForCommands(2));
      return;
    }
    if (what == 'b') {
      run_->startSegment(50, SegmentStarted::Cause::kRollback);
      journal(sent(CommandKind::kRollback), rolled_back_, 1e-4);
    } else {
      journal(sent(CommandKind::kSet), {CommandResult::kApplied, 51, {}}, 3e-4, 1e-4);
    }
    arrive();
  }
};

TEST_P(ChangeBehindARollBack, IsShownFromItsAnswerOnAndTakenBackToWhatTheCheckpointHad) {
  run_->changeSummary([](RunSummary& summary) { summary.live_values["optimizer.generator.learning_rate"] = 9e-4; });
  arrive();
  steering_.rollBack(50, {{kRate.toStdString(), 3e-4}});
  ASSERT_TRUE(waitForCommands(1));
  bool is_changed = false;
  for (const char what : std::string(GetParam())) {
    come(what);
    is_changed = is_changed || what == 'c' || what == 'h';
    if (is_changed) {
      EXPECT_EQ(rate(), 3e-4) << what;
    }
  }
  ASSERT_TRUE(steering_.canUndo());
  steering_.undo();
  ASSERT_TRUE(waitForCommands(3));
  EXPECT_EQ(sent(CommandKind::kSet, 1).values, (std::vector<Assignment>{{kRate.toStdString(), 1e-4}}));
}

INSTANTIATE_TEST_SUITE_P(AnswersAndEvents, ChangeBehindARollBack,
                         testing::Values("rcbh", "rbch", "rbhc", "brch", "brhc"));

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

}  // namespace
}  // namespace gan
