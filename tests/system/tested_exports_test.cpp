// "Test this checkpoint": as an export, by gan-engine itself; and where what it finds lies afterwards.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "run/kept_tests.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Words = std::vector<std::string>;

class TestedExports : public testing::Test {
 protected:
  /// Three steps of a classifier of small shapes.
  void train(int shapes) {
    Words words{program("gan-engine"), "train",   "--preset", "fashion-resnet-18", "--out",
                run_.string(),         "--steps", "3",        "--devices",         "cpu"};
    for (const std::string& setting :
         {std::string("data.source=shapes"), std::string("data.shapes_style=plain"), std::string("data.resolution=16"),
          std::string("data.batch_size=8"), std::string("data.validation=none"), std::string("training.threads=1"),
          std::string("recording.tensorboard=false"), "data.shapes_count=" + std::to_string(shapes)}) {
      words.insert(words.end(), {"--set", setting});
    }
    const Finished finished = test::run(words);
    ASSERT_EQ(finished.code, 0) << finished.errors;
  }
  json factsOf(Words words, int code = 0) const {
    words.insert(words.begin(), program("gan-engine"));
    words.emplace_back("--json");
    const Finished finished = test::run(words, {}, std::chrono::seconds(120));
    EXPECT_EQ(finished.code, code) << finished.errors;
    return json::parse(finished.lastLine(), nullptr, /*allow_exceptions=*/false);
  }
  json exported() const { return factsOf({"export", "list", run_})["exports"][0]; }

  TemporaryFolder folder_;
  const fs::path run_ = folder_ / "run";
};

TEST_F(TestedExports, FindWhatTheCommandFindsAndAreKeptUnderTheirName) {
  train(60);
  const json estimate = factsOf({"export", "start", "test", run_, "--split", "train", "--estimate"});
  EXPECT_EQ(estimate["total"], 60);
  EXPECT_EQ(estimate["unit"], "images");
  EXPECT_TRUE(keptTests(run_).empty()) << "nothing was started";
  const json made = factsOf({"export", "start", "test", run_, "--split", "train", "--id", "tested", "--wait"});
  EXPECT_EQ(made["phase"], "done") << made;
  EXPECT_EQ(made["kind"], "test");
  EXPECT_EQ(made["step"], 3);
  EXPECT_EQ(made["done"], 60);

  const json expected = factsOf({"test", run_, "--split", "train", "--device", "cpu"});
  const fs::path out = made["folder"].get<std::string>();
  std::ifstream file(out / "test.json");
  const json found = json::parse(file);
  for (const char* fact : {"checkpoint", "data", "split", "images", "loss", "top1", "top5", "classes", "confusion"}) {
    EXPECT_EQ(found[fact], expected[fact]) << fact;
  }
  const std::vector<KeptTest> kept = keptTests(run_);
  ASSERT_EQ(kept.size(), 2U) << "the export's and the command's";
  EXPECT_EQ(kept[0].id, "tested");
  EXPECT_EQ(kept[0].confusion, kept[1].confusion);
  ASSERT_FALSE(kept[0].cells.empty());
  EXPECT_TRUE(fs::exists(testFolder(run_, "tested") / kept[0].cells[0].sheet));
  // What is kept outlives the export, and another one of its name.
  factsOf({"export", "remove", run_, "tested"});
  factsOf({"export", "start", "test", run_, "--split", "train", "--id", "tested", "--wait"}, 1);
  EXPECT_EQ(exported()["phase"], "failed");
  EXPECT_EQ(keptTests(run_), kept);
  EXPECT_TRUE(fs::exists(testFolder(run_, "tested") / kept[0].cells[0].sheet));
}

TEST_F(TestedExports, CancelledLeaveNothing) {
  train(1'000'000);
  const json begun = factsOf({"export", "start", "test", run_, "--split", "train", "--id", "long"});
  EXPECT_GT(begun["expected_seconds"], 1) << begun;
  ASSERT_TRUE(waitUntil([&] { return exported()["done"] > 0; }, std::chrono::seconds(120))) << exported();
  EXPECT_EQ(exported()["total"], 1'000'000);
  EXPECT_EQ(factsOf({"export", "cancel", run_, "long"})["phase"], "cancelled");
  EXPECT_TRUE(keptTests(run_).empty());
  EXPECT_FALSE(fs::exists(testFolder(run_, "long")));
}

TEST_F(TestedExports, OfImagesThatThereAreNotAreRefusedBeforeTheyStart) {
  train(60);
  const Finished refused =
      test::run({program("gan-engine"), "export", "start", "test", run_.string(), "--split", "val"});
  EXPECT_NE(refused.code, 0);
  EXPECT_FALSE(refused.errors.empty());
  EXPECT_TRUE(factsOf({"export", "list", run_})["exports"].empty());
}

}  // namespace
}  // namespace gan::test
