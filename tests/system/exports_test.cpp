#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "support/process.h"
#include "support/small_training.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

Finished engine(std::vector<std::string> words) {
  words.insert(words.begin(), program("gan-engine"));
  return run(words);
}

std::string contentOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Name and content of every file below a folder that is not hidden.
std::map<std::string, std::string> filesIn(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const bool hidden = entry.path().filename().string().starts_with('.');
    if (!hidden && !entry.is_directory()) files[fs::relative(entry.path(), folder)] = contentOf(entry.path());
  }
  return files;
}

std::vector<std::string> training(const fs::path& run, std::int64_t steps,
                                  const std::vector<std::string>& settings = {}) {
  std::vector<std::string> words = smallTraining(run, steps, settings);
  words.insert(words.begin(), {program("gan-engine"), "train"});
  return words;
}

/// What the last line says, of a command that ends with this code.
json factsOf(std::vector<std::string> words, int code = 0) {
  words.push_back("--json");
  const Finished finished = engine(words);
  EXPECT_EQ(finished.code, code) << finished.errors;
  return json::parse(finished.lastLine());
}

json exportOf(const fs::path& run, const std::string& id) {
  const json listed = factsOf({"export", "list", run});
  for (const json& one : listed["exports"]) {
    if (one["id"] == id) return one;
  }
  return {};
}

bool becomes(const fs::path& run, const std::string& id, const std::string& phase) {
  return waitUntil([&] { return exportOf(run, id)["phase"] == phase; }, std::chrono::seconds(300),
                   std::chrono::seconds(1));
}

pid_t workerOf(const fs::path& run, const std::string& id) {
  return json::parse(contentOf(run / "exports" / id / "state.json"))["process"]["pid"];
}

TEST(Exports, OfALiveTrainingOutliveItAndTheirProcessAndEqualTheCommandsBytes) {
  const TemporaryFolder folder;
  const fs::path run = folder / "run";
  std::optional<Process> trained(std::in_place, training(run, 0, {"checkpoint.keep_newest=1000"}));
  ASSERT_TRUE(waitUntil([&] { return fs::exists(run / "checkpoints" / "step-00000010.s1"); }));
  ASSERT_TRUE(waitUntil([&] { return fs::exists(run / "endpoint.json"); }));
  const std::vector<std::string> what = {"--step", "10", "--count", "6000", "--seed", "7"};
  std::vector<std::string> words = {"export", "start", "samples", run, "--id", "many"};
  words.insert(words.end(), what.begin(), what.end());
  const json started = factsOf(words);
  EXPECT_EQ(started["total"], 6000);
  EXPECT_EQ(started["step"], 10);
  EXPECT_GT(started["expected_bytes"], 6000 * 100);
  EXPECT_GT(started["expected_seconds"], 0);

  // Killed, while it is at work, with the training's own checkpoint gone.
  ASSERT_TRUE(waitUntil([&] { return exportOf(run, "many")["done"] > 0; })) << exportOf(run, "many");
  ASSERT_EQ(::kill(workerOf(run, "many"), SIGKILL), 0);
  ASSERT_TRUE(becomes(run, "many", "interrupted")) << exportOf(run, "many");
  const std::int64_t done = exportOf(run, "many")["done"];
  ASSERT_GT(done, 0);
  const fs::path out = run / "exports" / "many" / "out";
  const auto first_made = fs::last_write_time(out / "000000.png");
  const fs::path checkpoint = run / "checkpoints" / "step-00000010.s1";
  fs::rename(checkpoint, folder / "kept");
  EXPECT_EQ(engine({"export", "continue", run, "many"}).code, 0);
  trained->signal(SIGINT);
  EXPECT_EQ(trained->wait(), 3) << trained->errors();
  ASSERT_TRUE(becomes(run, "many", "done")) << exportOf(run, "many");
  EXPECT_EQ(fs::last_write_time(out / "000000.png"), first_made) << "what was there was not made again";
  fs::rename(folder / "kept", checkpoint);

  const json fetched = factsOf({"export", "fetch", run, "many", "--out", folder / "fetched"});
  EXPECT_EQ(fetched["files"], 6001);
  words = {"sample", run, "--out", folder / "drawn"};
  words.insert(words.end(), what.begin(), what.end());
  ASSERT_EQ(engine(words).code, 0);
  EXPECT_TRUE(filesIn(folder / "fetched") == filesIn(folder / "drawn")) << "they differ";
}

/// A run that has ended, made once for the other cases.
class ExportsOfARun : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>();
    const Finished finished = test::run(training(runFolder(), 20));
    ASSERT_EQ(finished.code, 0) << finished.errors;
  }
  static void TearDownTestSuite() { folder_.reset(); }
  static fs::path runFolder() { return folder_->path() / "run"; }

  static inline std::unique_ptr<TemporaryFolder> folder_;
  TemporaryFolder own_;
};

TEST_F(ExportsOfARun, FilmsAndSheetsEqualTheCommandsBytesWithoutAnEngine) {
  const std::vector<std::string> film = {"--point", "seed=1", "--point", "seed=2", "--seconds", "2",
                                         "--fps",   "10",     "--loop",  "--zoom", "2"};
  std::vector<std::string> words = {"export", "start", "film", runFolder(), "--format", "gif", "--wait"};
  words.insert(words.end(), film.begin(), film.end());
  const json made = factsOf(words);
  EXPECT_EQ(made["phase"], "done");
  words = {"interpolate", runFolder(), "--out", own_ / "film.gif"};
  words.insert(words.end(), film.begin(), film.end());
  ASSERT_EQ(engine(words).code, 0);
  EXPECT_EQ(contentOf(fs::path(made["folder"]) / "film.gif"), contentOf(own_ / "film.gif"));
  EXPECT_EQ(contentOf(fs::path(made["folder"]) / "film.gif.json"), contentOf(own_ / "film.gif.json"));

  const json sheet = factsOf({"export", "start", "sheet", runFolder(), "--kind", "steps", "--columns", "4", "--wait"});
  EXPECT_EQ(sheet["unit"], "rows");
  EXPECT_EQ(sheet["total"], 2);
  ASSERT_EQ(engine({"sheet", runFolder(), "--kind", "steps", "--columns", "4", "--out", own_ / "sheet.png"}).code, 0);
  EXPECT_EQ(contentOf(fs::path(sheet["folder"]) / "sheet.png"), contentOf(own_ / "sheet.png"));
}

TEST_F(ExportsOfARun, TakeAboutTheBytesThatAreForetold) {
  const std::vector<std::vector<std::string>> requests = {
      {"samples", "--count", "600"},
      {"samples", "--count", "600", "--statistics", "standing"},
      {"samples", "--count", "600", "--format", "npz"},
      {"sheet", "--kind", "random", "--rows", "60"},
      {"film", "--point", "seed=1", "--point", "seed=2", "--seconds", "20", "--format", "gif"},
      {"film", "--point", "seed=1", "--point", "seed=2", "--seconds", "20", "--format", "png"},
      {"film", "--point", "seed=1", "--point", "seed=2", "--seconds", "20", "--format", "mp4"}};
  // Times are the next test's: those of exports that take less than a second say nothing.
  const bool has_ffmpeg = test::run({"sh", "-c", "command -v ffmpeg"}).code == 0;
  for (std::vector<std::string> words : requests) {
    if (words.back() == "mp4" && !has_ffmpeg) continue;
    words.insert(words.begin(), {"export", "start"});
    words.insert(words.begin() + 3, runFolder());
    const std::string name = testing::PrintToString(words);
    std::vector<std::string> estimate = words;
    estimate.emplace_back("--estimate");
    const json foretold = factsOf(estimate);
    words.emplace_back("--wait");
    const json made = factsOf(words);
    ASSERT_EQ(made["phase"], "done") << name;
    const double bytes = foretold["expected_bytes"].get<double>() / made["bytes"].get<double>();
    // A trial draws with running statistics, which of a network that is hardly trained make other pictures.
    const double most = name.find("standing") == std::string::npos ? 1.5 : 4;
    EXPECT_LT(bytes, most) << name << foretold << made;
    EXPECT_GT(bytes, 1 / most) << name << foretold << made;
  }
}

TEST_F(ExportsOfARun, TakeTheTimeForStatisticsIntoAccount) {
  const auto foretold = [](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"export", "start", "samples", runFolder(), "--count", "64", "--estimate"};
    words.insert(words.end(), more.begin(), more.end());
    double least = std::numeric_limits<double>::infinity();  // others compute on this machine
    for (int times = 0; times < 3; ++times) {
      least = std::min(least, factsOf(words)["expected_seconds"].get<double>());
    }
    return least;
  };
  const double running = foretold({});
  const double standing = foretold({"--statistics", "standing"});
  // 16 batches of 64 pictures more than the 64 that are made, whose files take time, too.
  EXPECT_GT(standing, 3 * running);
  EXPECT_LT(standing, 100 * running);
}

TEST_F(ExportsOfARun, ABadRequestIsOneClearErrorAndStartsNothing) {
  const auto refused = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"export", "start"});
    const json facts = factsOf(words, 2);
    return facts["error"]["id"].get<std::string>();
  };
  EXPECT_EQ(refused({"samples", runFolder(), "--class", "3"}), "classes_not_known");
  EXPECT_EQ(refused({"samples", runFolder(), "--class-folders"}), "class_folders_need_classes");
  EXPECT_EQ(refused({"samples", runFolder(), "--step", "15"}), "checkpoint_not_found");
  EXPECT_EQ(refused({"samples", runFolder(), "--point", "sed=1"}), "sample_point_bad");
  EXPECT_EQ(refused({"film", runFolder(), "--point", "seed=1"}), "latent_walk_bad");
  EXPECT_EQ(refused({"film", runFolder(), "--point", "seed=1", "--point", "seed=2", "--format", "gif", "--fps", "60"}),
            "film_too_fast");
  EXPECT_EQ(refused({"sheet", runFolder(), "--kind", "classes"}), "sheet_needs_classes");
  EXPECT_EQ(refused({"samples", own_.path() / "none"}), "run_not_found");
  EXPECT_EQ(refused({"samples", runFolder(), "--count", "3", "--preview", own_ / "x.jpg"}), "export_preview_png");
  EXPECT_EQ(factsOf({"export", "cancel", runFolder(), "none"}, 2)["error"]["id"], "export_not_found");
  EXPECT_EQ(factsOf({"export", "fetch", runFolder(), "../run", "--out", own_ / "x"}, 2)["error"]["id"],
            "export_bad_id");
  const json estimate = factsOf({"export", "start", "samples", runFolder(), "--count", "500", "--estimate"});
  EXPECT_GT(estimate["expected_bytes"], 50'000);
  EXPECT_EQ(exportOf(runFolder(), estimate["id"]), json()) << "nothing was started";
}

TEST_F(ExportsOfARun, OneThatAsksForAFormatThatThereIsNotFailsByName) {
  const fs::path folder = runFolder() / "exports" / "odd";
  fs::create_directories(folder);
  std::ofstream(folder / "request.json") << R"({"samples": {"count": 3, "format": "bmp"}})";
  std::ofstream(folder / "state.json") << R"({"info": {"phase": "waiting"}})";
  engine({"export-worker", runFolder()});
  const json failed = exportOf(runFolder(), "odd");
  EXPECT_EQ(failed["phase"], "failed");
  EXPECT_EQ(failed["error"]["id"], "export_format_unknown") << failed;
}

TEST_F(ExportsOfARun, APreviewShowsSamplesFilmsAndSheetsAndStartsNothing) {
  const std::vector<std::vector<std::string>> kinds = {
      {"samples", runFolder(), "--count", "500", "--format", "npz"},
      {"film", runFolder(), "--point", "seed=1", "--point", "seed=2", "--format", "gif"},
      {"sheet", runFolder(), "--kind", "random"}};
  for (std::vector<std::string> words : kinds) {
    const fs::path file = own_ / (words[0] + ".png");
    words.insert(words.begin(), {"export", "start"});
    words.insert(words.end(), {"--preview", file, "--id", "previewed"});
    EXPECT_EQ(factsOf(words)["preview"], file.string());
    EXPECT_EQ(contentOf(file).substr(1, 3), "PNG") << file;
  }
  EXPECT_EQ(exportOf(runFolder(), "previewed"), json()) << "nothing was started";
}

TEST_F(ExportsOfARun, WhatIsOverIsRemovedAndWithoutASamplerNothingIsMade) {
  factsOf({"export", "start", "samples", runFolder(), "--count", "3", "--id", "short", "--wait"});
  EXPECT_EQ(factsOf({"export", "remove", runFolder(), "short"})["id"], "short");
  EXPECT_FALSE(fs::exists(runFolder() / "exports" / "short"));
  const fs::path off = own_ / "off";
  ASSERT_EQ(test::run(training(off, 10, {"sampler.enabled=false"})).code, 0);
  EXPECT_EQ(factsOf({"export", "start", "samples", off}, 1)["error"]["id"], "sampler_off");
}

TEST_F(ExportsOfARun, AreWaitedForThoughTheEngineEnds) {
  std::optional<Process> serving(std::in_place, std::vector<std::string>{program("gan-engine"), "serve", runFolder()});
  ASSERT_TRUE(waitUntil([&] { return fs::exists(runFolder() / "endpoint.json"); }));
  Process waiting({program("gan-engine"), "export", "start", "samples", runFolder(), "--count", "4000", "--id",
                   "waited", "--wait"});
  ASSERT_TRUE(waitUntil([&] { return fs::exists(runFolder() / "exports" / "waited" / "out" / "000000.png"); }));
  serving->signal(SIGINT);
  serving->wait();
  EXPECT_EQ(waiting.wait(), 0) << waiting.errors();
  EXPECT_EQ(exportOf(runFolder(), "waited")["phase"], "done");
}

TEST_F(ExportsOfARun, WhatIsCancelledLeavesNothing) {
  factsOf({"export", "start", "samples", runFolder(), "--count", "1000000", "--id", "too-many"});
  const fs::path out = runFolder() / "exports" / "too-many" / "out";
  ASSERT_TRUE(waitUntil([&] { return fs::exists(out / "000000.png"); }));
  EXPECT_EQ(factsOf({"export", "cancel", runFolder(), "too-many"})["phase"], "cancelled");
  EXPECT_FALSE(fs::exists(out));
}

TEST_F(ExportsOfARun, ServedOnesAreMadeByTheServingHostAndWeightsAloneHaveNone) {
  Process serving({program("gan-engine"), "serve", runFolder()});
  ASSERT_TRUE(waitUntil([&] { return fs::exists(runFolder() / "endpoint.json"); }));
  const json made = factsOf({"export", "start", "samples", runFolder(), "--count", "9", "--format", "npz", "--wait"});
  EXPECT_EQ(made["phase"], "done");
  ASSERT_EQ(engine({"sample", runFolder(), "--count", "9", "--format", "npz", "--out", own_ / "drawn"}).code, 0);
  EXPECT_TRUE(filesIn(fs::path(made["folder"])) == filesIn(own_ / "drawn"));

  const fs::path weights = own_ / "g.safetensors";
  fs::copy_file(runFolder() / "checkpoints" / "step-00000020.s1" / "ema.safetensors", weights);
  const fs::path as = own_ / "of-weights";
  Process alone({program("gan-engine"), "serve", weights, "--as", as});
  ASSERT_TRUE(waitUntil([&] { return fs::exists(as / "endpoint.json"); })) << alone.errors();
  EXPECT_EQ(factsOf({"export", "start", "samples", as}, 2)["error"]["id"], "export_unsupported");
}

}  // namespace
}  // namespace gan::test
