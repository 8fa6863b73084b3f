#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <algorithm>
#include <string>
#include <vector>

#include "studio/state/steering_fixture.h"

namespace gan {
namespace {

using State = SettingsModel::State;

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

TEST_F(SteeringTest, ARollBackThatWasMadeIsFollowedByItsChanges) {
  steering_.rollBack(50, {{kRate.toStdString(), 3e-4}});
  ASSERT_TRUE(waitForCommands(1));
  applyAt(50);
  ASSERT_TRUE(waitForCommands(2));
  EXPECT_EQ(desk_.commands()[0].kind, CommandKind::kRollback);
  EXPECT_EQ(desk_.commands()[1].values, (std::vector<Assignment>{{kRate.toStdString(), 3e-4}}));
}

TEST_F(SteeringTest, ARollBackKeepsItsChangesWhateverBecomesOfAnotherOne) {
  steering_.rollBack(50, {{kRate.toStdString(), 3e-4}});
  ASSERT_TRUE(waitForCommands(1));
  answer(CommandKind::kRollback, {CommandResult::kUnknown, 0, {"engine_gone", "The engine went.", {}}});
  steering_.rollBack(40, {{kRate.toStdString(), 5e-4}});
  ASSERT_TRUE(waitForCommands(2));
  answer(CommandKind::kRollback, {CommandResult::kRefused, 100, {"checkpoint_not_found", "There is none.", {}}});
  run_->startSegment(50, SegmentStarted::Cause::kRollback);
  journal(sent(CommandKind::kRollback), {CommandResult::kApplied, 50, {}}, 1e-4);
  arrive();
  ASSERT_TRUE(waitForCommands(3));
  EXPECT_EQ(sent(CommandKind::kSet).values, (std::vector<Assignment>{{kRate.toStdString(), 3e-4}}));
}

TEST_F(SteeringTest, ChangesOfARollBackFollowNoOtherOneThatWasAskedForSince) {
  steering_.rollBack(50, {{kRate.toStdString(), 3e-4}});
  ASSERT_TRUE(waitForCommands(1));
  answer(CommandKind::kRollback, {CommandResult::kUnknown, 0, {"engine_gone", "The engine went.", {}}});
  steering_.rollBack(40);
  ASSERT_TRUE(waitForCommands(2));
  journal(sent(CommandKind::kRollback), {CommandResult::kApplied, 50, {}}, 1e-4);
  arrive();
  answer(CommandKind::kRollback, {CommandResult::kApplied, 40, {}});
  QCoreApplication::processEvents();
  EXPECT_EQ(desk_.commands().size(), 2U);
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
