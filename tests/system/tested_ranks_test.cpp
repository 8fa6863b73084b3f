// A classifier is tested by several processes as by one: the same bits, one answer, and one reason where that fails.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "run/kept_tests.h"
#include "support/process.h"
#include "support/rank_processes.h"
#include "support/temporary_folder.h"
#include "support/worker_processes.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using std::chrono_literals::operator""s;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using Words = std::vector<std::string>;

constexpr const char* kMark = "GAN_TEST_RUN";

class TestedRanks : public testing::Test {
 protected:
  /// Three steps of a classifier of small shapes.
  static void train(const fs::path& run, const Words& settings) {
    Words words{program("gan-engine"), "train",   "--preset", "fashion-resnet-18", "--out",
                run.string(),          "--steps", "3",        "--devices",         "cpu"};
    for (const char* setting : {"data.source=shapes", "data.shapes_style=plain", "data.resolution=16",
                                "data.batch_size=8", "data.validation=none", "optimizer.classifier.learning_rate=1e-3",
                                "training.threads=1", "recording.tensorboard=false"}) {
      words.insert(words.end(), {"--set", setting});
    }
    for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
    const Finished finished = test::run(words);
    ASSERT_EQ(finished.code, 0) << finished.errors;
  }
  /// Seven whole batches and a half: the shares of two ranks and of three are unlike.
  static Words few() { return {"data.shapes_count=60"}; }
  /// So many that no test of them ends before it is disturbed.
  static Words many() { return {"data.shapes_count=1000000"}; }

  static Words testWords(const fs::path& run, const Words& more = {}) {
    Words words{"test", run.string(), "--split", "train", "--devices", "cpu", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  static json tested(const fs::path& run, const Words& more) {
    Words words = testWords(run, more);
    words.insert(words.begin(), program("gan-engine"));
    const Finished finished = test::run(words);
    EXPECT_EQ(finished.code, 0) << finished.errors;
    return json::parse(finished.lastLine(), nullptr, /*allow_exceptions=*/false);
  }

  /// Two processes, of which each may be told of another run.
  std::vector<std::unique_ptr<Process>> startPair(const Words& zero, const Words& one) const {
    const std::string place = "127.0.0.1:" + freePort();
    std::vector<std::unique_ptr<Process>> ranks;
    for (Words words : {zero, one}) {
      const std::string rank = std::to_string(ranks.size());
      words.insert(words.begin(), program("gan-engine"));
      words.insert(words.end(), {"--world-size", "2", "--rank", rank, "--local-rank", rank, "--meet-at", place});
      ranks.push_back(std::make_unique<Process>(words, mark()));
    }
    return ranks;
  }
  /// What both say that end without having tested anything.
  static Words refusals(const std::vector<std::unique_ptr<Process>>& ranks) {
    Words said;
    for (const auto& rank : ranks) {
      EXPECT_GT(rank->wait(60s), 0);
      said.push_back(rank->errors());
    }
    return said;
  }

  Process::Environment mark() const { return {{kMark, folder_.path().string()}}; }
  bool nobodyIsLeft() const {
    return waitUntil([this] { return processesWith(kMark, folder_.path().string()).empty(); }, 10s);
  }
  static bool isUnderWay(Process& of_rank_zero) {
    return waitUntil(
               [&] {
                 return of_rank_zero.errors().find("images named") != std::string::npos || !of_rank_zero.running();
               },
               120s) &&
           of_rank_zero.running();
  }
  /// A test of many images on two processes that this one starts, in the midst of it.
  std::unique_ptr<Process> launched() {
    train(run_, many());
    Words words = testWords(run_, {"--processes", "2"});
    words.insert(words.begin(), program("gan-engine"));
    auto launcher = std::make_unique<Process>(words, mark());
    EXPECT_TRUE(isUnderWay(*launcher)) << launcher->errors();
    return launcher;
  }

  TemporaryFolder folder_;
  fs::path run_ = folder_.path() / "run";
};

/// The sheets of a test, by name.
std::map<std::string, std::string> sheetsOf(const fs::path& run, const KeptTest& test) {
  std::map<std::string, std::string> sheets;
  for (const KeptCell& cell : test.cells) {
    std::ifstream file(testFolder(run, test.id) / cell.sheet, std::ios::binary);
    sheets[cell.sheet] = {std::istreambuf_iterator<char>(file), {}};
  }
  return sheets;
}

TEST_F(TestedRanks, FindTheSameBitsAndDrawTheSameSheetsOneTwoOrThreeOfThem) {
  train(run_, few());
  const json one = tested(run_, {});
  ASSERT_EQ(one.at("images"), 60);
  for (const char* processes : {"2", "3"}) {
    const json found = tested(run_, {"--processes", processes});
    for (const char* fact : {"checkpoint", "data", "images", "loss", "top1", "top5", "classes", "confusion"}) {
      EXPECT_EQ(found.at(fact), one.at(fact)) << fact << " of " << processes;
    }
  }
  const std::vector<KeptTest> kept = keptTests(run_);
  ASSERT_EQ(kept.size(), 3U) << "rank 0 alone keeps it";
  ASSERT_FALSE(kept.front().cells.empty());
  for (KeptTest each : kept) {
    EXPECT_EQ(sheetsOf(run_, each), sheetsOf(run_, kept.front()));
    each.id = kept.front().id;
    each.unix_seconds = kept.front().unix_seconds;
    EXPECT_EQ(each, kept.front());
  }
}

TEST_F(TestedRanks, ThatALauncherStartsFindWhatOneFindsAndRankZeroTellsIt) {
  train(run_, few());
  const json alone = tested(run_, {});
  const auto ranks = startRanks(2, testWords(run_));
  for (const auto& rank : ranks) ASSERT_EQ(rank->wait(), 0) << rank->errors();
  EXPECT_EQ(json::parse(ranks[0]->output()), alone);
  EXPECT_EQ(json::parse(ranks[1]->output()), (json{{"run", run_.string()}, {"rank", 1}}));
  EXPECT_EQ(keptTests(run_).size(), 2U);
}

TEST_F(TestedRanks, OfWhichOneIsKilledEndWithOneReasonAndKeepNothing) {
  const auto launcher = launched();
  ::kill(workersOf(launcher->pid()).at(1), SIGKILL);
  EXPECT_EQ(launcher->wait(60s), 5);
  EXPECT_THAT(launcher->errors(), HasSubstr("The test on 2 processes has ended because rank 1 was killed by signal 9"));
  EXPECT_TRUE(nobodyIsLeft());
  EXPECT_THAT(keptTests(run_), IsEmpty());
}

TEST_F(TestedRanks, ThatALauncherStartsMissOneThatIsKilledWithinABatch) {
  train(run_, many());
  const auto ranks = startRanks(2, testWords(run_));
  ASSERT_TRUE(isUnderWay(*ranks[0])) << ranks[0]->errors();
  ranks[1]->signal(SIGKILL);
  EXPECT_EQ(ranks[0]->wait(60s), 5);
  EXPECT_THAT(ranks[0]->errors(), HasSubstr("lost the connection to another process of the run"));
  EXPECT_THAT(keptTests(run_), IsEmpty());
}

TEST_F(TestedRanks, EndTogetherWhenTheyAreToldToStop) {
  const auto launcher = launched();
  launcher->signal(SIGTERM);
  EXPECT_EQ(launcher->wait(60s), 3);
  EXPECT_THAT(launcher->errors(), HasSubstr("Stopped on request"));
  EXPECT_TRUE(nobodyIsLeft());
  EXPECT_THAT(keptTests(run_), IsEmpty());
}

TEST_F(TestedRanks, DoNotBeginWithUnlikeRunsOrCheckpointsAndSayWhatDiffers) {
  train(run_, few());
  const fs::path other = folder_ / "other";
  train(other, {"data.shapes_count=60", "run.seed=5"});
  EXPECT_THAT(refusals(startPair(testWords(run_), testWords(other))),
              Each(HasSubstr("do not agree on the run's folder")));

  // The weights of another training in a copy of the run.
  const fs::path copy = folder_ / "copy";
  fs::copy(run_, copy, fs::copy_options::recursive);
  const fs::path checkpoint = fs::path("checkpoints") / "step-00000003.s1";
  fs::remove_all(copy / checkpoint);
  fs::copy(other / checkpoint, copy / checkpoint, fs::copy_options::recursive);
  EXPECT_THAT(refusals(startPair(testWords(run_), testWords(copy))),
              Each(HasSubstr("do not agree on what is in step-00000003.s1: rank 1 on ")));

  fs::remove_all(copy / checkpoint);
  EXPECT_THAT(refusals(startPair(testWords(run_), testWords(copy))), Each(HasSubstr("fails at what rank 0 can do. ")));
  EXPECT_THAT(refusals(startPair(testWords(run_), testWords(folder_ / "nowhere"))),
              Each(HasSubstr("fails at what rank 0 can do. ")));
  EXPECT_THAT(keptTests(run_), IsEmpty());
}

}  // namespace
}  // namespace gan::test
