// Points that are kept while a run trains, and the checkpoints that they need.

#include <QSignalSpy>
#include <future>

#include "studio/support/explorer_fixture.h"

namespace gan {
namespace {

using ExplorerKeptTest = test::ExplorerFixture;

TEST_F(ExplorerKeptTest, APointThatIsKeptWhileTheRunTrainsGetsACheckpointAndItsPicture) {
  run_->on_command = [](const Command& command) {
    EXPECT_EQ(command.kind, CommandKind::kCheckpoint);
    return CommandAnswer{CommandResult::kApplied, 70, {}};
  };
  run_->setCheckpoints({70});
  open(test::classConfig());
  train();
  look();
  pictures_->setSupply(PictureSupply::kReady);
  const QSignalSpy replaced(&explorer_, &ExplorerStore::replaced);
  const QString line = explorer_.model().line();
  QImage of_other_weights(2, 2, QImage::Format_RGB888);
  of_other_weights.fill(Qt::red);
  explorer_.shelf().keep(line, of_other_weights);
  explorer_.takeAlong(line);
  explorer_.takeAlong(line);
  const QString lasting = line + QStringLiteral(" step=70");
  ASSERT_TRUE(until([&] { return explorer_.shelf().line(0) == lasting; }));
  EXPECT_EQ(run_->commandIds().size(), 1U) << "one checkpoint for both";
  ASSERT_EQ(replaced.size(), 1);
  EXPECT_EQ(replaced.first(), (QVariantList{line, lasting}));
  const auto thumbnail = [&] { return explorer_.shelf().index(0).data(Qt::DecorationRole).value<QImage>(); };
  ASSERT_TRUE(until([&] { return !thumbnail().isNull(); }));
  EXPECT_EQ(thumbnail().pixelColor(0, 0), QColor(Qt::green)) << "by the checkpoint";
  EXPECT_EQ(std::get<std::vector<std::string>>(kept_->rows().front().what),
            std::vector<std::string>{lasting.toStdString()});
}

TEST_F(ExplorerKeptTest, WhoMayNotHaveACheckpointWrittenHearsThatTheLineFollowsTheNewestWeights) {
  run_->on_command = [](const Command&) {
    return CommandAnswer{CommandResult::kRefused, 0, {"role_watches", "This token may only watch.", {}}};
  };
  open(test::classConfig());
  train();
  const QSignalSpy complaints(&explorer_, &ExplorerStore::complained);
  const QString line = explorer_.model().line();
  explorer_.shelf().keep(line);
  explorer_.takeAlong(line);
  ASSERT_TRUE(until([&] { return complaints.size() == 1; }));
  const QString said = complaints.first().first().toString();
  EXPECT_TRUE(said.startsWith(QStringLiteral("The line follows the newest weights"))) << said.toStdString();
  EXPECT_TRUE(said.endsWith(QStringLiteral("This token may only watch."))) << said.toStdString();
  EXPECT_EQ(explorer_.shelf().line(0), line);
}

TEST_F(ExplorerKeptTest, WhetherThereIsACheckpointForALineThatNobodyAnsweredTheRunsOwnEventsSay) {
  std::promise<Command> asked;
  run_->on_command = [&](const Command& command) {
    if (run_->commandIds().size() > 1) return CommandAnswer{CommandResult::kApplied, 90, {}};
    asked.set_value(command);
    return CommandAnswer{CommandResult::kUnknown, 0, {"engine_gone", "The engine went.", {}}};
  };
  open(test::classConfig());
  train();
  const QSignalSpy complaints(&explorer_, &ExplorerStore::complained);
  const QSignalSpy settled(&explorer_, &ExplorerStore::settled);
  const QString line = QStringLiteral("seed=1 class=0");
  const QString later = QStringLiteral("seed=2 class=0");
  explorer_.shelf().keep(line);
  explorer_.takeAlong(line);
  ASSERT_TRUE(until([&] { return complaints.size() == 1; }));
  const QString said = complaints.first().first().toString();
  EXPECT_TRUE(said.startsWith(QStringLiteral("Nobody knows yet"))) << said.toStdString();
  EXPECT_TRUE(said.endsWith(QStringLiteral("The engine went."))) << said.toStdString();
  EXPECT_EQ(explorer_.shelf().line(0), line);
  EXPECT_TRUE(settled.isEmpty());

  explorer_.shelf().keep(later);
  explorer_.takeAlong(later);
  const auto kept = [&](const QString& wanted) {
    const ShelfModel& shelf = explorer_.shelf();
    return shelf.line(0) == wanted || shelf.line(1) == wanted;
  };
  ASSERT_TRUE(until([&] { return kept(later + QStringLiteral(" step=90")); })) << "by a checkpoint of its own";
  EXPECT_TRUE(kept(line));

  CommandHandled handled;
  handled.command = asked.get_future().get();
  handled.answer = {CommandResult::kApplied, 70, {}};
  run_->add(70, handled);
  run_->announce();
  EXPECT_TRUE(until([&] { return kept(line + QStringLiteral(" step=70")); }));
  EXPECT_EQ(settled.size(), 2);
  EXPECT_EQ(complaints.size(), 1);
}

TEST_F(ExplorerKeptTest, ACheckpointThatIsKeptAfterAllSettlesWhatWasSaidOfIt) {
  std::promise<Command> asked;
  run_->on_command = [&](const Command& command) {
    asked.set_value(command);
    return CommandAnswer{CommandResult::kUnknown, 0, {"engine_gone", "The engine went.", {}}};
  };
  run_->setCheckpoints({50});
  open(test::classConfig());
  train();
  const QSignalSpy complaints(&explorer_, &ExplorerStore::complained);
  const QSignalSpy settled(&explorer_, &ExplorerStore::settled);
  explorer_.takeAlong(QStringLiteral("seed=1 class=0 step=50"));
  ASSERT_TRUE(until([&] { return complaints.size() == 1; }));
  const QString said = complaints.first().first().toString();
  EXPECT_TRUE(said.startsWith(QStringLiteral("Nobody knows yet whether the checkpoint of step 50")))
      << said.toStdString();
  run_->checkpoints.front().state.pinned = true;
  CommandHandled handled;
  handled.command = asked.get_future().get();
  handled.answer = {CommandResult::kApplied, 90, {}};
  run_->add(90, handled);
  run_->announce();
  EXPECT_TRUE(until([&] { return store_.checkpoints().front().entry.state.pinned; }));
  EXPECT_EQ(settled.size(), 1);
  EXPECT_EQ(complaints.size(), 1);
}

TEST_F(ExplorerKeptTest, NoCheckpointIsWrittenForLinesThatLastAlready) {
  run_->setCheckpoints({50, 70});
  run_->checkpoints.back().state.pinned = true;
  open(test::classConfig());
  ASSERT_TRUE(until([&] { return explorer_.model().facts().steps.size() == 2; }));
  const QSignalSpy complaints(&explorer_, &ExplorerStore::complained);
  explorer_.takeAlong(QStringLiteral("seed=1 class=0"));  // nobody trains
  train();
  explorer_.takeAlong(QStringLiteral("seed=1 class=0 step=70"));  // of one that stays
  QTest::qWait(100);
  EXPECT_TRUE(complaints.isEmpty());
  EXPECT_TRUE(run_->commandIds().empty());
}

TEST_F(ExplorerKeptTest, TheCheckpointThatALineNamesIsKeptAlsoWhereNobodyTrains) {
  run_->on_command = [](const Command& command) {
    EXPECT_EQ(command.kind, CommandKind::kKeep);
    if (command.step == 50) return CommandAnswer{CommandResult::kApplied, 90, {}};
    return CommandAnswer{CommandResult::kRefused, 0, {"checkpoint_not_found", "There is none.", {}}};
  };
  run_->setCheckpoints({50, 70});
  open(test::classConfig());
  ASSERT_TRUE(until([&] { return explorer_.model().facts().steps.size() == 2; }));
  const QSignalSpy complaints(&explorer_, &ExplorerStore::complained);
  const QSignalSpy replaced(&explorer_, &ExplorerStore::replaced);
  run_->checkpoints.front().state.pinned = true;  // once it is asked for
  explorer_.takeAlong(QStringLiteral("seed=1 class=0 step=50"));
  explorer_.takeAlong(QStringLiteral("seed=2 class=0 step=50"));
  ASSERT_TRUE(until([&] { return store_.checkpoints().front().entry.state.pinned; }));
  explorer_.takeAlong(QStringLiteral("seed=3 class=0 step=50"));
  explorer_.takeAlong(QStringLiteral("seed=1 class=0 step=70"));
  ASSERT_TRUE(until([&] { return complaints.size() == 1; }));
  EXPECT_EQ(run_->commandIds().size(), 2U) << "once for all lines of a checkpoint";
  const QString said = complaints.first().first().toString();
  EXPECT_TRUE(said.contains(QStringLiteral("step 70"))) << said.toStdString();
  EXPECT_TRUE(said.endsWith(QStringLiteral("There is none."))) << said.toStdString();
  EXPECT_TRUE(replaced.isEmpty()) << "the lines are right as they are";
}

}  // namespace
}  // namespace gan
