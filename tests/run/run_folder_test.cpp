#include "run/run_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "child_process.h"
#include "support/expect_error.h"
#include "support/small_disk.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;

RunManifest someManifest() {
  return {.id = "0123456789abcdef",
          .engine_version = "0.1.0",
          .torch_version = "2.11.0",
          .preset = "fashion-dcgan",
          .world_size = 2,
          .placement = "generator=linear:0+blocks.2:1",
          .pipeline = "gpipe",
          .devices = {"cuda:0 (NVIDIA H200, GPU-5a) of n0", "cpu of n1"},
          .float32_precision = "tf32",
          .launches = {"slurm c 7", "launch 0a1b"},
          .threads = 4,
          .instruction_set = "AVX512",
          .data_fingerprint = "idx:60000",
          .parent_path = "../other",
          .parent_step = 9000,
          .created_unix_seconds = 1795183439.5};
}

void expectSame(const RunManifest& a, const RunManifest& b) {
  EXPECT_EQ(a.id, b.id);
  EXPECT_EQ(a.engine_version, b.engine_version);
  EXPECT_EQ(a.torch_version, b.torch_version);
  EXPECT_EQ(a.preset, b.preset);
  EXPECT_EQ(a.world_size, b.world_size);
  EXPECT_EQ(a.placement, b.placement);
  EXPECT_EQ(a.pipeline, b.pipeline);
  EXPECT_EQ(a.devices, b.devices);
  EXPECT_EQ(a.float32_precision, b.float32_precision);
  EXPECT_EQ(a.launches, b.launches);
  EXPECT_EQ(a.threads, b.threads);
  EXPECT_EQ(a.instruction_set, b.instruction_set);
  EXPECT_EQ(a.data_fingerprint, b.data_fingerprint);
  EXPECT_EQ(a.parent_path, b.parent_path);
  EXPECT_EQ(a.parent_step, b.parent_step);
  EXPECT_EQ(a.created_unix_seconds, b.created_unix_seconds);
}

/// A configuration that is not all defaults.
RunConfig someConfig() {
  RunConfig config;
  for (const Field& field : config.schema().fields()) {
    if (field.type == FieldType::kInteger && field.range && field.range->highest > field.range->lowest) {
      config.set(field.path, static_cast<std::int64_t>(field.range->lowest));
    }
  }
  for (const Field& field : config.schema().fields()) {
    if (!applies(field, config)) config.set(field.path, field.default_value);
  }
  return config;
}

TEST(RunFolder, OpensAsItWasCreated) {
  const TemporaryFolder folder;
  RunFolder::create(folder / "deep/er/run", someConfig(), someManifest());
  const RunFolder run = RunFolder::open(folder / "deep/er/run");
  EXPECT_EQ(run.config(), someConfig());
  expectSame(run.manifest(), someManifest());
  for (const fs::path& sub : {run.metrics(), run.samples(), run.checkpoints(), run.access()}) {
    EXPECT_TRUE(fs::is_directory(sub) && fs::is_empty(sub)) << sub;
  }
}

TEST(RunFolder, OfANewerBuildOpensForDisplayOnly) {
  const TemporaryFolder folder;
  RunManifest manifest;
  manifest.id = "0123456789abcdef";
  RunFolder::create(folder / "run", RunConfig(), manifest);
  std::ofstream(folder / "run/run.yaml", std::ios::app) << "\nfuture:\n  field: 3\n";

  EXPECT_EQ(RunFolder::openForDisplay(folder / "run").config(), RunConfig());
  expectError(ErrorCode::kInvalidArgument, "config_unknown_key", [&] { RunFolder::open(folder / "run"); });
}

TEST(RunFolder, LetsNobodyElseIntoItsAccessFolder) {
  const TemporaryFolder folder;
  const RunFolder run = RunFolder::create(folder / "run", RunConfig(), someManifest());
  struct stat status {};
  ASSERT_EQ(::stat(run.access().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
}

TEST(RunFolder, IsNamedAfterItsFolderHoweverThePathIsWritten) {
  const TemporaryFolder folder;
  RunFolder::create(folder / "run", RunConfig(), someManifest());
  EXPECT_EQ(RunFolder::open(folder / "run/").name(), "run");
  EXPECT_EQ(RunFolder::open(folder / "run/samples/..").name(), "run");
}

TEST(RunFolder, MayBeCreatedInAnEmptyFolderAndNowhereElse) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "empty");
  EXPECT_NO_THROW(RunFolder::create(folder / "empty", RunConfig(), someManifest()));
  expectError(ErrorCode::kAlreadyExists, "run_exists",
              [&] { RunFolder::create(folder / "empty", RunConfig(), someManifest()); });
  fs::create_directory(folder / "photos");
  std::ofstream(folder / "photos/cat.jpg") << "meow";
  expectError(ErrorCode::kAlreadyExists, "run_exists",
              [&] { RunFolder::create(folder / "photos", RunConfig(), someManifest()); });
  expectError(ErrorCode::kAlreadyExists, "run_exists",
              [&] { RunFolder::create(folder / "photos/cat.jpg", RunConfig(), someManifest()); });
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "photos"), fs::directory_iterator()), 1);
}

TEST(RunFolder, ThatCannotBeFilledLeavesNothing) {
  const TemporaryFolder folder;
  const auto fill = [](const RunFolder& made) {
    std::ofstream(made.checkpoints() / "half") << "half";
    throw Error(ErrorCode::kCancelled, "task_cancelled", "Stopped on request.");
  };
  expectError(ErrorCode::kCancelled, "task_cancelled",
              [&] { RunFolder::create(folder / "runs" / "new", RunConfig(), someManifest(), fill); });
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(RunFolder, ThatDoesNotFitOnTheDiskLeavesNothing) {
  const SmallDisk disk(16);
  if (!disk.mounted()) GTEST_SKIP() << "Only root may mount a small file system; nothing was checked.";
  disk.fill();
  const auto error = expectError(ErrorCode::kResourceExhausted, "disk_full",
                                 [&] { RunFolder::create(disk.path() / "a/run", RunConfig(), someManifest()); });
  fs::remove(disk.path() / "ballast");
  EXPECT_TRUE(fs::is_empty(disk.path()));
}

TEST(RunFolder, WithAManifestThatCouldNotBeReadAgainIsNotCreated) {
  const TemporaryFolder folder;
  RunManifest manifest = someManifest();
  manifest.id = "../../escape";
  expectError(ErrorCode::kDataLoss, "run_bad_manifest",
              [&] { RunFolder::create(folder / "run", RunConfig(), manifest); });
  EXPECT_FALSE(fs::exists(folder / "run"));
}

TEST(RunFolder, OfManyProcessesThatCreateItExactlyOneSucceeds) {
  for (int round = 0; round < 10; ++round) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "run");
    int start[2];
    ASSERT_EQ(::pipe(start), 0);
    std::vector<std::unique_ptr<ChildProcess>> children;
    for (int i = 0; i < 6; ++i) {
      children.push_back(std::make_unique<ChildProcess>([&] {
        ::close(start[1]);
        char unused = 0;
        if (::read(start[0], &unused, 1) != 0) return 2;  // the end of the pipe is the signal
        try {
          RunFolder::create(folder / "run", RunConfig(), someManifest());
          return 0;
        } catch (const Error& error) {
          return error.id() == "run_exists" ? 1 : 3;
        }
      }));
    }
    ::close(start[0]);
    ::close(start[1]);
    std::vector<int> results;
    for (const auto& child : children) results.push_back(child->wait());
    std::ranges::sort(results);
    ASSERT_THAT(results, testing::ElementsAre(0, 1, 1, 1, 1, 1));
    EXPECT_NO_THROW(RunFolder::open(folder / "run"));
  }
}

TEST(RunFolder, SaysWhatIsMissing) {
  const TemporaryFolder folder;
  expectError(ErrorCode::kNotFound, "run_not_found", [&] { RunFolder::open(folder / "nowhere"); });
  expectError(ErrorCode::kNotFound, "run_not_found", [&] { RunFolder::open(folder.path()); });
  const RunFolder run = RunFolder::create(folder / "run", RunConfig(), someManifest());
  fs::remove(run.path() / "manifest.json");
  expectError(ErrorCode::kDataLoss, "run_bad_manifest", [&] { RunFolder::open(run.path()); });
  fs::create_directory(run.path() / "manifest.json");
  EXPECT_THROW(RunFolder::open(run.path()), Error);
}

TEST(RunFolder, IsNeitherMadeNorSoughtUnderTheAddressOfARunElsewhere) {
  for (const char* address : {"ssh://ann@host:22/~/runs/a", "tls://host:7420", "tcp:host:7420", "unix:/run/a.sock"}) {
    const auto refused = [](auto&& action) { expectError(ErrorCode::kInvalidArgument, "run_elsewhere", action); };
    refused([&] { RunFolder::create(address, RunConfig(), someManifest()); });
    refused([&] { RunFolder::open(address); });
    refused([&] { RunFolder::openForDisplay(address); });
    refused([&] { findRuns(address); });
    EXPECT_FALSE(fs::exists(address)) << address;
  }
  const TemporaryFolder folder;
  EXPECT_NO_THROW(RunFolder::create(folder / "ssh:", RunConfig(), someManifest()));
}

TEST(Manifest, RefusesWhatCannotBe) {
  const std::string good = toJson(someManifest());
  const auto with = [&good](std::string_view from, std::string_view to) {
    std::string changed = good;
    changed.replace(changed.find(from), from.size(), to);
    return changed;
  };
  const std::vector<std::string> bad = {"",
                                        "{}",
                                        with("0123456789abcdef", "../../etc/passwd"),
                                        with("0123456789abcdef", "0123456789ABCDEF"),
                                        with("\"world_size\": 2", "\"world_size\": 0"),
                                        with("\"world_size\": 2", "\"world_size\": 4294967298"),
                                        with("\"threads\": 4", "\"threads\": \"4\""),
                                        with("\"cpu of n1\"", "7"),
                                        with("\"slurm c 7\"", "7"),
                                        with("\"parent_step\": 9000", "\"parent_step\": -2"),
                                        good + std::string(2U << 20U, ' ')};
  for (const std::string& json : bad) {
    expectError(ErrorCode::kDataLoss, "run_bad_manifest", [&] { manifestFromJson(json, "manifest.json"); });
  }
}

TEST(Manifest, OfAVersionThatNamedNoDevicesIsRead) {
  std::string json = toJson(someManifest());
  json.replace(json.find("\"devices\""), 9, "\"unknown\"");
  EXPECT_TRUE(manifestFromJson(json, "manifest.json").devices.empty());
}

TEST(Manifest, OfAVersionThatNamedNoLaunchesIsRead) {
  std::string json = toJson(someManifest());
  json.replace(json.find("\"launches\""), 10, "\"unknown\"");
  EXPECT_TRUE(manifestFromJson(json, "manifest.json").launches.empty());
}

TEST(Manifest, LargerThanItMayBeIsNotRead) {
  const TemporaryFolder folder;
  const RunFolder run = RunFolder::create(folder / "run", RunConfig(), someManifest());
  fs::resize_file(run.path() / "manifest.json", 1ULL << 40U);
  expectError(ErrorCode::kDataLoss, "run_bad_manifest", [&] { RunFolder::open(run.path()); });
}

TEST(FindRuns, ListsRunsByNameAndNothingElse) {
  const TemporaryFolder folder;
  RunFolder::create(folder / "b", RunConfig(), someManifest());
  RunFolder::create(folder / "a", RunConfig(), someManifest());
  fs::create_directory(folder / "c");
  std::ofstream(folder / "run.txt") << "no run";
  EXPECT_THAT(findRuns(folder.path()), testing::ElementsAre(folder / "a", folder / "b"));
  EXPECT_THAT(findRuns(folder / "a"), testing::ElementsAre(folder / "a"));
  EXPECT_THROW(findRuns(folder / "nowhere"), Error);
}

TEST(StepName, SortsAsTextLikeTheStepsItNames) {
  EXPECT_EQ(stepName(1500, 1), "step-00001500.s1");
  EXPECT_EQ(stepName(123'456'789, 12), "step-123456789.s12");
  EXPECT_LT(stepName(999, 1), stepName(1000, 1));
}

}  // namespace
}  // namespace gan
