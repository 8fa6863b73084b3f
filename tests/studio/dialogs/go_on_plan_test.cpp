#include "dialogs/go_on_plan.h"

#include <algorithm>

#include "studio/support/go_on_fixture.h"

namespace gan {
namespace {

using Length = GoOnPlan::Length;

const QString kRateOfG = QStringLiteral("optimizer.generator.learning_rate");
const QString kBatch = QStringLiteral("data.batch_size");
const QString kWidth = QStringLiteral("model.generator_width");

class GoOnPlanTest : public test::GoOnRun {
 protected:
  static QVector<qint64> stepsOf(const GoOnPlan& plan) {
    QVector<qint64> steps;
    for (const ListedCheckpoint& one : plan.offered()) steps << one.entry.state.step;
    return steps;
  }
  static void choose(GoOnPlan& plan, qint64 step) {
    for (const ListedCheckpoint& one : plan.offered()) {
      if (one.entry.state.step == step) return plan.setCheckpoint(one);
    }
    FAIL() << step << " is not offered";
  }
  static QString fixedOf(GoOnPlan& plan, const QString& path) {
    const int row = plan.settings().rowOf(path);
    return row < 0 ? QStringLiteral("not there") : plan.settings().settings()[row].fixed;
  }
};

TEST_F(GoOnPlanTest, OfAStoppedRunTrainsOnAndRollsNothingBack) {
  open(LinkState::kFinished);
  GoOnPlan plan(store_);
  EXPECT_EQ(plan.what(), GoOn::kResume);
  EXPECT_TRUE(plan.refusal(GoOn::kResume).isEmpty());
  EXPECT_FALSE(plan.refusal(GoOn::kRollBack).isEmpty());
  EXPECT_TRUE(plan.refusal(GoOn::kBranch).isEmpty());
}

TEST_F(GoOnPlanTest, OfARunThatIsTrainedRollsBackAndStartsNoSecondEngine) {
  open(LinkState::kConnected);
  GoOnPlan plan(store_);
  EXPECT_EQ(plan.what(), GoOn::kRollBack);
  EXPECT_FALSE(plan.refusal(GoOn::kResume).isEmpty());
  EXPECT_TRUE(plan.refusal(GoOn::kRollBack).isEmpty());
  EXPECT_TRUE(plan.refusal(GoOn::kBranch).isEmpty());
}

TEST_F(GoOnPlanTest, TriesWhatIsLeftToTrainWithWhatIsChanged) {
  run_->facts.folder = "/runs/fake";
  open(LinkState::kFinished);
  GoOnPlan plan(store_);
  choose(plan, 200);
  EXPECT_TRUE(plan.canBeTried());
  ASSERT_TRUE(plan.toTry());
  EXPECT_EQ(plan.toTry()->config.integer("training.steps"), 100) << "its own limits end it at 300";
  EXPECT_EQ(plan.toTry()->config.integer("data.batch_size"), 32);
  EXPECT_NE(plan.toTry()->out, QStringLiteral("/runs/fake"));
  plan.setLength(Length::kMoreSteps, 5000);
  plan.settings().wish(kRateOfG, 5e-4);
  EXPECT_EQ(plan.toTry()->config.integer("training.steps"), 5000);
  EXPECT_EQ(plan.toTry()->config.integer("training.epochs"), 0);
  EXPECT_EQ(std::get<double>(plan.toTry()->config.value(kRateOfG.toStdString())), 5e-4);
  plan.setLength(Length::kUntilStep, 150);
  EXPECT_FALSE(plan.toTry()) << "it cannot be done so";
}

TEST_F(GoOnPlanTest, TriesNothingBesideAnEngineAndNothingOfARunElsewhere) {
  open(LinkState::kFinished);
  GoOnPlan elsewhere(store_);
  choose(elsewhere, 200);
  EXPECT_FALSE(elsewhere.canBeTried());
  EXPECT_FALSE(elsewhere.toTry());
  run_->setState(LinkState::kConnected);
  ASSERT_TRUE(QTest::qWaitFor([&] { return store_.linkState() == LinkState::kConnected; }, kPatienceMs));
  EXPECT_FALSE(GoOnPlan(store_).canBeTried());
}

TEST_F(GoOnPlanTest, OffersOnlyToABranchWhatWasSuperseded) {
  open(LinkState::kFinished);
  GoOnPlan plan(store_);
  EXPECT_EQ(stepsOf(plan), QVector<qint64>({300, 200, 100}));
  plan.setWhat(GoOn::kBranch);
  EXPECT_EQ(stepsOf(plan), QVector<qint64>({300, 250, 200, 100}));
}

TEST_F(GoOnPlanTest, SaysWhyASettingStaysAsItIs) {
  open(LinkState::kFinished);
  GoOnPlan plan(store_);
  EXPECT_TRUE(fixedOf(plan, kRateOfG).isEmpty());
  EXPECT_FALSE(fixedOf(plan, kBatch).isEmpty());
  EXPECT_FALSE(fixedOf(plan, kWidth).isEmpty());
  plan.setWhat(GoOn::kBranch);
  EXPECT_TRUE(fixedOf(plan, kBatch).isEmpty());
  EXPECT_FALSE(fixedOf(plan, kWidth).isEmpty()) << "the weights have that shape";
  EXPECT_EQ(fixedOf(plan, QStringLiteral("training.steps")), QStringLiteral("not there")) << "it is the length";
}

TEST_F(GoOnPlanTest, AsksForNothingThatAnotherChangeLeavesWithoutAMeaning) {
  open(LinkState::kFinished);
  GoOnPlan plan(store_);
  plan.setWhat(GoOn::kBranch);
  choose(plan, 200);
  plan.settings().wish(QStringLiteral("ema.decay"), 0.5);
  plan.settings().wish(QStringLiteral("ema.enabled"), false);
  EXPECT_EQ(overridesOf(plan.changes()), QStringList({QStringLiteral("ema.enabled=false")}));
}

TEST_F(GoOnPlanTest, GivesUpAChangeThatCannotBeMadeThere) {
  open(LinkState::kFinished);
  GoOnPlan plan(store_);
  plan.setWhat(GoOn::kBranch);
  choose(plan, 200);
  plan.settings().wish(kBatch, 16);
  plan.settings().wish(kRateOfG, 5e-4);
  EXPECT_EQ(overridesOf(plan.changes()), QStringList({QStringLiteral("data.batch_size=16"),
                                                      QStringLiteral("optimizer.generator.learning_rate=5e-4")}));
  plan.setWhat(GoOn::kResume);
  EXPECT_EQ(plan.changes(), (std::vector<Assignment>{{kRateOfG.toStdString(), 5e-4}}));
}

TEST_F(GoOnPlanTest, ShowsWhatTheRunIsSetToAtTheCheckpoint) {
  open(LinkState::kFinished);
  GoOnPlan plan(store_);
  choose(plan, 300);
  EXPECT_EQ(plan.settings().value(kRateOfG), QVariant(2e-4));
  choose(plan, 100);
  EXPECT_EQ(plan.settings().value(kRateOfG), QVariant(1e-4));
  EXPECT_EQ(plan.settings().value(kBatch).toInt(), 32);
}

TEST_F(GoOnPlanTest, BeginsWithWhatWaitsForTheNextStart) {
  open(LinkState::kFinished);
  GoOnPlan plan(store_, {{kRateOfG.toStdString(), 7e-4}});
  choose(plan, 300);
  EXPECT_EQ(plan.wish().changes, (std::vector<Assignment>{{kRateOfG.toStdString(), 7e-4}}));
}

TEST_F(GoOnPlanTest, TakesTheNewestCheckpointAsWithoutAChoice) {
  open(LinkState::kFinished);
  GoOnPlan plan(store_);
  choose(plan, 300);
  EXPECT_TRUE(plan.wish().newest);
  choose(plan, 200);
  EXPECT_FALSE(plan.wish().newest);
  EXPECT_EQ(plan.wish().step, 200);
}

TEST_F(GoOnPlanTest, ARunThatIsAtItsEndNeedsToBeTrainedLonger) {
  open(LinkState::kFinished);
  GoOnPlan plan(store_);
  choose(plan, 300);
  EXPECT_TRUE(plan.isAtItsEnd());
  EXPECT_TRUE(plan.problem().contains(QStringLiteral("300"))) << plan.problem().toStdString();
  plan.setLength(Length::kMoreSteps, 50);
  EXPECT_TRUE(plan.problem().isEmpty()) << plan.problem().toStdString();
  EXPECT_EQ(plan.wish().until_step, 350);
  choose(plan, 200);
  EXPECT_FALSE(plan.isAtItsEnd());
  plan.setLength(Length::kAsSet, 50);
  EXPECT_TRUE(plan.problem().isEmpty()) << plan.problem().toStdString();
  EXPECT_EQ(plan.wish().until_step, 0);
}

TEST_F(GoOnPlanTest, ABranchOffTheEndNeedsALengthOfItsOwn) {
  open(LinkState::kFinished);
  GoOnPlan plan(store_);
  plan.setWhat(GoOn::kBranch);
  choose(plan, 300);
  EXPECT_TRUE(plan.problem().contains(QStringLiteral("300"))) << plan.problem().toStdString();
  plan.setLength(Length::kMoreSteps, 50);
  EXPECT_TRUE(plan.problem().isEmpty()) << plan.problem().toStdString();
  choose(plan, 250);
  plan.setLength(Length::kAsSet, 50);
  EXPECT_TRUE(plan.problem().isEmpty()) << plan.problem().toStdString();
}

TEST_F(GoOnPlanTest, IsOverAtItsEndWhereAnEngineDiedThatWasToGoFurther) {
  open(LinkState::kFinished);
  for (const std::int64_t total : {300, 1000}) {
    run_->changeSummary([&](RunSummary& summary) {
      summary.status = RunStatus::kRunning;
      summary.total_steps = total;
    });
    run_->announce();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return store_.summary().status == RunStatus::kRunning && store_.summary().total_steps == total; },
        kPatienceMs));
    GoOnPlan plan(store_);
    choose(plan, 300);
    EXPECT_EQ(plan.isOver(), total == 1000) << total;
  }
}

TEST_F(GoOnPlanTest, IsOverAtItsEndUnlessAnEngineDiedThereOrAScoreIsMissing) {
  open(LinkState::kFinished);
  const auto isOver = [this](RunStatus status, std::int64_t judged_every, qint64 step) {
    run_->changeSummary([&](RunSummary& summary) {
      summary.status = status;
      summary.live_values["evaluation.every_steps"] = judged_every;
    });
    run_->announce();
    EXPECT_TRUE(QTest::qWaitFor(
        [&] {
          return store_.summary().status == status &&
                 store_.summary().live_values.at("evaluation.every_steps") == Value(judged_every);
        },
        kPatienceMs));
    GoOnPlan plan(store_);
    choose(plan, step);
    return plan.isOver();
  };
  EXPECT_TRUE(isOver(RunStatus::kStopped, 0, 300));
  EXPECT_FALSE(isOver(RunStatus::kStopped, 0, 200));
  EXPECT_FALSE(isOver(RunStatus::kStopped, 100, 300)) << "its last score is made up for";
  EXPECT_TRUE(isOver(RunStatus::kStarting, 0, 300)) << "a branch that nobody has trained";
  EXPECT_FALSE(isOver(RunStatus::kRunning, 0, 300)) << "its engine has not told that it is finished";
  EXPECT_TRUE(isOver(RunStatus::kFinished, 0, 300));
}

TEST_F(GoOnPlanTest, ABranchTakesNoBatchOfOneImageThatCannotBeNormalised) {
  run_->facts.config_yaml += "model:\n  architecture: mlp\n";
  open(LinkState::kFinished);
  GoOnPlan plan(store_);
  plan.setWhat(GoOn::kBranch);
  choose(plan, 200);
  plan.settings().wish(kBatch, 1);
  EXPECT_TRUE(plan.problem().contains(QStringLiteral("data.batch_size"))) << plan.problem().toStdString();
  plan.settings().wish(kBatch, 2);
  EXPECT_TRUE(plan.problem().isEmpty()) << plan.problem().toStdString();
}

TEST_F(GoOnPlanTest, CountsEpochsInTheImagesOfTheCheckpoint) {
  open(LinkState::kFinished);
  GoOnPlan plan(store_);
  choose(plan, 300);
  plan.setLength(Length::kMoreEpochs, 3);
  EXPECT_EQ(plan.untilStep(), 300 + 3 * 640 / 32);
  run_->checkpoints[3].state.images_per_epoch = 0;  // as older ones have it
  run_->checkpoints[3].name = "another";
  link_.requestCheckpoints();
  ASSERT_TRUE(QTest::qWaitFor([&] { return store_.checkpoints().back().entry.name == "another"; }, kPatienceMs));
  choose(plan, 300);
  EXPECT_FALSE(plan.knowsEpochs());
}

TEST_F(GoOnPlanTest, CountsTheImagesOfCopiesOfTheNetworksNotOfTheirStages) {
  run_->facts.config_yaml += "distributed:\n  stages: 2\n";
  run_->changeSummary([](RunSummary& summary) {
    summary.ranks = RanksMeasured{.steps = 5, .ranks = {{}, {}, {}, {}}};
  });
  open(LinkState::kFinished);
  GoOnPlan plan(store_);
  choose(plan, 300);
  plan.setLength(Length::kMoreEpochs, 3);
  EXPECT_EQ(plan.untilStep(), 300 + 3 * 640 / (2 * 32));
}

TEST_F(GoOnPlanTest, EndsAfterTheCheckpoint) {
  open(LinkState::kFinished);
  GoOnPlan plan(store_);
  choose(plan, 200);
  plan.setLength(Length::kUntilStep, 200);
  EXPECT_FALSE(plan.problem().isEmpty());
  plan.setLength(Length::kUntilStep, 201);
  EXPECT_TRUE(plan.problem().isEmpty()) << plan.problem().toStdString();
}

TEST_F(GoOnPlanTest, ABranchHasItsLengthAmongItsSettings) {
  open(LinkState::kFinished);
  GoOnPlan plan(store_);
  plan.setWhat(GoOn::kBranch);
  choose(plan, 250);
  EXPECT_TRUE(branchOverrides(plan.wish()).isEmpty());
  plan.settings().wish(kBatch, 16);
  plan.setLength(Length::kUntilStep, 900);
  EXPECT_EQ(branchOverrides(plan.wish(QStringLiteral("/runs/b"))),
            QStringList({QStringLiteral("data.batch_size=16"), QStringLiteral("training.steps=900"),
                         QStringLiteral("training.epochs=0")}));
}

TEST_F(GoOnPlanTest, RefusesChangesThatContradictOtherSettings) {
  open(LinkState::kFinished);
  GoOnPlan plan(store_);
  choose(plan, 200);
  plan.settings().wish(QStringLiteral("sampling.with_checkpoint"), QStringLiteral("no such sheet"));
  EXPECT_FALSE(plan.problem().isEmpty());
  plan.settings().dropWish(QStringLiteral("sampling.with_checkpoint"));
  EXPECT_TRUE(plan.problem().isEmpty()) << plan.problem().toStdString();
}

TEST_F(GoOnPlanTest, GoesOnWithoutEvaluationsThatCouldNotBeMadeUnlessTheyAreChanged) {
  run_->changeSummary([](RunSummary& summary) {
    summary.live_values["evaluation.every_steps"] = std::int64_t{100};
    summary.live_values["evaluation.count"] = std::int64_t{20};
    summary.live_values["evaluation.metrics"] = std::string("fid,fid-infinity");
  });
  open(LinkState::kFinished);
  GoOnPlan plan(store_);
  choose(plan, 200);
  plan.setLength(Length::kUntilStep, 400);
  plan.settings().wish(kRateOfG, 5e-4);
  EXPECT_TRUE(plan.problem().isEmpty()) << plan.problem().toStdString();
  plan.settings().wish(QStringLiteral("evaluation.count"), 31);
  EXPECT_TRUE(plan.problem().contains(QStringLiteral("32"))) << plan.problem().toStdString();
  plan.settings().wish(QStringLiteral("evaluation.count"), 32);
  EXPECT_TRUE(plan.problem().isEmpty()) << plan.problem().toStdString();
}

TEST_F(GoOnPlanTest, OfARunWhoseConfigurationCannotBeReadOffersWhatCanChangeWhileItTrains) {
  run_->facts.config_yaml = "no: such\nrun: 1\n";
  open(LinkState::kFinished);
  ASSERT_EQ(store_.config(), nullptr);
  GoOnPlan plan(store_);
  choose(plan, 200);
  EXPECT_TRUE(fixedOf(plan, kRateOfG).isEmpty());
  EXPECT_EQ(plan.settings().rowOf(kBatch), -1);
  plan.setLength(Length::kMoreSteps, 10);
  EXPECT_EQ(plan.wish().until_step, 210);
}

}  // namespace
}  // namespace gan
