#include "session/create_run.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "config/run_config.h"
#include "core/error.h"
#include "session/placed_run.h"
#include "session/ranks.h"
#include "session_run.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

/// A conditional network on built-in shapes, or on pictures that lie in `folder`.
RunFolder conditionalRun(const fs::path& path, const std::string& classes, const fs::path& folder = {}) {
  RunConfig config;
  std::vector<std::string> settings = {"model.architecture=dcgan", "data.resolution=32", "model.classes=" + classes};
  if (!folder.empty()) settings.insert(settings.end(), {"data.source=folder", "data.path=" + folder.string()});
  config.applyOverrides(settings);
  return createRun(path, config, "");
}

TEST(CreateRun, SaysInTheManifestHowItsDeviceRoundsFloat32) {
  RanksOptions on_gpu;
  on_gpu.device = {.name = "cuda:0", .index = 0, .model = "NVIDIA H100", .uuid = "GPU-5a3c"};
  for (const char* choice : {"tf32_convolutions", "tf32", "ieee"}) {
    RunConfig config;
    config.setText("training.float32_precision", choice);
    EXPECT_EQ(describeRun(config, "", "", Ranks(World{}, on_gpu)).float32_precision, choice);
    EXPECT_EQ(describeRun(config, "", "", Ranks()).float32_precision, "ieee") << "CPUs round no factors";
  }
}

TEST(CreateRun, WritesTheManifestThatDescribesIt) {
  const TemporaryFolder folder;
  const RunFolder made = smallRun(folder / "run");
  const RunManifest manifest = RunFolder::open(made.path()).manifest();
  EXPECT_EQ(manifest.float32_precision, "ieee");
  ASSERT_EQ(manifest.devices.size(), 1U);
  EXPECT_TRUE(manifest.devices.front().starts_with("cpu")) << manifest.devices.front();
}

RunFolder placedRun(const fs::path& path, std::vector<std::string> settings, const Ranks& ranks = Ranks()) {
  RunConfig config;
  settings.insert(settings.end(), {"model.architecture=sngan", "data.resolution=32", "model.generator_width=8",
                                   "model.discriminator_width=8"});
  config.applyOverrides(settings);
  return createRun(path, config, "", ranks);
}

TEST(CreateRun, SaysInTheManifestWhereEachStageBegins) {
  const TemporaryFolder folder;
  placedRun(folder / "run", {"distributed.placement=generator=cpu+blocks.2:cpu"});
  EXPECT_EQ(RunFolder::open(folder / "run").manifest().placement, "generator=linear:cpu+blocks.2:cpu");
}

TEST(CreateRun, ARunThatGoesOnElsewhereSaysWhatPlacementIsWanted) {
  RunConfig config;
  config.setText("distributed.placement", "0+1");
  EXPECT_EQ(describeRun(config, "", "").placement, "generator=0+1,discriminator=0+1");
  EXPECT_EQ(describeRun(RunConfig(), "", "").placement, "");
}

TEST(CreateRun, OfAPlacementThatCannotBeMakesNothing) {
  const TemporaryFolder folder;
  const fs::path path = folder / "run";
  expectError(ErrorCode::kInvalidArgument, "placement_unknown_block",
              [&] { placedRun(path, {"distributed.placement=generator=cpu+blocks.9:cpu"}); });
  expectError(ErrorCode::kFailedPrecondition, "placement_device_missing",
              [&] { placedRun(path, {"distributed.placement=generator=0,discriminator=99"}); });
  EXPECT_FALSE(fs::exists(path));
}

TEST(CreateRun, OfAPlacementThatDoesNotFitNamesTheDeviceAndItsMemory) {
  const RunPlacement placement{
      .stages = "generator=linear:0",
      .devices = {{.name = "cuda:0", .weights = 100, .optimizer = 300, .activations = 600, .free = 1000},
                  {.name = "cuda:1", .weights = 100, .optimizer = 300, .activations = 601, .free = 1000}}};
  expectError(ErrorCode::kResourceExhausted, "placement_does_not_fit", [&] { checkFits(placement); });
  try {
    checkFits(placement);
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("cuda:1"), std::string::npos) << error.message();
  }
  const TemporaryFolder folder;
  expectError(ErrorCode::kResourceExhausted, "placement_does_not_fit", [&] {
    placedRun(folder / "run",
              {"distributed.placement=cpu+cpu", "data.batch_size=65536", "data.shapes_count=65536",
               "data.prefetch_batches=1", "accumulation.discriminator=64", "distributed.pipeline=gpipe"});
  });
  EXPECT_FALSE(fs::exists(folder / "run"));
}

TEST(CreateRun, OfStagesThatFitOneByOneButNotTogetherIsRefused) {
  const PlacedDevice stage{.name = "stage 0 (cpu)", .weights = 100, .optimizer = 300, .activations = 200, .free = 1000};
  const RunPlacement placement{.stages = "generator=linear:0+blocks.1:1", .devices = {stage, stage}};
  checkFits(placement);
  checkFitTogether(placement, {"cpu of a", "cpu of b"}, /*stages=*/2);
  EXPECT_TRUE(fitTogether(placement, {"cpu of a", "cpu of b"}, /*stages=*/2));
  EXPECT_FALSE(fitTogether(placement, {"cpu of a", "cpu of a"}, /*stages=*/2));
  const auto refused = expectError(ErrorCode::kResourceExhausted, "placement_does_not_fit", [&] {
    checkFitTogether(placement, {"cpu of a", "cpu of a"}, /*stages=*/2);
  });
  ASSERT_TRUE(refused);
  EXPECT_NE(refused->message().find("cpu of a (2 processes) is to hold 1.2"), std::string::npos) << refused->message();

  const RunPlacement of_each{.stages = "generator=linear:cpu", .devices = {stage}};
  checkFitTogether(of_each, {"cpu of a", "cpu of b"}, /*stages=*/1);
  expectError(ErrorCode::kResourceExhausted, "placement_does_not_fit", [&] {
    checkFitTogether(of_each, {"cpu of a", "cpu of a"}, /*stages=*/1);
  });
}

RunConfig accumulating(const std::vector<std::string>& settings) {
  std::vector<std::string> all = {
      "model.architecture=sngan",  "data.resolution=32", "model.generator_width=8",      "model.discriminator_width=8",
      "distributed.pipeline=auto", "data.batch_size=2",  "accumulation.discriminator=4", "accumulation.generator=4"};
  all.insert(all.end(), settings.begin(), settings.end());
  RunConfig config;
  config.applyOverrides(all);
  return config;
}

TEST(CreateRun, SendsAllBatchesForwardFirstWhereThereIsMemoryForThem) {
  const std::vector<std::string> here = {"cpu of a"};
  EXPECT_EQ(choosePipeline(accumulating({"distributed.placement=cpu+cpu"}), "cpu", here), "gpipe");
  EXPECT_EQ(choosePipeline(accumulating({"distributed.stages=2"}), "cpu", {"cpu of a", "cpu of a"}), "gpipe");
  EXPECT_EQ(choosePipeline(accumulating({"distributed.placement=cpu+cpu", "data.batch_size=65536",
                                         "data.shapes_count=65536", "accumulation.discriminator=64"}),
                           "cpu", here),
            "1f1b");
  const std::vector<std::string> crowd(1'000'000, "cpu of a");
  EXPECT_EQ(choosePipeline(accumulating({"distributed.placement=cpu+cpu"}), "cpu", crowd), "1f1b")
      << "each by itself would fit";
  EXPECT_EQ(choosePipeline(accumulating({}), "cpu", here), "1f1b") << "there are no stages";
}

TEST(CreateRun, SaysInTheManifestHowMicroBatchesGoThroughTheStages) {
  const TemporaryFolder folder;
  const auto pipeline = [&](const std::string& name, const std::vector<std::string>& settings) {
    placedRun(folder / name, settings);
    const RunFolder run = RunFolder::open(folder / name);
    return run.manifest().pipeline + " of " + run.config().text("distributed.pipeline");
  };
  EXPECT_EQ(pipeline("plain", {}), " of 1f1b");
  EXPECT_EQ(pipeline("placed", {"distributed.placement=cpu+cpu"}), "1f1b of 1f1b");
  EXPECT_EQ(pipeline("auto", {"distributed.placement=cpu+cpu", "distributed.pipeline=auto", "data.batch_size=2",
                              "accumulation.generator=4", "accumulation.discriminator=4"}),
            "gpipe of auto");
}

TEST(CreateRun, SeveralProcessesDoNotTakeTheSameGpus) {
  RunConfig config;
  config.setText("distributed.placement", "0+1");
  expectError(ErrorCode::kInvalidArgument, "placement_processes", [&] { checkedPlacement(config, 2, "cpu"); });
}

TEST(CreateRun, OfAConditionalNetworkIsRefusedWhereTheImagesHaveNoClasses) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "pictures");
  for (const char* name : {"0.pgm", "1.pgm"}) {
    std::ofstream(folder / "pictures" / name, std::ios::binary) << "P5 32 32 255\n" << std::string(32 * 32, 'x');
  }
  for (const char* classes : {"auto", "10"}) {
    expectError(ErrorCode::kFailedPrecondition, "data_without_classes",
                [&] { conditionalRun(folder / "run", classes, folder / "pictures"); });
  }
  EXPECT_FALSE(fs::exists(folder / "run"));
  EXPECT_EQ(conditionalRun(folder / "run", "0", folder / "pictures").config().integer("model.classes"), 0);
}

TEST(CreateRun, KnowsAsManyClassesAsTheImagesHaveOrMore) {
  const TemporaryFolder folder;
  EXPECT_EQ(conditionalRun(folder / "auto", "auto").config().integer("model.classes"), 10) << "kinds of shapes";
  EXPECT_EQ(conditionalRun(folder / "more", "12").config().integer("model.classes"), 12);
  expectError(ErrorCode::kFailedPrecondition, "data_more_classes", [&] { conditionalRun(folder / "fewer", "9"); });
  EXPECT_FALSE(fs::exists(folder / "fewer"));
}

}  // namespace
}  // namespace gan
