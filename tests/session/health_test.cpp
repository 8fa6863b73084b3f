#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <set>

#include "session_run.h"

namespace gan {
namespace {

using testing::IsEmpty;

/// Within so many steps somebody is told.
constexpr std::int64_t kTold = 200;
constexpr std::int64_t kHealthySteps = 400;

struct Told {
  std::int64_t step = 0;
  Alert alert;
};

std::vector<Told> toldIn(const RunFolder& folder) {
  std::vector<Told> all;
  for (const Event& event : readJournal(folder.journal())) {
    const auto* alert = std::get_if<Alert>(&event.what);
    if (alert != nullptr && alert->severity != Severity::kInfo) all.push_back({event.step, *alert});
  }
  return all;
}

/// Where alerts that are not over lead back to.
std::vector<std::int64_t> waysBack(const RunFolder& folder) {
  std::map<std::string, std::int64_t> by_rule;
  for (const Event& event : readJournal(folder.journal())) {
    const auto* alert = std::get_if<Alert>(&event.what);
    if (alert == nullptr) continue;
    by_rule.erase(alert->rule);
    if (alert->healthy_step >= 0) by_rule[alert->rule] = alert->healthy_step;
  }
  std::vector<std::int64_t> steps;
  for (const auto& [rule, step] : by_rule) steps.push_back(step);
  return steps;
}

std::set<std::string> idsOf(const std::vector<Told>& all) {
  std::set<std::string> ids;
  for (const Told& one : all) {
    ids.insert(one.alert.message.id);
    std::cout << "step " << one.step << ": " << describe(one.alert) << "\n";
  }
  return ids;
}

/// What somebody does to a training that goes well, and what is to be told of it.
struct Collapse {
  const char* name;
  const char* preset;
  std::vector<std::string> begins_with;  ///< Settings of the run.
  std::vector<std::string> steering;     ///< Live settings.
  std::set<std::string> told;            ///< Of these at least one.
};

void PrintTo(const Collapse& collapse, std::ostream* out) { *out << collapse.name; }

RunFolder runOf(const std::filesystem::path& path, const std::string& preset,
                const std::vector<std::string>& settings = {}) {
  RunConfig config = configFromPreset(preset);
  for (const char* setting : {"training.epochs=0", "training.threads=1", "sampling.interval_steps=50",
                              "checkpoint.interval_steps=50", "recording.tensorboard=false"}) {
    config.applyOverride(setting);
  }
  for (const std::string& setting : settings) config.applyOverride(setting);
  return createRun(path, config, preset);
}

std::vector<Assignment> assignments(const std::vector<std::string>& settings) {
  std::vector<Assignment> all;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    const std::string path = setting.substr(0, equals);
    all.push_back({path, parseValue(Schema::builtin().at(path), setting.substr(equals + 1))});
  }
  return all;
}

class CollapseOf : public testing::TestWithParam<Collapse> {
 protected:
  TemporaryFolder temporary_;
};

TEST_P(CollapseOf, IsToldWithinTwoHundredStepsAndAHealthyCheckpointIsKept) {
  const RunFolder folder = runOf(temporary_ / "run", GetParam().preset, GetParam().begins_with);
  std::int64_t begins = 0;
  {
    TrainingSession training(folder);
    ASSERT_TRUE(training.waitFor([&] { return training.step() >= kHealthySteps; }));
    const CommandAnswer answer = training.ask(CommandKind::kSet, assignments(GetParam().steering));
    ASSERT_EQ(answer.result, CommandResult::kApplied) << answer.reason.english();
    begins = answer.step;
    const auto trained = [&] { return training.paused() || training.step() >= begins + kTold + 10; };
    ASSERT_TRUE(training.waitFor(trained)) << training.step();
  }
  std::vector<Told> told = toldIn(folder);
  std::erase_if(told, [&](const Told& one) { return one.step > begins + kTold; });
  std::cout << GetParam().name << " from step " << begins << " on\n";
  const std::set<std::string> ids = idsOf(told);
  std::set<std::string> expected;
  std::ranges::set_intersection(ids, GetParam().told, std::inserter(expected, expected.end()));
  EXPECT_FALSE(expected.empty()) << testing::PrintToString(ids);
  for (const Told& one : told) {
    EXPECT_GE(one.step, begins) << one.alert.message.english();
    EXPECT_GE(one.alert.since_step, begins - 40) << one.alert.message.english();
    EXPECT_GE(one.alert.healthy_step, 0) << one.alert.message.english();
    EXPECT_LT(one.alert.healthy_step, one.alert.since_step) << one.alert.message.english();
  }
  std::vector<std::int64_t> steps;
  for (const auto& entry : CheckpointStore(folder.checkpoints()).list()) steps.push_back(entry.state.step);
  EXPECT_THAT(waysBack(folder), testing::Each(testing::AnyOfArray(steps)));
}

const std::vector<std::string> kRatesOfOne = {"optimizer.generator.learning_rate=1",
                                              "optimizer.discriminator.learning_rate=1"};

/// A young generator's pictures are all alike anyway.
const std::vector<std::string> kRatesOfOneWithVariety = {"health.young_steps=0", kRatesOfOne[0], kRatesOfOne[1]};

INSTANTIATE_TEST_SUITE_P(
    Kinds, CollapseOf,
    testing::Values(Collapse{"RatesOfOne",
                             "simple-gan",
                             {},
                             kRatesOfOne,
                             {"loss_beyond_bounds", "loss_left_history", "discriminator_wins", "gradients_vanish"}},
                    Collapse{"PicturesThatAreAlike",
                             "simple-gan",
                             {},
                             kRatesOfOneWithVariety,
                             {"pictures_blank", "pictures_equal", "pictures_plain"}},
                    Collapse{"DiscriminatorAHundredTimesAsFast",
                             "simple-gan",
                             {},
                             {"optimizer.discriminator.learning_rate=2e-2"},
                             {"discriminator_wins", "loss_left_history", "loss_beyond_bounds"}},
                    Collapse{"DiscriminatorThatStandsStill",
                             "simple-gan",
                             {},
                             {"optimizer.discriminator.learning_rate=1e-8", "optimizer.generator.learning_rate=2e-3"},
                             {"discriminator_beaten"}},
                    Collapse{"PenaltyOfAMillion",
                             "simple-gan",
                             {"regulariser.r1.weight=1e-6"},
                             {"regulariser.r1.weight=1e6"},
                             {"gradients_explode"}}),
    [](const auto& one) { return one.param.name; });

TEST(HealthyRun, OfSimpleGanIsNotAccused) {
  const TemporaryFolder temporary;
  const RunFolder folder = runOf(temporary / "run", "simple-gan");
  SessionOptions options;
  options.stop_at_step = 3000;
  EXPECT_EQ(TrainingSession(folder, options).wait(), Outcome::kFinished);
  EXPECT_THAT(idsOf(toldIn(folder)), IsEmpty());
}

TEST(HealthyRun, OfShapesCganIsNotAccused) {
  const TemporaryFolder temporary;
  const RunFolder folder = runOf(temporary / "run", "shapes-cgan", {"training.threads=2"});
  SessionOptions options;
  options.stop_at_step = 600;
  EXPECT_EQ(TrainingSession(folder, options).wait(), Outcome::kFinished);
  EXPECT_THAT(idsOf(toldIn(folder)), IsEmpty());
}

class RiskySteer : public testing::Test {
 protected:
  std::vector<std::int64_t> checkpoints(const RunFolder& folder) {
    std::vector<std::int64_t> steps;
    for (const auto& entry : CheckpointStore(folder.checkpoints()).list()) steps.push_back(entry.state.step);
    return steps;
  }
  TemporaryFolder temporary_;
};

TEST_F(RiskySteer, LeavesACheckpointOfTheStateBeforeItWhichStays) {
  const RunFolder folder = smallRun(temporary_ / "run", {"checkpoint.interval_steps=7"});
  TrainingSession training(folder);
  ASSERT_TRUE(training.waitFor([&] { return training.step() >= 20; }));
  ASSERT_EQ(training.ask(CommandKind::kPause).result, CommandResult::kApplied);
  const CommandAnswer answer = training.ask(CommandKind::kSet, assignments(kRatesOfOne));
  ASSERT_EQ(answer.result, CommandResult::kApplied) << answer.reason.english();
  ASSERT_EQ(training.ask(CommandKind::kContinue).result, CommandResult::kApplied);
  ASSERT_TRUE(training.waitFor([&] { return training.step() >= answer.step + 60; }));
  EXPECT_THAT(checkpoints(folder), testing::Contains(answer.step));
  const CommandAnswer back = training.ask(CommandKind::kRollback, {}, answer.step);
  ASSERT_EQ(back.result, CommandResult::kApplied) << back.reason.english();
  bool told = false;
  for (const Event& event : readJournal(folder.journal())) {
    const auto* alert = std::get_if<Alert>(&event.what);
    told = told || (alert != nullptr && alert->rule == "risk" && event.step == answer.step);
  }
  EXPECT_TRUE(told);
}

TEST_F(RiskySteer, IsNotOneThatIsHarmless) {
  const RunFolder folder = smallRun(temporary_ / "run", {"checkpoint.interval_steps=0"});
  TrainingSession training(folder);
  ASSERT_TRUE(training.waitFor([&] { return training.step() >= 20; }));
  ASSERT_EQ(training.ask(CommandKind::kSet, assignments({"optimizer.generator.learning_rate=3e-4"})).result,
            CommandResult::kApplied);
  EXPECT_THAT(checkpoints(folder), IsEmpty());
}

}  // namespace
}  // namespace gan
