#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/units.h"
#include "session_run.h"

namespace gan {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// What a run does whose losses became NaN.
class Guard : public testing::Test {
 protected:
  RunFolder spoilt(const std::string& policy, const std::string& timeout = "60") {
    return spoiltRun(temporary_ / "run", {"guard.on_nan=" + policy, "guard.pause_timeout_seconds=" + timeout});
  }
  static bool hasCheckpoint(const RunFolder& folder, std::int64_t step) {
    for (const auto& entry : CheckpointStore(folder.checkpoints()).list()) {
      if (entry.state.step == step) return true;
    }
    return false;
  }

  TemporaryFolder temporary_;
};

TEST_F(Guard, AutoStopsWhereNobodySteers) {
  const RunFolder folder = spoilt("auto");
  EXPECT_EQ(TrainingSession(folder, resumeTo(1000)).wait(), Outcome::kDiverged);
  EXPECT_THAT(statuses(folder), ElementsAre("running", "finished", "running", "diverged losses_not_finite"));
  EXPECT_EQ(CheckpointStore(folder.checkpoints()).list().back().state.step, 20);
}

TEST_F(Guard, AutoPausesForSomebodyWhoSteersAndEndsWhenNobodyCame) {
  const RunFolder folder = spoilt("auto", "1");
  const double begin = unixSeconds();
  EXPECT_EQ(TrainingSession(folder, resumeTo(1000), /*steering_clients=*/1).wait(), Outcome::kDiverged);
  EXPECT_GE(unixSeconds(), begin + 1);
  EXPECT_THAT(statuses(folder),
              ElementsAre("running", "finished", "running", "paused paused_not_finite", "diverged losses_not_finite"));
  for (const Event& event : JournalReader(folder.journal()).next()) {
    const auto* changed = std::get_if<StatusChanged>(&event.what);
    if (changed == nullptr) continue;
    if (changed->reason.id == "paused_not_finite") {
      EXPECT_GE(changed->deadline_unix_seconds, begin + 1);
      EXPECT_LE(changed->deadline_unix_seconds, event.unix_seconds + 1);
    } else {
      EXPECT_EQ(changed->deadline_unix_seconds, 0);
    }
  }
}

TEST_F(Guard, StopStopsAlsoWhereSomebodySteers) {
  const RunFolder folder = spoilt("stop");
  EXPECT_EQ(TrainingSession(folder, resumeTo(1000), /*steering_clients=*/1).wait(), Outcome::kDiverged);
  EXPECT_THAT(statuses(folder), ElementsAre("running", "finished", "running", "diverged losses_not_finite"));
}

TEST_F(Guard, PauseKeepsNothingOfWhatIsNotFiniteAndARollBackTrainsOnWithFiniteLosses) {
  const RunFolder folder = spoilt("pause");
  TrainingSession training(folder, resumeTo(40));
  ASSERT_TRUE(training.waitFor([&] { return training.paused(); }));
  EXPECT_EQ(training.ask(CommandKind::kContinue).reason.id, "continue_not_finite");
  EXPECT_EQ(training.ask(CommandKind::kCheckpoint).reason.id, "checkpoint_not_finite");
  const CommandAnswer rolled_back = training.ask(CommandKind::kRollback, {}, 10);
  ASSERT_EQ(rolled_back.result, CommandResult::kApplied) << rolled_back.reason.english();
  EXPECT_EQ(rolled_back.step, 10);
  EXPECT_EQ(training.ask(CommandKind::kContinue).result, CommandResult::kApplied);
  EXPECT_EQ(training.wait(), Outcome::kFinished);

  EXPECT_TRUE(hasCheckpoint(folder, 40));
  RunReader reader(folder);
  reader.refresh();
  EXPECT_EQ(reader.summary().step, 40);
  for (const char* series : {"loss/d", "loss/g"}) {
    const auto values = reader.values(series, {1, 100}, 100);
    ASSERT_EQ(values.steps.size(), 40U) << series;
    for (std::size_t i = 0; i < values.steps.size(); ++i) {
      EXPECT_TRUE(std::isfinite(values.values[i])) << series << " at step " << values.steps[i];
    }
  }
  EXPECT_THAT(statuses(folder), ElementsAre("running", "finished", "running", "paused paused_not_finite",
                                            "paused rolled_back_by", "running", "finished"));
}

TEST_F(Guard, IgnoreGoesOnToTheEndAndKeepsNoCheckpointOfIt) {
  const RunFolder folder = spoilt("ignore");
  TrainingSession training(folder, resumeTo(45));
  EXPECT_EQ(training.wait(), Outcome::kDiverged);
  EXPECT_EQ(training.step(), 45);
  EXPECT_FALSE(hasCheckpoint(folder, 30));
  EXPECT_FALSE(hasCheckpoint(folder, 45));
  int alerts = 0;
  for (const Event& event : JournalReader(folder.journal()).next()) {
    const auto* alert = std::get_if<Alert>(&event.what);
    alerts += alert != nullptr && alert->rule == "nan" ? 1 : 0;
  }
  EXPECT_EQ(alerts, 1) << "divergence is told once";
}

TEST_F(Guard, LeavesARunInFloat16AloneWhoseUpdatesOverflowUntilItsScaleFits) {
  const RunFolder folder = smallRun(temporary_ / "run", {"training.precision=float16"});
  SessionOptions options;
  options.stop_at_step = 10;
  TrainingSession(folder, options).wait();
  for (const char* scale : {"d.scale", "g.scale"}) {
    writeFirstNumber(folder.checkpoints() / stepName(10, 1), "loss_scale", scale, 0x1p30F);
  }
  EXPECT_EQ(TrainingSession(folder, resumeTo(40)).wait(), Outcome::kFinished);
  EXPECT_THAT(statuses(folder), ElementsAre("running", "finished", "running", "finished"));
  RunReader reader(folder);
  reader.refresh();
  for (const char* series : {"gradient_norm/d", "gradient_norm/g"}) {
    const auto values = reader.values(series, {11, 40}, 100);
    EXPECT_THAT(values.steps, AllOf(Not(Contains(11)), Contains(40))) << series;
    for (const float value : values.values) EXPECT_TRUE(std::isfinite(value)) << series;
  }
}

/// A run of 20 steps and a newest checkpoint in which one running variance is NaN; losses do not show it.
class StatisticsGuard : public testing::Test {
 protected:
  RunFolder spoilt(const std::vector<std::string>& settings) {
    RunFolder folder = smallRun(temporary_ / "run", settings);
    SessionOptions options;
    options.stop_at_step = 20;
    TrainingSession(folder, options).wait();
    spoilRunningVariance(folder.checkpoints() / stepName(20, 1), "model.3.running_var");
    return folder;
  }
  static std::vector<std::string> told(const RunFolder& folder) {
    std::vector<std::string> alerts;
    for (const Event& event : JournalReader(folder.journal()).next()) {
      const auto* alert = std::get_if<Alert>(&event.what);
      if (alert != nullptr) alerts.push_back(alert->rule + ": " + alert->message.english());
    }
    return alerts;
  }
  static std::vector<std::int64_t> checkpoints(const RunFolder& folder) {
    std::vector<std::int64_t> steps;
    for (const auto& entry : CheckpointStore(folder.checkpoints()).list()) steps.push_back(entry.state.step);
    return steps;
  }

  TemporaryFolder temporary_;
};

TEST_F(StatisticsGuard, TellsOnceThatOneIsNotFiniteThoughTheLossesAreAndNoPictureIsDrawn) {
  const RunFolder folder = spoilt({"sampling.interval_steps=0", "sampling.each_epoch=false"});
  EXPECT_EQ(TrainingSession(folder, resumeTo(40)).wait(), Outcome::kDiverged);
  EXPECT_THAT(told(folder), ElementsAre(AllOf(StartsWith("statistics: "), HasSubstr("generator.model.3.running_var"),
                                              HasSubstr("step 24"))))
      << "at the end of an epoch, of 4 iterations";
}

TEST_F(StatisticsGuard, TellsOfItInPlaceOfThePicturesThatItSpoils) {
  const RunFolder folder = spoilt({"sampling.interval_steps=3", "sampling.each_epoch=false"});
  EXPECT_EQ(TrainingSession(folder, resumeTo(40)).wait(), Outcome::kDiverged);
  EXPECT_THAT(told(folder), ElementsAre(AllOf(StartsWith("statistics: "), HasSubstr("step 21"))));
}

TEST_F(StatisticsGuard, EndsAsDivergedWithTheCheckpointsFromBeforeAndNoneOfTheLastState) {
  const RunFolder folder = spoilt({"checkpoint.keep_newest=2"});
  EXPECT_EQ(TrainingSession(folder, resumeTo(45)).wait(), Outcome::kDiverged);
  EXPECT_THAT(checkpoints(folder), ElementsAre(10, 20));
  EXPECT_EQ(statuses(folder).back(), "diverged statistics_not_finite");
}

TEST_F(StatisticsGuard, StoppedKeepsNothingOfItEither) {
  const RunFolder folder = spoilt({"checkpoint.keep_newest=2"});
  TrainingSession training(folder, resumeTo(100'000));
  ASSERT_TRUE(training.waitFor([&] { return training.step() > 20; }));
  training.session().requestStop();
  EXPECT_EQ(training.wait(), Outcome::kDiverged);
  EXPECT_THAT(checkpoints(folder), ElementsAre(10, 20));
}

TEST_F(StatisticsGuard, RefusesACheckpointUntilARollBackToStatisticsThatAreFinite) {
  const RunFolder folder = spoilt({});
  TrainingSession training(folder, resumeTo(100'000));
  EXPECT_EQ(training.ask(CommandKind::kCheckpoint).reason.id, "checkpoint_statistics_not_finite");
  EXPECT_EQ(training.ask(CommandKind::kRollback, {}, 10).result, CommandResult::kApplied);
  EXPECT_EQ(training.ask(CommandKind::kCheckpoint).result, CommandResult::kApplied);
}

}  // namespace
}  // namespace gan
