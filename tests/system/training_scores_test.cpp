// Scores of a run while it trains, by gan-engine itself: what they leave of the training, and what a kill leaves of
// them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "run/checkpoint_store.h"
#include "run/journal.h"
#include "run/run_reader.h"
#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/temporary_folder.h"
#include "support/worker_processes.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using Words = std::vector<std::string>;

/// Runs that are small enough to be judged within seconds, all by one classifier of their images.
class TrainingScores : public testing::Test {
 protected:
  Words train(const std::string& name, const Words& settings) const {
    Words words{program("gan-engine"),     "train",   "--preset", "shapes-dcgan", "--out",
                (folder_ / name).string(), "--steps", "20",       "--json"};
    Words all{"data.batch_size=8",    "model.generator_width=4",   "model.discriminator_width=4",
              "data.shapes_count=96", "sampling.interval_steps=0", "checkpoint.interval_steps=10",
              "training.threads=1"};
    all.insert(all.end(), settings.begin(), settings.end());
    for (const std::string& setting : all) words.insert(words.end(), {"--set", setting});
    return words;
  }
  static Words judged(const Words& more = {}) {
    Words settings{"evaluation.every_steps=10", "evaluation.count=48", "evaluation.metrics=fid,kid"};
    settings.insert(settings.end(), more.begin(), more.end());
    return settings;
  }
  Process::Environment cache() const { return {{"XDG_CACHE_HOME", (folder_ / "cache").string()}}; }
  Finished finish(const Words& words) const { return run(words, cache(), std::chrono::seconds(600)); }

  static std::vector<std::int64_t> evaluatedSteps(const fs::path& run) {
    std::vector<std::int64_t> steps;
    for (const Event& event : readJournal(run / "journal.log")) {
      if (std::holds_alternative<Evaluated>(event.what)) steps.push_back(event.step);
    }
    return steps;
  }
  /// The process that judges for this one; 0 where there is none.
  static pid_t judgeOf(pid_t engine) {
    std::error_code gone;
    for (const auto& task : fs::directory_iterator("/proc/" + std::to_string(engine) + "/task", gone)) {
      std::ifstream children(task.path() / "children");
      for (pid_t child = 0; children >> child;) {
        std::ifstream command("/proc/" + std::to_string(child) + "/cmdline");
        const std::string all{std::istreambuf_iterator<char>(command), {}};
        if (all.find("--weights") != std::string::npos) return child;
      }
    }
    return 0;
  }

  TemporaryFolder folder_;
};

TEST_F(TrainingScores, LeaveTheWeightsOfATrainingWithoutThem) {
  ASSERT_EQ(finish(train("plain", {})).code, 0);
  for (const char* meanwhile : {"beside", "paused"}) {
    const Finished finished = finish(train(meanwhile, judged({"evaluation.while=" + std::string(meanwhile)})));
    ASSERT_EQ(finished.code, 0) << finished.errors;
    EXPECT_TRUE(sameCheckpoint(folder_ / "plain", folder_ / meanwhile, 20)) << meanwhile;
  }
  EXPECT_THAT(evaluatedSteps(folder_ / "paused"), ElementsAre(10, 20));
  EXPECT_FALSE(evaluatedSteps(folder_ / "beside").empty());

  RunReader reader(RunFolder::open(folder_ / "paused"));
  reader.refresh();
  const RunSummary summary = reader.summary();
  ASSERT_TRUE(summary.evaluation);
  const auto& newest = std::get<Evaluated>(summary.evaluation->what);
  ASSERT_NE(newest.find("fid"), nullptr);
  EXPECT_EQ(newest.features.network, "in-domain");
  EXPECT_EQ(newest.generated, 48);
  EXPECT_GT(newest.find("fid")->value, 0);
  EXPECT_EQ(reader.values(seriesName(newest, "fid"), {0, 20}, 10).steps, (std::vector<std::int64_t>{10, 20}));

  const Finished status = run({program("gan-engine"), "status", (folder_ / "paused").string(), "--json"});
  const auto facts = nlohmann::json::parse(status.lastLine());
  EXPECT_EQ(facts.at("evaluation").at("step"), 20);
  EXPECT_EQ(facts.at("checkpoints").back().at("score_name"), "fid");
  EXPECT_EQ(facts.at("checkpoints").back().at("score_compares_as"), comparableAs(newest));
  const Finished shown = run({program("gan-engine"), "status", (folder_ / "paused").string()});
  EXPECT_NE(shown.output.find(" by " + comparableAs(newest)), std::string::npos) << shown.output;
  const Finished log = run({program("gan-engine"), "log", (folder_ / "paused").string()});
  EXPECT_NE(log.output.find("evaluated: fid"), std::string::npos) << log.output;
}

TEST_F(TrainingScores, AreThoseOfTheSameWeightsJudgedLater) {
  ASSERT_EQ(finish(train("run", judged({"evaluation.while=paused"}))).code, 0);
  const Finished later =
      finish({program("gan-engine"), "evaluate", (folder_ / "run").string(), "--step", "20", "--count", "48",
              "--metrics", "fid", "--truncation", "0", "--threads", "1", "--device", "cpu", "--json"});
  ASSERT_EQ(later.code, 0) << later.errors;
  RunReader reader(RunFolder::open(folder_ / "run"));
  reader.refresh();
  const RunSummary summary = reader.summary();
  ASSERT_TRUE(summary.evaluation);
  const auto& newest = std::get<Evaluated>(summary.evaluation->what);
  ASSERT_NE(newest.find("fid"), nullptr);
  EXPECT_EQ(nlohmann::json::parse(later.lastLine()).at("scores").at("fid"), newest.find("fid")->value);
}

TEST_F(TrainingScores, HaveTheBitsOfOneProcessWhereAsManyShareThemAsTrain) {
  Words words = train("run", judged({"evaluation.while=paused", "evaluation.processes=0", "evaluation.count=1100",
                                     "data.resolution=32", "evaluation.every_steps=20"}));
  words.insert(words.end(), {"--processes", "2"});
  Process engine(words, cache());
  // Rank 0 has it judged by a process that starts two.
  std::size_t judging = 0;
  waitUntil(
      [&] {
        for (const auto& [rank, pid] : workersOf(engine.pid())) {
          if (const pid_t judge = judgeOf(pid); judge != 0) judging = std::max(judging, workersOf(judge).size());
        }
        return !engine.running();
      },
      std::chrono::seconds(600));
  ASSERT_EQ(engine.wait(), 0) << engine.errors();
  EXPECT_EQ(judging, 2U);
  RunReader reader(RunFolder::open(folder_ / "run"));
  reader.refresh();
  const RunSummary summary = reader.summary();
  ASSERT_TRUE(summary.evaluation);
  const Finished one =
      finish({program("gan-engine"), "evaluate", (folder_ / "run").string(), "--step", "20", "--count", "1100",
              "--metrics", "fid,kid", "--truncation", "0", "--threads", "1", "--device", "cpu", "--json"});
  ASSERT_EQ(one.code, 0) << one.errors;
  const auto scores = nlohmann::json::parse(one.lastLine()).at("scores");
  for (const char* name : {"fid", "kid"}) {
    ASSERT_NE(std::get<Evaluated>(summary.evaluation->what).find(name), nullptr) << name;
    EXPECT_EQ(scores.at(name), std::get<Evaluated>(summary.evaluation->what).find(name)->value) << name;
  }
}

TEST_F(TrainingScores, AreAnAlertWhereTheirProcessIsKilledAndTheTrainingGoesOn) {
  Process engine(train("run", judged({"evaluation.while=paused"})), cache());
  pid_t judge = 0;
  ASSERT_TRUE(waitUntil([&] { return (judge = judgeOf(engine.pid())) != 0 || !engine.running(); }));
  ASSERT_NE(judge, 0) << engine.errors();
  ::kill(judge, SIGKILL);
  EXPECT_EQ(engine.wait(std::chrono::seconds(600)), 0) << engine.errors();
  EXPECT_THAT(evaluatedSteps(folder_ / "run"), ElementsAre(20));
  int told = 0;
  for (const Event& event : readJournal(folder_ / "run/journal.log")) {
    const auto* alert = std::get_if<Alert>(&event.what);
    told += alert != nullptr && alert->message.id == "evaluation_killed" ? 1 : 0;
  }
  EXPECT_EQ(told, 1);
}

TEST_F(TrainingScores, EndWithAnEngineThatIsKilledAndAreMadeWhenItIsResumed) {
  ASSERT_EQ(finish(train("plain", {})).code, 0);
  pid_t judge = 0;
  {
    Process engine(train("run", judged({"evaluation.while=paused"})), cache());
    // Once the checkpoint of the judged step stands, which training waits behind.
    ASSERT_TRUE(waitUntil([&] { return newestCheckpointStep(folder_ / "run") == 10 || !engine.running(); }));
    ASSERT_TRUE(waitUntil([&] { return (judge = judgeOf(engine.pid())) != 0 || !engine.running(); }));
    ASSERT_NE(judge, 0) << engine.errors();
    engine.signal(SIGKILL);
    engine.wait();
  }
  EXPECT_TRUE(waitUntil([&] { return !fs::exists("/proc/" + std::to_string(judge)); })) << "nobody judges for it";
  const Finished resumed = finish({program("gan-engine"), "resume", (folder_ / "run").string()});
  ASSERT_EQ(resumed.code, 0) << resumed.errors;
  EXPECT_THAT(evaluatedSteps(folder_ / "run"), ElementsAre(10, 20));
  EXPECT_TRUE(sameCheckpoint(folder_ / "plain", folder_ / "run", 20));
}

}  // namespace
}  // namespace gan::test
