#include <gtest/gtest.h>

#include "config/preset.h"
#include "config/recipe_kind.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> presetNames() {
  std::vector<std::string> names;
  for (const Preset& preset : presets()) names.emplace_back(preset.name);
  return names;
}

/// With real images of the kind that it is made for, a few of them and few channels, so that it is done in no time.
class EachPreset : public ::testing::TestWithParam<std::string> {};

TEST_P(EachPreset, TrainsAnIteration) {
  const RunConfig config = configFromPreset(GetParam());
  const fs::path data = fs::path(GAN_SHARED_DIR) / "data";
  if (!fs::exists(data)) GTEST_SKIP() << "no ../shared/data beside the repository: no images";
  const TemporaryFolder folder;
  std::vector<std::string> words{program("gan-engine"),    "train", "--preset", GetParam(), "--steps", "1", "--out",
                                 (folder / "run").string()};
  const std::string& source = config.text("data.source");
  if (source == "idx") words.insert(words.end(), {"--data", (data / "fashion_mnist").string()});
  if (source == "folder" || source == "cifar")
    words.insert(words.end(), {"--data", (data / "clothing/train").string()});
  std::vector<std::string> settings{"data.batch_size=4", "data.workers=1", "sampling.rows=2", "sampling.columns=2"};
  if (recipeKind(config) == RecipeKind::kGan) {
    // Sheets are other tests' concern, and a thousand pictures of 128 x 128 take their time.
    settings.insert(settings.end(),
                    {"model.generator_width=8", "model.discriminator_width=8", "sampling.with_checkpoint="});
  } else if (config.text("data.validation") == "val") {  // which these images lack
    settings.insert(settings.end(), {"data.validation=per_class", "data.validation_per_class=1"});
  }
  for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
  const Finished trained = run(words);
  EXPECT_EQ(trained.code, 0) << trained.errors;
  EXPECT_FALSE(fs::is_empty(folder / "run/checkpoints")) << trained.output;
}

INSTANTIATE_TEST_SUITE_P(All, EachPreset, ::testing::ValuesIn(presetNames()), [](const auto& chosen) {
  std::string name = chosen.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace gan::test
