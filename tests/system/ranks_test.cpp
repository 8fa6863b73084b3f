#include <gtest/gtest.h>
#include <signal.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "support/process.h"
#include "support/rank_processes.h"
#include "support/run_folder_compare.h"
#include "support/small_training.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

class SeveralProcesses : public testing::Test {
 protected:
  std::vector<std::string> train(const fs::path& out, int batch_size, int steps) const {
    std::vector<std::string> words = smallTraining(
        out, steps,
        {"data.batch_size=" + std::to_string(batch_size), "checkpoint.interval_steps=20", "checkpoint.keep_newest=20"});
    words.insert(words.begin(), "train");
    return words;
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

/// Sixteen grey images a class, some of which are no images.
class RanksWithDamagedImages : public SeveralProcesses {
 protected:
  static constexpr int kImages = 64;

  void makeImages(const std::set<int>& damaged) const {
    fs::remove_all(data());
    for (int i = 0; i < kImages; ++i) {
      const fs::path file = data() / ("class" + std::to_string(i / 16)) / ("image" + std::to_string(i) + ".pgm");
      fs::create_directories(file.parent_path());
      const std::string pixels(16 * 16, static_cast<char>(i));
      std::ofstream(file, std::ios::binary) << (damaged.contains(i) ? "no image" : "P5 16 16 255\n" + pixels);
    }
  }
  fs::path data() const { return folder_ / "images"; }

  std::vector<std::unique_ptr<Process>> startTwo(const fs::path& out, const std::string& limit) const {
    return startRanks(2, {"train",
                          "--preset",
                          "simple-gan",
                          "--data",
                          data().string(),
                          "--out",
                          out.string(),
                          "--steps",
                          "8",
                          "--set",
                          "data.resolution=16",
                          "--set",
                          "data.channels=1",
                          "--set",
                          "data.batch_size=4",
                          "--set",
                          "data.workers=1",
                          "--set",
                          "training.threads=1",
                          "--set",
                          "data.corrupt_limit=" + limit});
  }
  std::vector<nlohmann::json> events(const fs::path& out) const {
    std::vector<nlohmann::json> found;
    std::istringstream lines(run({program("gan-engine"), "log", out.string(), "--json"}).output);
    for (std::string line; std::getline(lines, line);) found.push_back(nlohmann::json::parse(line));
    found.pop_back();  // the command's own answer
    return found;
  }
  /// What the journal tells of rank 1, by severity.
  std::multimap<std::string, nlohmann::json> reports(const fs::path& out) const {
    std::multimap<std::string, nlohmann::json> found;
    for (const nlohmann::json& event : events(out)) {
      if (event["type"] == "rank" && event["rank"] == 1) found.emplace(event["severity"], event);
    }
    return found;
  }
};

TEST_F(RanksWithDamagedImages, TellRankZerosJournalWhatEachOfThemMet) {
  std::set<int> damaged;
  for (int i = 0; i < kImages; i += 4) damaged.insert(i);
  makeImages(damaged);
  for (const auto& rank : startTwo(run_, "0.5")) ASSERT_EQ(rank->wait(), 0) << rank->errors();

  const auto found = reports(run_);
  ASSERT_EQ(found.count("info"), 1U);
  EXPECT_EQ(found.find("info")->second["message"]["id"], "rank_started");
  ASSERT_GT(found.count("warning"), 0U);
  const std::string text = found.find("warning")->second["message"]["text"];
  EXPECT_NE(text.find("gives way"), std::string::npos) << text;
  EXPECT_EQ(found.count("error"), 0U);
}

TEST_F(RanksWithDamagedImages, AnErrorThatEndsOneOfThemIsInTheJournalBeforeTheEndOfTheRun) {
  // Which rank meets an image first follows from the order of the epoch: one of these is rank 1's.
  for (int image = 0; image < 12; ++image) {
    const fs::path out = folder_ / ("run-" + std::to_string(image));
    makeImages({image});
    const auto ranks = startTwo(out, "0");
    const int zero = ranks[0]->wait();
    const int one = ranks[1]->wait();
    if (zero != 5) continue;  // it met the image itself
    EXPECT_EQ(one, 2) << ranks[1]->errors();
    const auto found = reports(out);
    ASSERT_EQ(found.count("error"), 1U);
    const nlohmann::json error = found.find("error")->second;
    EXPECT_EQ(error["message"]["id"], "data_too_damaged");
    const nlohmann::json last = events(out).back();
    EXPECT_EQ(last["status"], "failed");
    EXPECT_EQ(last["sequence"], error["sequence"].get<int>() + 1) << "the end comes right behind its reason";
    return;
  }
  FAIL() << "rank 1 met none of the damaged images";
}

/// Two ranks started by hand in folders of their own, each with other images under the same name.
TEST_F(SeveralProcesses, WithOtherImagesOnOneHostAreRefusedByRankAndHost) {
  const std::string port = freePort();
  std::vector<std::unique_ptr<Process>> ranks;
  for (const std::string rank : {"0", "1"}) {
    const fs::path host = folder_ / ("host-" + rank);
    fs::create_directories(host / "images" / "class");
    for (int i = 0; i < 16; ++i) {
      std::ofstream(host / "images" / "class" / (rank + "-" + std::to_string(i) + ".pgm"), std::ios::binary)
          << "P5 16 16 255\n" + std::string(16 * 16, static_cast<char>(i));
    }
    ranks.push_back(std::make_unique<Process>(std::vector<std::string>{
        "/bin/sh", "-c",
        "cd '" + host.string() + "' && exec '" + program("gan-engine") +
            "' train --preset simple-gan --steps 2 --set data.source=folder --set data.path=images"
            " --set data.resolution=16 --set data.channels=1 --set data.batch_size=4 --set data.workers=1"
            " --set training.threads=1 --out '" +
            run_.string() + "' --world-size 2 --rank " + rank + " --meet-at 127.0.0.1:" + port}));
  }
  for (const auto& rank : ranks) {
    EXPECT_EQ(rank->wait(), 1) << rank->errors();
    EXPECT_NE(rank->errors().find("do not agree on the images: rank 1 on "), std::string::npos) << rank->errors();
  }
  EXPECT_FALSE(fs::exists(run_)) << "nothing was trained in it";
}

TEST_F(SeveralProcesses, OfALauncherDoNotChooseFreeGpusEachForItself) {
  auto words = train(run_, 8, 1);
  words.insert(words.end(), {"--devices", "free"});
  for (const auto& rank : startRanks(2, words)) {
    EXPECT_EQ(rank->wait(), 2);
    EXPECT_NE(rank->errors().find("one of 2 processes: each would choose without the others"), std::string::npos)
        << rank->errors();
  }
}

}  // namespace
}  // namespace gan::test
