// What `gan-engine plan` says of a run before there is one, beside what the run then is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

using Words = std::vector<std::string>;

/// One epoch is one iteration: the alternating schedule takes two batches.
const Words kSixEpochs = {"--preset",  "simple-gan",
                          "--devices", "cpu",
                          "--epochs",  "6",
                          "--set",     "data.shapes_count=1024",
                          "--set",     "data.batch_size=512",
                          "--set",     "checkpoint.interval_steps=2"};

Words engine(const std::string& command, const Words& options, const Words& more = {}) {
  Words words{program("gan-engine"), command};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), more.begin(), more.end());
  words.emplace_back("--json");
  return words;
}

json factsOf(const Finished& finished) {
  EXPECT_EQ(finished.code, 0) << finished.errors;
  return json::parse(finished.lastLine(), nullptr, false);
}

json planned(const Words& options, const Words& more = {}) { return factsOf(run(engine("plan", options, more))); }

double real(const json& facts, const char* name) { return facts.at(name).get<double>(); }

TEST(Plan, SaysWhatTheRunThenTakes) {
  const TemporaryFolder folder;
  const json plan = planned(kSixEpochs, {"--iterations", "3"});
  const fs::path out = folder / "run";
  const json trained = factsOf(run(engine("train", kSixEpochs, {"--out", out.string()})));
  EXPECT_EQ(plan.at("steps"), trained.at("step"));
  std::int64_t pictures = 0;
  for (const auto& file : fs::directory_iterator(out / "samples")) {
    pictures += file.path().extension() == ".png" && file.path().stem() != "real" ? 1 : 0;
  }
  const json& disk = plan.at("disk");
  EXPECT_EQ(disk.at("pictures"), pictures);
  std::int64_t checkpoints = 0;
  double bytes = 0;
  for (const auto& checkpoint : fs::directory_iterator(out / "checkpoints")) {
    if (!checkpoint.is_directory()) continue;
    ++checkpoints;
    for (const auto& file : fs::directory_iterator(checkpoint)) bytes += static_cast<double>(file.file_size());
  }
  EXPECT_EQ(disk.at("checkpoints"), checkpoints);
  EXPECT_NEAR(real(disk, "checkpoints_bytes"), bytes, 0.1 * bytes);
}

TEST(Plan, HoldsNumbersThatGoTogether) {
  const json plan = planned(kSixEpochs, {"--iterations", "5", "--price", "3600", "--global-batch", "2048"});
  EXPECT_EQ(plan.at("steps"), 6);
  EXPECT_DOUBLE_EQ(real(plan, "epochs"), 6);
  EXPECT_EQ(plan.at("images_per_epoch"), 1024);
  EXPECT_EQ(plan.at("images_per_iteration"), 1024);
  EXPECT_EQ(plan.at("measured_batch"), 512);
  EXPECT_EQ(plan.at("measured_iterations"), 5);
  EXPECT_NEAR(real(plan, "images_per_second"), 1024 * real(plan, "iterations_per_second"),
              1e-6 * real(plan, "images_per_second"));

  EXPECT_GE(real(plan, "seconds"), 6 / real(plan, "iterations_per_second"));
  EXPECT_LE(real(plan, "seconds_low"), real(plan, "seconds"));
  EXPECT_GE(real(plan, "seconds_high"), real(plan, "seconds"));
  EXPECT_EQ(plan.at("devices"), 1);
  EXPECT_NEAR(real(plan, "cost"), real(plan, "seconds"), 1e-9 * real(plan, "cost"));

  const json& measured = plan.at("memory_measured");
  ASSERT_GE(measured.size(), 2U);
  EXPECT_LT(real(measured.front(), "batch"), real(measured.back(), "batch"));
  EXPECT_LT(real(measured.front(), "bytes"), real(measured.back(), "bytes"));
  EXPECT_EQ(plan.at("memory_bytes"), measured.back().at("bytes"));
  EXPECT_LT(real(plan, "memory_bytes"), real(plan, "memory_limit_bytes"));
  EXPECT_GE(plan.at("largest_batch"), 512);

  // An epoch has one batch at least.
  const json& global = plan.at("global_batch");
  EXPECT_EQ(global.at("batch"), 1024);
  EXPECT_EQ(global.at("accumulation"), 2);
  EXPECT_EQ(global.at("settings"),
            json({"data.batch_size=1024", "accumulation.discriminator=2", "accumulation.generator=2"}));

  const json& disk = plan.at("disk");
  EXPECT_EQ(real(plan, "disk_bytes"),
            real(disk, "checkpoints_bytes") + real(disk, "pictures_bytes") + real(disk, "series_bytes"));
  EXPECT_EQ(real(disk, "checkpoints_bytes"), real(disk, "checkpoints") * real(disk, "checkpoint_bytes"));
}

TEST(Plan, SharesTheImagesOfAnIterationAmongProcesses) {
  const json plan = planned(kSixEpochs, {"--processes", "2", "--iterations", "2", "--set", "data.batch_size=128"});
  EXPECT_EQ(plan.at("processes"), 2);
  EXPECT_EQ(plan.at("devices"), 1) << "two processes of one machine without a GPU cost as much as one";
  EXPECT_EQ(plan.at("images_per_iteration"), 512);
  EXPECT_EQ(plan.at("steps"), 12);
}

TEST(Plan, SharesTheImagesOfAnUpdateAmongCopiesOfTheNetworksNotAmongTheirStages) {
  const json plan = planned(kSixEpochs, {"--processes", "2", "--iterations", "2", "--set", "data.batch_size=128",
                                         "--set", "distributed.stages=2", "--global-batch", "512"});
  EXPECT_EQ(plan.at("images_per_iteration"), 256) << "one copy, two batches";
  const json& global = plan.at("global_batch");
  EXPECT_EQ(global.at("batch").get<int>() * global.at("accumulation").get<int>(), 512);
}

TEST(Plan, OfATrainingWithoutEndHasNeitherTimeNorCost) {
  const json plan =
      planned({"--preset", "simple-gan", "--devices", "cpu", "--steps", "0", "--set", "data.batch_size=4"},
              {"--iterations", "2", "--price", "1"});
  for (const char* unknown : {"steps", "epochs", "seconds", "cost", "disk_bytes"}) {
    EXPECT_TRUE(plan.at(unknown).is_null()) << unknown;
  }
  EXPECT_GT(real(plan, "images_per_second"), 0);
}

TEST(Plan, SaysWhatEvaluationsTakeAndThatTheFirstTrainsTheClassifier) {
  const TemporaryFolder folder;
  const auto planned = [&](const char* meanwhile) {
    return factsOf(run(engine("plan", kSixEpochs,
                              {"--iterations", "1", "--set", "evaluation.every_steps=2", "--set",
                               std::string("evaluation.while=") + meanwhile}),
                       {{"XDG_CACHE_HOME", (folder / "cache").string()}}));
  };
  const json paused = planned("paused");
  EXPECT_EQ(paused.at("not_counted"), json::array());
  const json& all = paused.at("evaluations");
  EXPECT_EQ(all.at("count"), 3);
  EXPECT_EQ(all.at("left_out"), 0);
  EXPECT_EQ(all.at("pictures"), 2048);
  EXPECT_EQ(all.at("trains_classifier"), true);
  EXPECT_EQ(all.at("real_images"), 1024);
  EXPECT_GT(real(all, "each_seconds"), 0);
  EXPECT_DOUBLE_EQ(real(all, "seconds"), real(all, "once_seconds") + 3 * real(all, "each_seconds"));
  EXPECT_EQ(all.at("waiting_seconds"), all.at("seconds"));
  EXPECT_GE(real(paused, "seconds"), real(all, "seconds")) << "training waits for them";
  // Two steps take milliseconds, the first evaluation minutes.
  const json beside = planned("beside").at("evaluations");
  EXPECT_EQ(beside.at("left_out"), 2);
  EXPECT_DOUBLE_EQ(real(beside, "seconds"), real(beside, "once_seconds") + real(beside, "each_seconds"));
  EXPECT_LT(real(beside, "waiting_seconds"), real(beside, "seconds"));
}

TEST(Plan, SaysNothingOfEvaluationsWhereThereAreNone) {
  const Finished plan = run(engine("plan", kSixEpochs, {"--iterations", "1"}));
  EXPECT_FALSE(factsOf(plan).contains("evaluations"));
  EXPECT_EQ(plan.errors.find("evaluation"), std::string::npos) << plan.errors;
}

TEST(Plan, SaysWhyNoEvaluationCanBeMade) {
  const Finished plan = run(
      engine("plan", kSixEpochs,
             {"--iterations", "1", "--set", "evaluation.every_steps=2", "--set", "evaluation.features=/nowhere.pt"}));
  EXPECT_THAT(factsOf(plan).at("evaluations").at("problem").at("message").get<std::string>(), HasSubstr("/nowhere.pt"));
  EXPECT_THAT(plan.errors, HasSubstr("none can be made"));
}

TEST(Plan, LeavesToAnExportOfALaterCheckpointWhatItsEvaluationsTake) {
  const TemporaryFolder folder;
  const Words evaluated = {"--set", "evaluation.every_steps=1000"};
  const std::string out = (folder / "run").string();
  EXPECT_EQ(run(engine("train", kSixEpochs, {"--out", out, evaluated[0], evaluated[1]})).code, 0);
  const Finished status = run({program("gan-engine"), "status", out});
  EXPECT_THAT(status.output, HasSubstr("gan-engine export start evaluation RUN --estimate"));
  const Finished estimate = run({program("gan-engine"), "export", "start", "evaluation", out, "--estimate"});
  EXPECT_EQ(estimate.code, 0) << estimate.errors;
  EXPECT_THAT(estimate.output, HasSubstr("pictures, about"));
}

TEST(Plan, LeavesNothingBehind) {
  const TemporaryFolder folder;
  const fs::path temporary = folder / "temporary";
  fs::create_directories(temporary);
  const fs::path out = folder / "runs/run";
  const Finished finished =
      run(engine("plan", kSixEpochs, {"--iterations", "2", "--out", out.string(), "--set", "evaluation.every_steps=2"}),
          {{"TMPDIR", temporary.string()}, {"XDG_CACHE_HOME", (folder / "cache").string()}});
  EXPECT_EQ(finished.code, 0) << finished.errors;
  EXPECT_FALSE(fs::exists(folder / "runs"));
  EXPECT_FALSE(fs::exists(folder / "cache"));
  EXPECT_TRUE(fs::is_empty(temporary));
}

TEST(Plan, StopsBetweenTwoIterations) {
  Process engine_process(engine("plan", kSixEpochs, {"--iterations", "1000000", "--within", "3600"}));
  ASSERT_TRUE(waitUntil([&] { return engine_process.errors().find("measuring") != std::string::npos; }));
  engine_process.signal(SIGTERM);
  EXPECT_EQ(engine_process.wait(), 3) << engine_process.errors();
  EXPECT_THAT(engine_process.output(), HasSubstr("task_cancelled"));
}

TEST(Plan, RefusesWhatNoRunCanBeMadeOf) {
  const auto refused = [](const Words& options) {
    const Finished finished = run(engine("plan", options));
    EXPECT_EQ(finished.code, 2) << finished.errors;
    return json::parse(finished.lastLine(), nullptr, false).at("error").at("id").get<std::string>();
  };
  EXPECT_EQ(refused({}), "train_no_configuration");
  EXPECT_EQ(refused({"--preset", "simple-gan", "--data", "/nowhere/images"}), "data_not_there");
  EXPECT_EQ(refused({"--preset", "simple-gan", "--set", "data.shapes_count=16"}), "config_conflict");
  EXPECT_EQ(refused({"--preset", "simple-gan", "--devices", "cpu", "--processes", "2", "--global-batch", "7"}),
            "slurm_batch_indivisible");
  EXPECT_EQ(
      refused({"--preset", "simple-gan", "--devices", "cpu", "--processes", "3", "--set", "distributed.stages=2"}),
      "stages_processes");
  EXPECT_EQ(refused({"--preset", "simple-gan", "--price", "-1"}), "bad_usage");
}

}  // namespace
}  // namespace gan::test
