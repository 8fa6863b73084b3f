#include <gtest/gtest.h>
#include <signal.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "support/process.h"
#include "support/rank_processes.h"
#include "support/run_folder_compare.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

class SeveralProcesses : public testing::Test {
 protected:
  std::vector<std::string> train(const fs::path& out, int batch_size, int steps) const {
    return {"train",
            "--preset",
            "shapes-dcgan",
            "--out",
            out.string(),
            "--steps",
            std::to_string(steps),
            "--set",
            "data.batch_size=" + std::to_string(batch_size),
            "--set",
            "data.shapes_count=640",
            "--set",
            "model.generator_width=4",
            "--set",
            "model.discriminator_width=4",
            "--set",
            "training.threads=1",
            "--set",
            "checkpoint.interval_steps=20",
            "--set",
            "checkpoint.keep_newest=20",
            "--set",
            "sampling.interval_steps=0"};
  }
  std::string steer(std::vector<std::string> words) const {
    std::vector<std::string> command = {program("gan-engine"), "steer", run_.string()};
    words.insert(words.begin() + 1, "--json");
    command.insert(command.end(), words.begin(), words.end());
    const Finished finished = run(command);
    const auto reply = nlohmann::json::parse(finished.lastLine(), nullptr, false);
    return reply.is_object() ? reply.value("result", reply.dump()) : "no answer: " + finished.errors;
  }

  TemporaryFolder folder_;
  fs::path run_ = folder_.path() / "run";
};

TEST_F(SeveralProcesses, TrainWhatOneProcessTrainsWithTheirBatchesTogether) {
  const fs::path alone = folder_.path() / "alone";
  std::vector<std::string> one = train(alone, 16, 25);
  one.insert(one.begin(), program("gan-engine"));
  ASSERT_EQ(run(one).code, 0);
  auto ranks = startRanks(2, train(run_, 8, 25));
  ASSERT_EQ(ranks[1]->wait(), 0) << ranks[1]->errors();
  ASSERT_EQ(ranks[0]->wait(), 0) << ranks[0]->errors();

  const auto expected = trainedScalars(alone);
  const auto found = trainedScalars(run_);
  for (const char* series : {"loss/d_real", "loss/d_fake", "loss/g"}) {
    ASSERT_EQ(found.at(series).size(), 25U) << series;
    for (const auto& [step, value] : expected.at(series)) {
      if (step > 10) break;  // float32's rounding, another one for halves of a batch, has grown by then
      EXPECT_NEAR(found.at(series).at(step), value, 1e-3) << series << " at step " << step;
    }
  }
}

TEST_F(SeveralProcesses, FollowLiveCommandsAtTheSameStepSoThatTheirReplayIsTheSameBits) {
  auto ranks = startRanks(2, train(run_, 8, 0));
  ASSERT_TRUE(waitUntil([&] { return newestCheckpointStep(run_) > 0 || !ranks[0]->running(); })) << ranks[0]->errors();
  EXPECT_EQ(steer({"set", "optimizer.generator.learning_rate=3e-3"}), "applied");
  EXPECT_EQ(steer({"set", "objective.real_label=0.9"}), "applied");
  EXPECT_EQ(steer({"pause"}), "applied");
  EXPECT_EQ(steer({"step"}), "applied");
  EXPECT_EQ(steer({"set", "optimizer.discriminator.learning_rate=2e-3"}), "applied");
  EXPECT_EQ(steer({"pause"}), "refused");
  EXPECT_EQ(steer({"continue"}), "applied");
  EXPECT_EQ(steer({"checkpoint"}), "applied");
  EXPECT_EQ(steer({"rollback"}), "applied");
  EXPECT_EQ(steer({"set", "training.discriminator_steps=2"}), "applied");
  EXPECT_EQ(steer({"stop"}), "applied");
  ASSERT_EQ(ranks[0]->wait(), 3) << ranks[0]->errors();
  ASSERT_EQ(ranks[1]->wait(), 0) << ranks[1]->errors();

  const fs::path again = folder_.path() / "again";
  auto repeated = startRanks(2, {"replay", run_.string(), "--out", again.string()});
  ASSERT_EQ(repeated[0]->wait(), 0) << repeated[0]->errors();
  ASSERT_EQ(repeated[1]->wait(), 0) << repeated[1]->errors();
  EXPECT_TRUE(sameScalars(run_, again));
  EXPECT_TRUE(sameCheckpoint(run_, again, newestCheckpointStep(run_)));
}

TEST_F(SeveralProcesses, AllStopWithACheckpointWhenOneIsAskedTo) {
  auto ranks = startRanks(2, train(run_, 8, 0));
  ASSERT_TRUE(waitUntil([&] { return newestCheckpointStep(run_) > 0 || !ranks[0]->running(); })) << ranks[0]->errors();
  ranks[1]->signal(SIGTERM);
  EXPECT_EQ(ranks[0]->wait(), 3) << ranks[0]->errors();
  EXPECT_EQ(ranks[1]->wait(), 0) << ranks[1]->errors();

  const std::int64_t stopped = newestCheckpointStep(run_);
  const std::string end = std::to_string(stopped + 5);
  // Any number of processes goes on with it.
  EXPECT_EQ(run({program("gan-engine"), "resume", run_.string(), "--steps", end}).code, 0);
  EXPECT_EQ(newestCheckpointStep(run_), stopped + 5);
  auto three = startRanks(3, {"resume", run_.string(), "--steps", std::to_string(stopped + 9)});
  for (const auto& rank : three) EXPECT_EQ(rank->wait(), 0) << rank->errors();
  EXPECT_EQ(newestCheckpointStep(run_), stopped + 9);
  EXPECT_EQ(trainedScalars(run_).at("loss/g").size(), static_cast<std::size_t>(stopped + 9));
}

TEST_F(SeveralProcesses, OneThatIsKilledEndsTheOthersWithItsOwnExitCode) {
  auto ranks = startRanks(2, train(run_, 8, 0));
  ASSERT_TRUE(waitUntil([&] { return newestCheckpointStep(run_) > 0 || !ranks[0]->running(); })) << ranks[0]->errors();
  ranks[1]->signal(SIGKILL);
  EXPECT_EQ(ranks[0]->wait(std::chrono::seconds(30)), 5);
  EXPECT_NE(ranks[0]->errors().find("lost the connection to another process of the run"), std::string::npos)
      << ranks[0]->errors();
}

}  // namespace
}  // namespace gan::test
