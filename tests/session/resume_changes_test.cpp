#include "session/resume_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "session_run.h"
#include "support/expect_error.h"

namespace gan {
namespace {

using testing::HasSubstr;

constexpr const char* kRate = "optimizer.generator.learning_rate";
/// Else the change leaves a checkpoint.
const std::vector<std::string> kNoWayBack = {"health.risky_factor=0"};

Command rateOf(double rate) {
  Command command;
  command.client = "ann";
  command.values = {{kRate, rate}};
  return command;
}

SessionOptions changedTo(double rate, std::int64_t until) {
  SessionOptions options = resumeTo(until);
  options.changes = {{kRate, rate}};
  return options;
}

/// Of the generator in the newest checkpoint.
std::string generatorOf(const RunFolder& folder) {
  const auto newest = CheckpointStore(folder.checkpoints()).list().back();
  std::ifstream file(newest.path / "generator.safetensors", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<CommandHandled> commandsOf(const RunFolder& folder) {
  std::vector<CommandHandled> found;
  for (const Event& event : readJournal(folder.journal())) {
    if (const auto* handled = std::get_if<CommandHandled>(&event.what)) found.push_back(*handled);
  }
  return found;
}

RunFolder trainedTo20(const std::filesystem::path& path) {
  const RunFolder folder = smallRun(path, kNoWayBack);
  TrainingSession(folder, resumeTo(20)).wait();
  return folder;
}

TEST(ResumeChanges, TrainAsTheSameChangeOfARunThatWasNeverStopped) {
  const TemporaryFolder temporary;
  const RunFolder undisturbed = smallRun(temporary / "undisturbed", kNoWayBack);
  SessionOptions options;
  options.script = {{20, rateOf(5e-2)}};
  options.stop_at_step = 25;
  TrainingSession(undisturbed, options).wait();
  const RunFolder folder = trainedTo20(temporary / "run");
  EXPECT_EQ(TrainingSession(folder, changedTo(5e-2, 25)).wait(), Outcome::kFinished);
  EXPECT_EQ(generatorOf(folder), generatorOf(undisturbed));
}

TEST(ResumeChanges, StandInTheJournalAsACommandOfThatStep) {
  const TemporaryFolder temporary;
  const RunFolder folder = trainedTo20(temporary / "run");
  const double before = folder.config().real(kRate);
  TrainingSession(folder, changedTo(5e-2, 25)).wait();
  const std::vector<CommandHandled> handled = commandsOf(folder);
  ASSERT_EQ(handled.size(), 1U);
  EXPECT_EQ(handled[0].answer, (CommandAnswer{CommandResult::kApplied, 20, {}}));
  EXPECT_THAT(handled[0].command.client, HasSubstr("gan-engine resume"));
  EXPECT_EQ(handled[0].command.values, (std::vector<Assignment>{{kRate, 5e-2}}));
  EXPECT_EQ(handled[0].previous, (std::vector<Assignment>{{kRate, before}}));
}

TEST(ResumeChanges, ToWhatIsSoAlreadyLeaveNoTrace) {
  const TemporaryFolder temporary;
  const RunFolder folder = trainedTo20(temporary / "run");
  TrainingSession(folder, changedTo(folder.config().real(kRate), 25)).wait();
  EXPECT_TRUE(commandsOf(folder).empty());
}

TEST(ResumeChanges, CountInsteadOfWhatWasSetAfterTheCheckpoint) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run", kNoWayBack);
  {
    SessionOptions options;
    options.script = {{13, rateOf(5e-2)}};
    TrainingSession training(folder, options);
    training.failAtStep(17);  // behind the checkpoint of step 10
    EXPECT_THROW(training.wait(), std::runtime_error);
  }
  TrainingSession(folder, changedTo(3e-3, 15)).wait();
  const std::vector<CommandHandled> handled = commandsOf(folder);
  ASSERT_EQ(handled.size(), 2U) << "the one of step 13 came once, and not again";
  EXPECT_EQ(handled[1].answer.step, 10);
  EXPECT_EQ(handled[1].command.values, (std::vector<Assignment>{{kRate, 3e-3}}));
}

TEST(ResumeChanges, OfAStartThatWasLostComeAgainFromTheJournal) {
  const TemporaryFolder temporary;
  const RunFolder folder = trainedTo20(temporary / "run");
  const SessionOptions options = changedTo(5e-2, 40);
  {
    TrainingSession training(folder, options);
    training.failAtStep(24);  // before the next checkpoint
    EXPECT_THROW(training.wait(), std::runtime_error);
  }
  EXPECT_TRUE(hasChanged(readJournal(folder.journal()), options.changes));
  EXPECT_FALSE(hasChanged(readJournal(folder.journal()), {{kRate, 1e-3}}));
  EXPECT_FALSE(hasChanged(readJournal(folder.journal()), {}));
  TrainingSession(folder, resumeTo(40)).wait();
  RunReader reader(folder);
  reader.refresh();
  EXPECT_EQ(std::get<double>(reader.summary().live_values.at(kRate)), 5e-2);
}

TEST(ResumeChanges, ThatContradictOtherSettingsStartNothing) {
  const TemporaryFolder temporary;
  const RunFolder folder = trainedTo20(temporary / "run");
  const std::size_t before = readJournal(folder.journal()).size();
  SessionOptions options = resumeTo(25);
  options.changes = {{"sampling.classes", std::string("3")}};  // of a run without classes
  EXPECT_THROW(TrainingSession(folder, options).wait(), Error);
  EXPECT_EQ(readJournal(folder.journal()).size(), before);
}

TEST(ResumeChanges, AreReadAsTheRunsSettings) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run");
  const std::vector<std::string> texts = {"optimizer.generator.learning_rate=5e-2", "sampling.interval_steps=7"};
  EXPECT_EQ(resumeChanges(folder, texts),
            (std::vector<Assignment>{{kRate, 5e-2}, {"sampling.interval_steps", std::int64_t{7}}}));
  EXPECT_TRUE(resumeChanges(folder, {}).empty());
}

TEST(ResumeChanges, OfWhatOnlyABranchCanHaveOtherwiseAreRefusedWithTheCommandForThat) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run");
  const auto changes = [&folder](const std::string& text) {
    return [&folder, text] { resumeChanges(folder, std::vector<std::string>{text}); };
  };
  const auto batch = expectError(ErrorCode::kFailedPrecondition, "config_not_at_resume", changes("data.batch_size=4"));
  ASSERT_TRUE(batch);
  EXPECT_THAT(batch->message(), HasSubstr("--set data.batch_size=4"));
  const auto steps =
      expectError(ErrorCode::kFailedPrecondition, "config_length_at_resume", changes("training.steps=90"));
  ASSERT_TRUE(steps);
  EXPECT_THAT(steps->message(), HasSubstr("--steps"));
  expectError(ErrorCode::kNotFound, "config_unknown_key", changes("optimizer.generator.rate=1"));
  expectError(ErrorCode::kInvalidArgument, "config_out_of_range", changes("optimizer.generator.learning_rate=-1"));
  expectError(ErrorCode::kInvalidArgument, "config_bad_override", changes("sampling.interval_steps"));
  expectError(ErrorCode::kInvalidArgument, "config_conflict", changes("sampling.classes="));  // it knows no classes
  expectError(ErrorCode::kInvalidArgument, "command_duplicate_field", [&folder] {
    resumeChanges(folder, std::vector<std::string>{"sampling.interval_steps=7", "sampling.interval_steps=8"});
  });
}

}  // namespace
}  // namespace gan
