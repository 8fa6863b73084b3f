// A network in stages trains bit for bit as one device does, from the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/atomic_file.h"
#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/stage_recipes.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

using Words = std::vector<std::string>;

/// Conditional, with an average, R1, and four micro-batches of four images.
const Words kCommon = {"data.source=shapes",       "data.batch_size=4",       "training.threads=2",
                       "model.classes=auto",       "regulariser.r1.weight=1", "accumulation.discriminator=4",
                       "accumulation.generator=4", "objective.loss=hinge"};

Words engine(const std::string& command, const Words& options, const std::vector<Words>& settings) {
  Words words = {program("gan-engine"), command};
  words.insert(words.end(), options.begin(), options.end());
  for (const Words& some : settings) {
    for (const std::string& setting : some) words.insert(words.end(), {"--set", setting});
  }
  return words;
}

Finished train(const fs::path& out, const std::vector<Words>& settings, int steps, const Words& more = {}) {
  Words options = {"--preset", "shapes-dcgan", "--devices", "cpu",
                   "--out",    out.string(),   "--steps",   std::to_string(steps)};
  options.insert(options.end(), more.begin(), more.end());
  return run(engine("train", options, settings));
}

class Placement : public testing::TestWithParam<Words> {};

TEST_P(Placement, OfTwoStagesChangesNoBitOfTwentyIterations) {
  const TemporaryFolder folder;
  const Finished whole = train(folder / "whole", {kCommon, GetParam()}, 20);
  ASSERT_EQ(whole.code, 0) << whole.errors;
  for (const char* pipeline : {"1f1b", "gpipe", "auto"}) {
    const fs::path out = folder / pipeline;
    const Words placed = {"distributed.placement=cpu+cpu", "distributed.pipeline=" + std::string(pipeline)};
    const Finished staged = train(out, {kCommon, GetParam(), placed}, 20);
    ASSERT_EQ(staged.code, 0) << staged.errors;
    EXPECT_TRUE(sameCheckpoint(folder / "whole", out, 20));
    EXPECT_TRUE(sameScalars(folder / "whole", out));
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Placement, testing::Values(kSngan32, kBigGan64),
                         [](const auto& of) { return of.index == 0 ? "Sngan32" : "BigGan64"; });

TEST(Placements, ABranchGoesOnInAnotherPlacement) {
  const TemporaryFolder folder;
  ASSERT_EQ(train(folder / "whole", {kCommon, kSngan32}, 4).code, 0);
  ASSERT_EQ(train(folder / "staged", {kCommon, kSngan32, {"distributed.placement=cpu+cpu"}}, 2).code, 0);
  const Finished branched =
      run({program("gan-engine"), "branch", (folder / "staged").string(), "--out", (folder / "branch").string(),
           "--set", "distributed.placement=generator=cpu+blocks.2:cpu", "--set", "training.steps=4"});
  ASSERT_EQ(branched.code, 0) << branched.errors;
  const Finished resumed = run({program("gan-engine"), "resume", (folder / "branch").string(), "--devices", "cpu"});
  ASSERT_EQ(resumed.code, 0) << resumed.errors;
  EXPECT_TRUE(sameCheckpoint(folder / "whole", folder / "branch", 4));
}

TEST(Placements, ProcessesOfTwoStagesTrainAsProcessesOfOne) {
  const TemporaryFolder folder;
  const Words two = {"--processes", "2"};
  const Finished whole = train(folder / "whole", {kCommon, kSngan32}, 3, two);
  ASSERT_EQ(whole.code, 0) << whole.errors;
  const Finished staged = train(folder / "staged", {kCommon, kSngan32, {"distributed.placement=cpu+cpu"}}, 3, two);
  ASSERT_EQ(staged.code, 0) << staged.errors;
  EXPECT_TRUE(sameCheckpoint(folder / "whole", folder / "staged", 3));
}

TEST(Placements, ARunOfGroupsOfDevicesIsReplayedOnSuchGroupsAndOnAsManyProcesses) {
  const TemporaryFolder folder;
  const Words groups = {"--devices", "cpu+cpu,cpu+cpu"};
  Words words = {program("gan-engine"), "replay", (folder / "run").string(), "--out"};
  const auto replayed = [&](const std::string& name, const Words& where) {
    Words all = words;
    all.push_back((folder / name).string());
    all.insert(all.end(), where.begin(), where.end());
    return run(all);
  };
  const Finished trained = run(engine(
      "train",
      {"--preset", "shapes-dcgan", "--devices", "cpu+cpu,cpu+cpu", "--out", (folder / "run").string(), "--steps", "3"},
      {kCommon, kSngan32}));
  ASSERT_EQ(trained.code, 0) << trained.errors;
  const Finished in_groups = replayed("groups", groups);
  ASSERT_EQ(in_groups.code, 0) << in_groups.errors;
  EXPECT_TRUE(sameCheckpoint(folder / "run", folder / "groups", 3));
  const Finished in_processes = replayed("processes", {"--devices", "cpu", "--processes", "2"});
  ASSERT_EQ(in_processes.code, 0) << in_processes.errors;
  EXPECT_TRUE(sameCheckpoint(folder / "run", folder / "processes", 3));
}

TEST(Placements, APlanSaysWhatEachDeviceTakes) {
  const Words options = {"--preset", "shapes-dcgan", "--devices", "cpu",   "--steps",
                         "20",       "--iterations", "1",         "--json"};
  const Words placed = {"distributed.placement=generator=cpu+blocks.1:cpu", "distributed.pipeline=auto"};
  const Finished planned = run(engine("plan", options, {kCommon, kSngan32, placed}));
  ASSERT_EQ(planned.code, 0) << planned.errors;
  const nlohmann::json placement = nlohmann::json::parse(planned.lastLine()).at("placement");
  EXPECT_EQ(placement.at("stages"), "generator=linear:cpu+blocks.1:cpu");
  EXPECT_EQ(placement.at("pipeline"), "gpipe") << "four small batches leave enough memory free";
  ASSERT_EQ(placement.at("devices").size(), 1U);
  const nlohmann::json& device = placement.at("devices").front();
  EXPECT_EQ(device.at("name"), "cpu");
  for (const char* what : {"weights_bytes", "optimizer_bytes", "activations_bytes", "free_bytes"}) {
    EXPECT_GT(device.at(what), 0) << what;
  }
  EXPECT_GE(device.at("optimizer_bytes"), 2.5 * device.at("weights_bytes").get<double>());
}

TEST(Placements, ASweepNamesTheFastestMicroBatchesAndDrawsThem) {
  const TemporaryFolder folder;
  const fs::path svg = folder / "sweep.svg";
  const Words options = {
      "--preset", "shapes-dcgan",     "--devices",  "cpu",   "--batch", "8", "--steps", "2", "--warmup",
      "1",        "--pipeline-sweep", svg.string(), "--json"};
  const Words small = {"model.generator_width=8", "model.discriminator_width=8"};
  const Finished swept = run(engine("bench", options, {small, {"distributed.placement=cpu+cpu"}}));
  ASSERT_EQ(swept.code, 0) << swept.errors;
  const nlohmann::json facts = nlohmann::json::parse(swept.lastLine());
  ASSERT_EQ(facts.at("points").size(), 3U);  // 8, 4 and 2 images
  double best = 0;
  for (const nlohmann::json& point : facts.at("points")) {
    EXPECT_GT(point.at("one_device_images_per_second"), 0);
    best = std::max(best, point.at("images_per_second").get<double>());
  }
  for (const nlohmann::json& point : facts.at("points")) {
    if (point.at("images_per_second") == best) {
      EXPECT_EQ(facts.at("best_micro_batch"), point.at("micro_batch"));
    }
  }
  EXPECT_THAT(readFile(svg, 1 << 20), HasSubstr("<polyline"));
  const Finished refused = run(engine("bench", options, {small}));
  EXPECT_NE(refused.code, 0);
  EXPECT_THAT(refused.output + refused.errors, HasSubstr("bench_without_placement"));
}

/// Of a sweep with so many images an update, as rank 0 tells it.
nlohmann::json sweep(const fs::path& svg, const std::string& images, const Words& where, const Words& settings) {
  Words options = {"--preset", "shapes-dcgan", "--batch", images, "--steps", "1", "--warmup", "1", "--json"};
  options.insert(options.end(), {"--pipeline-sweep", svg.string()});
  options.insert(options.end(), where.begin(), where.end());
  const Words small = {"model.generator_width=8", "model.discriminator_width=8"};
  const Finished swept = run(engine("bench", options, {small, settings}));
  EXPECT_EQ(swept.code, 0) << swept.errors;
  return swept.code == 0 ? nlohmann::json::parse(swept.lastLine()) : nlohmann::json();
}

TEST(Placements, ASweepOfAGroupOfDevicesNeedsNoOtherPlacement) {
  const TemporaryFolder folder;
  const nlohmann::json facts = sweep(folder / "sweep.svg", "4", {"--devices", "cpu+cpu"}, {});
  ASSERT_EQ(facts.at("points").size(), 2U);  // 4 and 2 images
  EXPECT_EQ(facts.at("processes"), 1);
  for (const nlohmann::json& point : facts.at("points")) EXPECT_GT(point.at("images_per_second"), 0);
  EXPECT_GT(facts.at("points")[0].at("data_parallel_images_per_second"), 0) << "of two processes";
  EXPECT_TRUE(facts.at("points")[1].at("data_parallel_images_per_second").is_null()) << "one image is too few for each";
  const std::string drawn = readFile(folder / "sweep.svg", 1 << 20);
  EXPECT_THAT(drawn, HasSubstr("distributed.placement = cpu+cpu"));
  EXPECT_THAT(drawn, HasSubstr(">data parallel<"));
}

TEST(Placements, ASweepOfProcessesOfAStageEachStandsBesideOneDeviceAndDataParallel) {
  const TemporaryFolder folder;
  const fs::path svg = folder / "sweep.svg";
  const nlohmann::json facts = sweep(svg, "8", {"--devices", "cpu", "--processes", "4"}, {"distributed.stages=2"});
  ASSERT_EQ(facts.at("points").size(), 3U);  // 8, 4 and 2 images
  EXPECT_EQ(facts.at("processes"), 4);
  EXPECT_EQ(facts.at("stages"), 2);
  for (const nlohmann::json& point : facts.at("points")) {
    EXPECT_GT(point.at("images_per_second"), 0);
    EXPECT_GT(point.at("one_device_images_per_second"), 0);
    if (point.at("micro_batch") == 2) {  // one image is too few for a process
      EXPECT_TRUE(point.at("data_parallel_images_per_second").is_null());
    } else {
      EXPECT_GT(point.at("data_parallel_images_per_second"), 0);
    }
  }
  const std::string drawn = readFile(svg, 1 << 20);
  EXPECT_THAT(drawn, HasSubstr("distributed.stages = 2, 4 processes"));
  for (const char* curve : {">placed<", ">one device<", ">data parallel<"}) EXPECT_THAT(drawn, HasSubstr(curve));
}

TEST(Placements, AMeasurementOnProcessesThatCannotBeDividedEndsBeforeTheyStart) {
  const Finished refused = run(engine("bench", {"--preset", "shapes-dcgan", "--devices", "cpu", "--processes", "3"},
                                      {{"distributed.stages=2"}}));
  EXPECT_EQ(refused.code, 2) << refused.errors;
  EXPECT_THAT(refused.errors, HasSubstr("3 cannot be divided so"));
  EXPECT_THAT(refused.errors, testing::Not(HasSubstr("rank")));
}

}  // namespace
}  // namespace gan::test
