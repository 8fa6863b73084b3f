#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "session/session.h"
#include "session_run.h"
#include "support/expect_error.h"
#include "support/small_disk.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

class EagerClients {
 public:
  static constexpr int kThreads = 3;
  static constexpr int kCommands = 80;

  explicit EagerClients(Session& session) {
    for (int thread = 0; thread < kThreads; ++thread) {
      threads_.emplace_back([this, &session, thread] {
        for (int i = 0; i < kCommands; ++i) send(session, thread * kCommands + i);
      });
    }
  }
  void join() {
    for (std::thread& thread : threads_) thread.join();
  }
  void expectOneAnswerEach() const {
    for (int i = 0; i < kThreads * kCommands; ++i) EXPECT_EQ(answers_[static_cast<std::size_t>(i)], 1) << i;
  }

 private:
  void send(Session& session, int number) {
    constexpr CommandKind kKinds[] = {CommandKind::kSet, CommandKind::kCheckpoint, CommandKind::kSample,
                                      CommandKind::kEvaluate, CommandKind::kStep};
    Command command;
    command.id = std::to_string(number);
    command.kind = kKinds[number % std::ssize(kKinds)];
    if (command.kind == CommandKind::kSet) command.values = {{"objective.real_label", 0.9}};
    session.submit(command, [this, number](const CommandAnswer&) { ++answers_[static_cast<std::size_t>(number)]; });
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }

  std::vector<std::atomic<int>> answers_ = std::vector<std::atomic<int>>(kThreads * kCommands);
  std::vector<std::thread> threads_;
};

TEST(Session, AnswersEveryCommandOnceThoughItEndsMeanwhile) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run", {"training.steps=60"});
  auto training = std::make_unique<TrainingSession>(folder);
  EagerClients clients(training->session());
  EXPECT_EQ(training->wait(), Outcome::kFinished);
  clients.join();
  training.reset();
  clients.expectOneAnswerEach();
}

TEST(Session, AnswersEveryCommandOnceThoughItFailsMeanwhile) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run");
  auto training = std::make_unique<TrainingSession>(folder);
  EagerClients clients(training->session());
  training->failAtStep(60);
  EXPECT_THROW(training->wait(), std::runtime_error);
  clients.join();
  training.reset();
  clients.expectOneAnswerEach();
  EXPECT_EQ(statuses(folder).back(), "failed internal");
}

TEST(Session, AnswersEveryCommandOnceThoughItsDiskFillsUpMeanwhile) {
  const SmallDisk disk(2048);
  if (!disk.mounted()) GTEST_SKIP() << "Only root may mount a small file system; nothing was checked.";
  const RunFolder folder = smallRun(disk.path() / "run");
  auto training = std::make_unique<TrainingSession>(folder);
  EagerClients clients(training->session());
  disk.fill();
  expectError(ErrorCode::kResourceExhausted, "disk_full", [&] { training->wait(); });
  clients.join();
  training.reset();
  clients.expectOneAnswerEach();
}

/// What the journal says of the commands of a kind, the newest last.
std::vector<CommandHandled> handledOf(const RunFolder& folder, CommandKind kind) {
  std::vector<CommandHandled> found;
  for (const Event& event : readJournal(folder.journal())) {
    const auto* handled = std::get_if<CommandHandled>(&event.what);
    if (handled != nullptr && handled->command.kind == kind) found.push_back(*handled);
  }
  return found;
}

TEST(Session, DoesAgainWhatAJournalHasBesideASettingWithoutEffect) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run", {"objective.loss=hinge"});
  SessionOptions options;
  options.stop_at_step = 4;
  options.script = setAt(2, 1e-3);
  // As journals of versions have it that took a label of any loss at its default.
  options.script.front().command.values.push_back({"objective.real_label", 1.0});
  EXPECT_EQ(TrainingSession(folder, options).wait(), Outcome::kFinished);
  const std::vector<CommandHandled> handled = handledOf(folder, CommandKind::kSet);
  ASSERT_THAT(handled, testing::SizeIs(1));
  EXPECT_EQ(handled.front().answer.result, CommandResult::kApplied) << handled.front().answer.reason.english();
  EXPECT_EQ(handled.front().command.values, setAt(2, 1e-3).front().command.values);
}

TEST(Session, KeepsACheckpointThatThereIsAndSaysSoInItsJournal) {
  const TemporaryFolder temporary;
  const RunFolder folder = smallRun(temporary / "run", {"checkpoint.keep_newest=2", "checkpoint.keep_best=0"});
  TrainingSession training(folder);
  const CheckpointStore store(folder.checkpoints());
  ASSERT_TRUE(training.waitFor([&] { return training.step() > 20; }));
  ASSERT_EQ(training.ask(CommandKind::kPause).result, CommandResult::kApplied);
  ASSERT_EQ(training.ask(CommandKind::kCheckpoint).result, CommandResult::kApplied);  // none is being written any more
  const auto there = store.list();
  ASSERT_GE(there.size(), 2U);
  const CheckpointStore::Entry& before = there[there.size() - 2];
  ASSERT_FALSE(before.state.pinned);
  const std::int64_t step = before.state.step;
  const CommandAnswer missing = training.ask(CommandKind::kKeep, {}, step + 1'000'000);
  EXPECT_EQ(missing.result, CommandResult::kRefused);
  EXPECT_EQ(missing.reason.id, "checkpoint_not_found");
  const CommandAnswer kept = training.ask(CommandKind::kKeep, {}, step);
  EXPECT_EQ(kept.result, CommandResult::kApplied) << kept.reason.english();
  ASSERT_EQ(training.ask(CommandKind::kContinue).result, CommandResult::kApplied);
  const std::int64_t later = step + 60;
  ASSERT_TRUE(training.waitFor([&] { return training.step() > later; }));
  training.session().requestStop();
  ASSERT_EQ(training.wait(), Outcome::kStopped);
  const auto left = store.list();
  const auto is_it = [step](const CheckpointStore::Entry& entry) { return entry.state.step == step; };
  const auto found = std::ranges::find_if(left, is_it);
  ASSERT_NE(found, left.end());
  EXPECT_TRUE(found->state.pinned);
  const auto said = handledOf(folder, CommandKind::kKeep);
  ASSERT_EQ(said.size(), 2U);
  EXPECT_EQ(said[1].command.step, step);
  EXPECT_EQ(said[1].answer.result, CommandResult::kApplied);
}

/// While it lives each checkpoint takes so many milliseconds, twice.
class SlowCheckpoints {
 public:
  explicit SlowCheckpoints(const char* milliseconds) { ::setenv(kPauseInCheckpointVariable, milliseconds, 1); }
  ~SlowCheckpoints() { ::unsetenv(kPauseInCheckpointVariable); }
  SlowCheckpoints(const SlowCheckpoints&) = delete;
  SlowCheckpoints& operator=(const SlowCheckpoints&) = delete;
};

TEST(Session, AnswersACommandWhenTheJournalHasItThoughACheckpointIsBeingWritten) {
  const TemporaryFolder temporary;
  const SlowCheckpoints slow("5000");
  const RunFolder folder = smallRun(
      temporary / "run", {"checkpoint.interval_steps=0", "sampling.each_epoch=false"});  // pictures wait for it
  TrainingSession training(folder);
  Command checkpoint;
  checkpoint.kind = CommandKind::kCheckpoint;
  std::atomic<bool> written{false};
  training.session().submit(checkpoint, [&](const CommandAnswer&) { written = true; });
  ASSERT_TRUE(training.waitFor([&] {
    return std::ranges::any_of(fs::directory_iterator(folder.checkpoints()), [](const auto&) { return true; });
  }));
  const std::int64_t step = training.step();
  RunReader reader(folder);
  EXPECT_TRUE(training.waitFor([&] {
    reader.refresh();
    const auto known = reader.steps();
    return known && known->last > step + 10;
  })) << "scalars wait for the checkpoint";
  const CommandAnswer answer = training.ask(CommandKind::kSet, {{"optimizer.generator.learning_rate", 0.00123}});
  EXPECT_EQ(answer.result, CommandResult::kApplied);
  const auto set = handledOf(folder, CommandKind::kSet);
  ASSERT_EQ(set.size(), 1U) << "told before the journal had it";
  EXPECT_EQ(set.front().answer.step, answer.step);
  EXPECT_FALSE(written) << "the checkpoint was not slow enough for this test";
  EXPECT_TRUE(training.waitFor([&] { return written.load(); }));
  EXPECT_EQ(handledOf(folder, CommandKind::kCheckpoint).size(), 1U);
}

}  // namespace
}  // namespace gan
