// The recipes of "Bye Bye TPU: BigGAN on four GPUs" and of the ImageNet training in "Multi-GPU training in PyTorch", as
// wide and as large as they are, on photographs in 1,000 folders in place of ImageNet: two processes, batches of 4, two
// of them accumulated. They finish an iteration; how fast they are, and what memory the batch of the recipe would take,
// is measured and printed as lines for tests/benchmark/RESULTS.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "config/preset.h"
#include "config/recipe_kind.h"
#include "config/run_config.h"
#include "core/units.h"
#include "run/checkpoint_store.h"
#include "run/run_folder.h"
#include "support/process.h"
#include "support/result_row.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

constexpr int kClasses = 1000;
constexpr int kBatch = 4;
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

  /// Trains one iteration and measures another one. accumulated: the settings by which two batches are.
  void finishesAnIteration(const std::string& preset, const fs::path& data,
                           const std::vector<std::string>& accumulated) {
    const RunConfig recipe = configFromPreset(preset);
    const fs::path out = folder_ / "run";
    std::vector<std::string> settings = accumulated;
    settings.emplace_back("data.batch_size=" + std::to_string(kBatch));
    if (recipeKind(recipe) == RecipeKind::kGan) {
      settings.emplace_back("sampling.with_checkpoint=");  // a thousand pictures of 128 x 128 take their time
    }
    const Finished trained = run(together({"train", "--preset", preset, "--data", data.string(), "--steps", "1",
                                           "--processes", "2", "--out", out.string(), "--json"},
                                          settings),
                                 {}, kLongest);
    ASSERT_EQ(trained.code, 0) << trained.errors;
    EXPECT_EQ(nlohmann::json::parse(trained.lastLine()).at("step"), 1) << trained.output;
    const RunFolder folder = RunFolder::open(out);
    expectNetworksOf(recipe, folder.config());
    const std::vector<CheckpointStore::Entry> checkpoints = CheckpointStore(folder.checkpoints()).list();
    ASSERT_FALSE(checkpoints.empty()) << trained.output;
    EXPECT_EQ(checkpoints.back().state.step, 1);

    // Two iterations, for only from the second one on there is all that optimisers keep.
    const std::int64_t batch = recipe.integer("data.batch_size");
    const Finished measured =
        run(together({"bench", "--preset", preset, "--batch", std::to_string(kBatch), "--steps", "1", "--warmup", "1",
                      "--memory-of", std::to_string(batch), "--processes", "2", "--json"},
                     accumulated),
            {}, kLongest);
    ASSERT_EQ(measured.code, 0) << measured.errors;
    const auto facts = nlohmann::json::parse(measured.lastLine());
    const auto number = [&](const char* name) { return facts.at(name).get<double>(); };
    EXPECT_GT(number("images_per_second"), 0);
    const double half = number("half_batch_memory_bytes");
    const double whole = number("memory_bytes");
    const double all = number("memory_of_bytes");
    EXPECT_GT(whole, half) << "images add memory";
    // Weights, averages and what the optimisers keep are in memory, and gradients and activations besides.
    EXPECT_GT(half, static_cast<double>(checkpoints.back().bytes));
    // Two points of a line, and a third one.
    const double each = (whole - half) / (kBatch / 2);
    EXPECT_NEAR(all, whole + each * static_cast<double>(batch - kBatch), 1e-6 * all);
    const auto bytes = [](double count) { return formatBytes(static_cast<std::uint64_t>(count)); };
    std::cout << resultRow(
        "large_recipes_test",
        preset +
            ", two processes, batches of 4, two of them accumulated: images/s; memory of a "
            "process with batches of 2 and 4, and so with the recipe's " +
            std::to_string(batch),
        digitsOf(number("images_per_second"), 2) + "; " + bytes(half) + ", " + bytes(whole) + ", " + bytes(all), "");
  }

  /// As wide and as large as they are.
  static void expectNetworksOf(const RunConfig& recipe, const RunConfig& trained) {
    std::vector<std::string> paths = {"data.resolution", "data.channels", "objective.loss",
                                      "training.discriminator_steps"};
    for (const Field& field : recipe.schema().fields()) {
      if (field.path.starts_with("model.") && field.path != "model.classes") paths.push_back(field.path);
    }
    for (const std::string& path : paths) {
      EXPECT_EQ(formatValue(trained.value(path)), formatValue(recipe.value(path))) << path;
    }
    EXPECT_EQ(trained.integer("model.classes"), kClasses);
    EXPECT_EQ(trained.integer("data.batch_size"), kBatch);
  }

  std::vector<fs::path> pictures_;
  const TemporaryFolder folder_;
};

class LargeGans : public LargeRecipes, public ::testing::WithParamInterface<const char*> {};

TEST_P(LargeGans, FinishAnIterationOnTwoProcessesAndSayWhatTheyTake) {
  fill(folder_ / "photographs", pictures_);
  const fs::path prepared = folder_ / "photographs.hdf5";
  const std::int64_t resolution = configFromPreset(GetParam()).integer("data.resolution");
  const Finished made =
      run({program("gan-engine"), "data", "prepare", (folder_ / "photographs").string(), "--resolution",
           std::to_string(resolution), "--set", "data.crop=long_edge", "--out", prepared.string()});
  ASSERT_EQ(made.code, 0) << made.errors;
  finishesAnIteration(GetParam(), prepared, {"accumulation.discriminator=2", "accumulation.generator=2"});
}

INSTANTIATE_TEST_SUITE_P(OfTheArticle, LargeGans,
                         ::testing::Values("biggan-128", "biggan-128-bs512x4", "biggan-128-ch64", "biggan-deep-128",
                                           "sagan-128", "sngan-128", "biggan-cifar-32"),
                         [](const auto& chosen) {
                           std::string name = chosen.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST_F(LargeRecipes, AResNetOfImageNetFinishesAnIterationOnTwoProcessesAndSaysWhatItTakes) {
  fill(folder_ / "photographs/train", pictures_);
  fill(folder_ / "photographs/val", pictures_);
  finishesAnIteration("resnet-18", folder_ / "photographs", {"accumulation.classifier=2"});
}

}  // namespace
}  // namespace gan::test
