// The recipes of "Bye Bye TPU: BigGAN on four GPUs" and of the ImageNet training in "Multi-GPU training in PyTorch", as
// wide and as large as they are, on photographs in 1,000 folders in place of ImageNet: two processes, batches of 4, two
// of them accumulated. They finish an iteration; how fast they are, and what memory the batch of the recipe would take,
// is measured.
#include <gtest/gtest.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

constexpr int kClasses = 1000;
constexpr std::chrono::seconds kLongest{1500};

/// Photographs of clothes, each in a class of its own.
std::vector<fs::path> photographs() {
  std::vector<fs::path> found;
  const fs::path folder = fs::path(GAN_SHARED_DIR) / "data/clothing/train";
  if (!fs::exists(folder)) return found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && found.size() < kClasses) found.push_back(entry.path());
  }
  return found;
}

void fill(const fs::path& folder, const std::vector<fs::path>& pictures) {
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    const fs::path of_class = folder / ("n" + std::to_string(10000 + i));
    fs::create_directories(of_class);
    fs::copy_file(pictures[i], of_class / "picture.jpg");
  }
}

std::vector<std::string> together(std::vector<std::string> words, const std::vector<std::string>& settings) {
  words.insert(words.begin(), program("gan-engine"));
  for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
  return words;
}

class LargeRecipes : public ::testing::Test {
 protected:
  void SetUp() override {
    pictures_ = photographs();
    if (pictures_.size() < kClasses) GTEST_SKIP() << "no ../shared/data beside the repository: no photographs";
  }

  /// Trains one iteration and measures another one; batch: of the recipe.
  void finishesAnIteration(const std::string& preset, const fs::path& data, int batch,
                           const std::vector<std::string>& settings) {
    const fs::path out = folder_ / "run";
    const Finished trained =
        run(together({"train", "--preset", preset, "--data", data.string(), "--steps", "1", "--processes", "2", "--out",
                      out.string(), "--json", "--set", "data.batch_size=4"},
                     settings),
            {}, kLongest);
    ASSERT_EQ(trained.code, 0) << trained.errors;
    EXPECT_TRUE(fs::exists(out / "checkpoints")) << trained.output;

    const Finished measured = run(together({"bench", "--preset", preset, "--batch", "4", "--steps", "1", "--warmup",
                                            "0", "--memory-of", std::to_string(batch), "--processes", "2", "--json"},
                                           settings),
                                  {}, kLongest);
    ASSERT_EQ(measured.code, 0) << measured.errors;
    std::cout << measured.output;
    const auto facts = nlohmann::json::parse(measured.lastLine());
    EXPECT_GT(facts.at("images_per_second").get<double>(), 0);
    const auto bytes = [&](const char* name) { return facts.at(name).get<double>(); };
    // Images add memory, and the batch of the recipe takes them all.
    EXPECT_GT(bytes("memory_bytes"), bytes("half_batch_memory_bytes"));
    EXPECT_GT(bytes("memory_of_bytes"), bytes("memory_bytes") * 2);
  }

  std::vector<fs::path> pictures_;
  const TemporaryFolder folder_;
};

struct Recipe {
  const char* preset;
  int resolution;
  int batch;
};

void PrintTo(const Recipe& recipe, std::ostream* stream) { *stream << recipe.preset; }

class LargeGans : public LargeRecipes, public ::testing::WithParamInterface<Recipe> {};

TEST_P(LargeGans, FinishAnIterationOnTwoProcessesAndSayWhatTheyTake) {
  const Recipe& recipe = GetParam();
  fill(folder_ / "photographs", pictures_);
  const fs::path prepared = folder_ / "photographs.hdf5";
  const Finished made =
      run({program("gan-engine"), "data", "prepare", (folder_ / "photographs").string(), "--resolution",
           std::to_string(recipe.resolution), "--set", "data.crop=long_edge", "--out", prepared.string()});
  ASSERT_EQ(made.code, 0) << made.errors;
  // Sheets are other tests' concern, and a thousand pictures of 128 x 128 take their time.
  finishesAnIteration(recipe.preset, prepared, recipe.batch,
                      {"accumulation.discriminator=2", "accumulation.generator=2", "sampling.with_checkpoint="});
}

INSTANTIATE_TEST_SUITE_P(OfTheArticle, LargeGans,
                         ::testing::Values(Recipe{"biggan-128", 128, 256}, Recipe{"biggan-128-bs512x4", 128, 512},
                                           Recipe{"biggan-128-ch64", 128, 256}, Recipe{"biggan-deep-128", 128, 256},
                                           Recipe{"sagan-128", 128, 128}, Recipe{"sngan-128", 128, 64},
                                           Recipe{"biggan-cifar-32", 32, 50}),
                         [](const auto& chosen) {
                           std::string name = chosen.param.preset;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST_F(LargeRecipes, AResNetOfImageNetFinishesAnIterationOnTwoProcessesAndSaysWhatItTakes) {
  fill(folder_ / "photographs/train", pictures_);
  fill(folder_ / "photographs/val", pictures_);
  finishesAnIteration("resnet-18", folder_ / "photographs", 128, {"accumulation.classifier=2"});
}

}  // namespace
}  // namespace gan::test
