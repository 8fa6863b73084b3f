#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "run/journal.h"
#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

/// A small run that is steered by hand: every kind of change that training can feel, and some that it cannot.
class SteeredRun : public testing::Test {
 protected:
  void SetUp() override {
    Process engine({program("gan-engine"), "train", "--preset", "shapes-dcgan", "--out", run_.string(), "--steps", "0",
                    "--set", "data.batch_size=16", "--set", "model.generator_width=8", "--set",
                    "model.discriminator_width=8", "--set", "checkpoint.interval_steps=40", "--set",
                    "checkpoint.keep_newest=20"});
    ASSERT_TRUE(waitUntil([&] { return newestCheckpointStep(run_) > 0 || !engine.running(); })) << engine.errors();
    EXPECT_EQ(steer({"set", "optimizer.generator.learning_rate=3e-4"}), "applied");
    EXPECT_EQ(steer({"set", "optimizer.discriminator.learning_rate=1e-4"}), "applied");
    EXPECT_EQ(steer({"set", "objective.real_label=0.9"}), "applied");
    EXPECT_EQ(steer({"checkpoint"}), "applied");
    EXPECT_EQ(steer({"set", "objective.fake_label=0.1"}), "applied");
    EXPECT_EQ(steer({"pause"}), "applied");
    EXPECT_EQ(steer({"step"}), "applied");
    EXPECT_EQ(steer({"set", "sampling.truncation=0.5"}), "applied");
    EXPECT_EQ(steer({"continue"}), "applied");
    EXPECT_EQ(steer({"set", "training.discriminator_steps=2"}), "applied");
    EXPECT_EQ(steer({"set", "data.batch_size=32"}), "needs_restart");
    EXPECT_EQ(steer({"continue"}), "refused");
    EXPECT_EQ(steer({"rollback"}), "applied");
    EXPECT_EQ(steer({"set", "optimizer.generator.learning_rate=2.5e-4"}), "applied");
    EXPECT_EQ(steer({"set", "objective.real_label=0.8"}), "applied");
    EXPECT_EQ(steer({"stop"}), "applied");
    ASSERT_EQ(engine.wait(), 3) << engine.errors();
    last_step_ = newestCheckpointStep(run_);
  }

  std::string steer(std::vector<std::string> words) {
    std::vector<std::string> command = {program("gan-engine"), "steer", run_.string()};
    words.insert(words.begin() + 1, "--json");
    command.insert(command.end(), words.begin(), words.end());
    const Finished finished = run(command);
    const auto reply = nlohmann::json::parse(finished.lastLine(), nullptr, false);
    if (!reply.is_object()) return "no answer: " + finished.errors;
    if (reply.contains("error")) {
      return reply.dump();
    }
    return reply.value("result", reply.dump());
  }

  TemporaryFolder folder_;
  fs::path run_ = folder_.path() / "run";
  std::int64_t last_step_ = 0;
};

/// The same journal with the last applied change of the generator's learning rate taken out.
void dropOneCommand(const fs::path& journal) {
  std::vector<Event> events = JournalReader(journal).next();
  for (auto event = events.rbegin(); event != events.rend(); ++event) {
    const auto* handled = std::get_if<CommandHandled>(&event->what);
    if (handled == nullptr || handled->answer.result != CommandResult::kApplied || handled->command.values.empty())
      continue;
    if (handled->command.values.front().path != "optimizer.generator.learning_rate") continue;
    events.erase(std::next(event).base());
    break;
  }
  fs::remove(journal);
  JournalWriter rewritten(journal);
  for (Event& event : events) rewritten.append(std::move(event));
}

int countCommands(const fs::path& journal, CommandResult result) {
  int count = 0;
  for (const Event& event : JournalReader(journal).next()) {
    const auto* handled = std::get_if<CommandHandled>(&event.what);
    count += handled != nullptr && handled->answer.result == result ? 1 : 0;
  }
  return count;
}

TEST_F(SteeredRun, IsRepeatedBitForBitByReplay) {
  EXPECT_GE(countCommands(run_ / "journal.log", CommandResult::kApplied), 13);
  EXPECT_EQ(countCommands(run_ / "journal.log", CommandResult::kRefused), 1);
  EXPECT_EQ(countCommands(run_ / "journal.log", CommandResult::kNeedsRestart), 1);
  const fs::path again = folder_.path() / "again";
  const Finished replayed = run({program("gan-engine"), "replay", run_.string(), "--out", again.string()});
  ASSERT_EQ(replayed.code, 0) << replayed.errors;
  EXPECT_TRUE(sameCheckpoint(run_, again, last_step_));
  EXPECT_TRUE(sameScalars(run_, again));

  dropOneCommand(run_ / "journal.log");
  const fs::path different = folder_.path() / "different";
  const Finished changed = run({program("gan-engine"), "replay", run_.string(), "--out", different.string()});
  ASSERT_EQ(changed.code, 0) << changed.errors;
  EXPECT_FALSE(sameCheckpoint(run_, different, last_step_));
  EXPECT_FALSE(sameScalars(run_, different));
}

}  // namespace
}  // namespace gan::test
