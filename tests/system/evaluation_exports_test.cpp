// "Evaluate this checkpoint": as an export, by gan-engine itself; and where its scores are found afterwards.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "run/kept_evaluations.h"
#include "support/process.h"
#include "support/small_training.h"
#include "support/temporary_folder.h"
#include "support/worker_processes.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Words = std::vector<std::string>;

json contentOf(const fs::path& file) {
  std::ifstream stream(file);
  return json::parse(stream);
}

/// A run of few small images, trained once for all cases, and the classifier of them.
class EvaluationExports : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>();
    ::setenv("XDG_CACHE_HOME", (folder_->path() / "cache").c_str(), /*overwrite=*/1);
    Words words = smallTraining(
        runFolder(), 20,
        {"data.shapes_count=64", "data.resolution=32", "evaluation.count=48", "evaluation.metrics=fid,prdc"});
    words.insert(words.begin(), {program("gan-engine"), "train"});
    const Finished finished = run(words);
    ASSERT_EQ(finished.code, 0) << finished.errors;
  }
  static void TearDownTestSuite() { folder_.reset(); }
  static fs::path runFolder() { return folder_->path() / "run"; }

  /// What the last line says, of a command that ends with this code.
  static json factsOf(Words words, int code = 0) {
    words.insert(words.begin(), program("gan-engine"));
    words.emplace_back("--json");
    const Finished finished = run(words, {}, std::chrono::seconds(300));
    EXPECT_EQ(finished.code, code) << finished.errors;
    return json::parse(finished.lastLine());
  }
  static json exportOf(const std::string& id) {
    const json listed = factsOf({"export", "list", runFolder()});
    for (const json& one : listed["exports"]) {
      if (one["id"] == id) return one;
    }
    return {};
  }
  static bool becomes(const std::string& id, const std::string& phase) {
    return waitUntil([&] { return exportOf(id)["phase"] == phase; }, std::chrono::seconds(300),
                     std::chrono::seconds(1));
  }

  static inline std::unique_ptr<TemporaryFolder> folder_;
};

TEST_F(EvaluationExports, GiveTheScoresOfTheCommandAndAreKeptInTheRun) {
  const std::size_t before = keptEvaluations(runFolder()).size();
  const json estimate = factsOf({"export", "start", "evaluation", runFolder(), "--step", "10", "--draws", "2",
                                 "--truncations", "0.5,0", "--estimate"});
  EXPECT_GE(estimate["total"], 2 * 2 * 48) << "and the real images, and the classifier's";
  EXPECT_GT(estimate["expected_seconds"], 0);
  const json made = factsOf({"export", "start", "evaluation", runFolder(), "--step", "10", "--draws", "2",
                             "--truncations", "0.5,0", "--id", "judged", "--wait"});
  EXPECT_EQ(made["phase"], "done");
  EXPECT_EQ(made["kind"], "evaluation");
  EXPECT_EQ(made["done"], made["total"]);

  const json expected = factsOf({"evaluate", runFolder(), "--step", "10", "--draws", "2", "--count", "48", "--metrics",
                                 "fid,prdc", "--features", "in-domain", "--truncations", "0.5,0", "--device", "cpu"});
  const fs::path out = made["folder"].get<std::string>();
  for (const int i : {0, 1}) {
    const json found = contentOf(out / ("evaluation-00" + std::to_string(i) + ".json"));
    EXPECT_EQ(found["scores"], expected["evaluations"][i]["scores"]);
    EXPECT_EQ(found["deviations"], expected["evaluations"][i]["deviations"]);
    EXPECT_EQ(found["features"], expected["evaluations"][i]["features"]);
  }

  const std::vector<KeptEvaluation> kept = keptEvaluations(runFolder());
  ASSERT_EQ(kept.size(), before + 4) << "two by the export, two by the command";
  for (const KeptEvaluation& each : kept) {
    EXPECT_EQ(each.step, 10);
    EXPECT_EQ(each.segment, 1);
    EXPECT_EQ(each.evaluated.draws, 2);
    EXPECT_EQ(each.evaluated.weights, "average");
    EXPECT_EQ(each.evaluated.generated, 48);
    EXPECT_EQ(each.evaluated.real, 64);
    EXPECT_EQ(each.evaluated.settings, "") << "nothing was chosen otherwise than the training's";
    EXPECT_TRUE(each.evaluated.find("fid")->deviation);
  }
}

TEST_F(EvaluationExports, KilledGoOnWhereTheyStoppedWithTheSameScores) {
  const Words what = {"--step", "20", "--count", "4096", "--truncations", "0.7,0", "--metrics", "fid"};
  Words words = {"export", "start", "evaluation", runFolder(), "--id", "killed"};
  words.insert(words.end(), what.begin(), what.end());
  factsOf(words);
  // Behind the first of two, and the first share of 1,024 pictures of the second.
  const fs::path first = runFolder() / "exports" / "killed" / "out" / "evaluation-000.json";
  ASSERT_TRUE(waitUntil([&] { return fs::exists(first); }, std::chrono::seconds(300)));
  const auto first_made = fs::last_write_time(first);
  ASSERT_TRUE(waitUntil([&] { return exportOf("killed")["done"] > 7'200; })) << exportOf("killed");
  const pid_t worker = contentOf(runFolder() / "exports" / "killed" / "state.json")["process"]["pid"];
  ASSERT_EQ(::kill(worker, SIGKILL), 0);
  ASSERT_TRUE(becomes("killed", "interrupted")) << exportOf("killed");
  factsOf({"export", "continue", runFolder(), "killed"});
  ASSERT_TRUE(becomes("killed", "done")) << exportOf("killed");
  EXPECT_EQ(fs::last_write_time(first), first_made) << "what was there was not made again";
  const json expected = factsOf({"evaluate", runFolder(), "--step", "20", "--count", "4096", "--metrics", "fid",
                                 "--features", "in-domain", "--device", "cpu"});
  const json found = contentOf(first.parent_path() / "evaluation-001.json");
  EXPECT_EQ(found["scores"], expected["scores"]);
}

TEST_F(EvaluationExports, OfSeveralProcessesGiveTheScoresOfOneAndEndWithTheProcessThatMakesThem) {
  const fs::path several = folder_->path() / "several";
  Words words = smallTraining(several, 10, {"data.shapes_count=64", "data.resolution=32", "evaluation.processes=3"});
  words.insert(words.begin(), {program("gan-engine"), "train"});
  ASSERT_EQ(run(words).code, 0);
  factsOf({"evaluate", several, "--count", "48", "--metrics", "fid", "--device", "cpu"});  // makes the classifier
  factsOf({"export", "start", "evaluation", several, "--count", "4096", "--truncations", "0.7,0", "--metrics", "fid",
           "--id", "several"});
  const auto state = [&] { return contentOf(several / "exports" / "several" / "state.json"); };
  const auto exported = [&] { return factsOf({"export", "list", several})["exports"][0]; };
  pid_t worker = 0;
  pid_t helper = -1;
  const auto computes_beside_it = [&] {
    if (!fs::exists(several / "exports" / "several" / "state.json")) return false;
    worker = state().value(json::json_pointer("/process/pid"), 0);
    helper = worker > 0 ? childWith(worker, "--share") : -1;
    return helper > 0;
  };
  ASSERT_TRUE(waitUntil(computes_beside_it, std::chrono::seconds(120)));
  EXPECT_EQ(::getpriority(PRIO_PROCESS, static_cast<id_t>(helper)),
            ::getpriority(PRIO_PROCESS, static_cast<id_t>(worker)))
      << "no share waits for a process that comes last";
  // Behind a share of 1,024 pictures, of four.
  ASSERT_TRUE(waitUntil([&] { return exported()["done"] > 1'200; }, std::chrono::seconds(300))) << exported();
  ASSERT_EQ(::kill(worker, SIGKILL), 0);
  EXPECT_TRUE(waitUntil([&] { return !isAlive(helper); }));
  ASSERT_TRUE(waitUntil([&] { return exported()["phase"] == "interrupted"; }, std::chrono::seconds(60)));
  factsOf({"export", "continue", several, "several"});
  ASSERT_TRUE(
      waitUntil([&] { return exported()["phase"] == "done"; }, std::chrono::seconds(300), std::chrono::seconds(1)))
      << exported();
  const json expected = factsOf({"evaluate", several, "--count", "4096", "--metrics", "fid", "--truncations", "0.7,0",
                                 "--device", "cpu", "--processes", "1"});
  for (const int i : {0, 1}) {
    const json found =
        contentOf(several / "exports" / "several" / "out" / ("evaluation-00" + std::to_string(i) + ".json"));
    EXPECT_EQ(found["scores"], expected["evaluations"][i]["scores"]) << i;
  }
  EXPECT_TRUE(fs::is_empty(folder_->path() / "cache" / "gan-studio" / "features" / "unfinished"));
}

TEST_F(EvaluationExports, CancelledLeaveNoScores) {
  const std::size_t before = keptEvaluations(runFolder()).size();
  factsOf({"export", "start", "evaluation", runFolder(), "--count", "500000", "--metrics", "fid", "--id", "long"});
  ASSERT_TRUE(waitUntil([&] { return exportOf("long")["done"] > 0; }));
  EXPECT_EQ(factsOf({"export", "cancel", runFolder(), "long"})["phase"], "cancelled");
  EXPECT_EQ(keptEvaluations(runFolder()).size(), before);
}

TEST_F(EvaluationExports, ThatCannotBeMadeAreRefusedBeforeAnythingTakesTime) {
  const auto refused = [&](Words words) {
    words.insert(words.begin(), {"export", "start", "evaluation", runFolder()});
    return factsOf(words, 2)["error"]["id"].get<std::string>();
  };
  EXPECT_EQ(refused({"--step", "15"}), "checkpoint_not_found");
  EXPECT_EQ(refused({"--count", "4"}), "samples_too_few");
  EXPECT_EQ(refused({"--metrics", "is", "--count", "8"}), "samples_too_few");
  EXPECT_EQ(refused({"--class", "77"}), "classes_not_known");
  EXPECT_EQ(refused({"--metrics", "cas"}), "evaluation_of_accuracy_alone");
}

TEST_F(EvaluationExports, OfTheNewestWeightsAreAnotherKind) {
  const json newest = factsOf({"evaluate", runFolder(), "--step", "20", "--count", "48", "--metrics", "fid",
                               "--generator", "newest", "--device", "cpu"});
  EXPECT_EQ(newest["weights"], "newest");
  const json average = factsOf({"evaluate", runFolder(), "--step", "20", "--count", "48", "--metrics", "fid",
                                "--generator", "average", "--device", "cpu"});
  EXPECT_EQ(average["weights"], "average");
  EXPECT_NE(newest["scores"]["fid"], average["scores"]["fid"]);
}

TEST_F(EvaluationExports, ScoresOfOtherImagesAreNotKept) {
  const std::size_t before = keptEvaluations(runFolder()).size();
  ASSERT_EQ(
      run({program("gan-engine"), "sample", runFolder(), "--count", "40", "--out", folder_->path() / "made"}).code, 0);
  factsOf({"evaluate", folder_->path() / "made", runFolder(), "--count", "48", "--metrics", "fid", "--features",
           "in-domain", "--device", "cpu"});
  EXPECT_EQ(keptEvaluations(runFolder()).size(), before);
}

}  // namespace
}  // namespace gan::test
