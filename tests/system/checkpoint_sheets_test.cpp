#include <gtest/gtest.h>

#include <fstream>

#include "support/process.h"
#include "support/small_training.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

std::string contentOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

Finished train(const fs::path& run, const std::vector<std::string>& settings = {}) {
  std::vector<std::string> words = smallTraining(run, 20, settings);
  words.insert(words.begin(), {program("gan-engine"), "train"});
  return test::run(words);
}

TEST(CheckpointSheets, AreTheCommandsPicturesAndChangeNothingOfTheTraining) {
  const TemporaryFolder folder;
  const fs::path with = folder / "with";
  const fs::path without = folder / "without";
  const Finished trained = train(with, {"sampling.with_checkpoint=random, interpolate-z, classes"});
  ASSERT_EQ(trained.code, 0) << trained.errors;
  ASSERT_EQ(train(without).code, 0);
  for (const char* file : {"generator.safetensors", "ema.safetensors", "discriminator.safetensors"}) {
    const fs::path name = fs::path("checkpoints") / "step-00000020.s1" / file;
    EXPECT_TRUE(contentOf(with / name) == contentOf(without / name)) << name;
  }
  for (const char* kind : {"random", "interpolate-z"}) {
    const fs::path drawn = with / "samples" / "sheets" / (std::string("step-00000020.s1.") + kind + ".png");
    const fs::path file = folder / (std::string(kind) + ".png");
    const Finished sheet = test::run({program("gan-engine"), "sheet", with.string(), "--kind", kind, "--step", "20",
                                      "--truncation", "2", "--out", file.string()});
    ASSERT_EQ(sheet.code, 0) << sheet.errors;
    EXPECT_FALSE(contentOf(drawn).empty()) << drawn << trained.errors;
    EXPECT_TRUE(contentOf(drawn) == contentOf(file)) << kind;
    EXPECT_EQ(contentOf(drawn.string() + ".json"), contentOf(file.string() + ".json"));
  }
  EXPECT_FALSE(fs::exists(with / "samples" / "sheets" / "step-00000020.s1.classes.png")) << "it knows no classes";
  EXPECT_FALSE(fs::exists(without / "samples" / "sheets"));
}

}  // namespace
}  // namespace gan::test
