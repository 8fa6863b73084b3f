#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <map>
#include <ostream>
#include <random>
#include <thread>
#include <tuple>

#include "run/checkpoint_store.h"
#include "run/journal.h"
#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kSteps = 40;

struct Recipe {
  const char* name;
  std::vector<const char*> settings;
};

void PrintTo(const Recipe& recipe, std::ostream* out) { *out << recipe.name; }

/// Between them, everything that an iteration may carry from one step to the next.
const Recipe kRecipes[] = {
    {"BigGan",
     {"model.architecture=biggan", "model.classes=auto", "model.latent_size=16", "model.hierarchical=true",
      "model.shared_size=8", "model.attention=16", "objective.loss=hinge", "training.discriminator_steps=2",
      "training.discriminator_pass=concatenated", "training.generator_images=anew", "accumulation.generator=2",
      "accumulation.discriminator=2", "regulariser.orthogonal_generator.weight=1e-4", "ema.buffers=averaged",
      "ema.start_step=5", "optimizer.generator.schedule=warmup 10, cosine 40 to 0.1",
      "optimizer.discriminator.schedule=warmup 5, cosine 40"}},
    {"SaganWithInstanceNormAndTwoSingularValues",
     {"model.architecture=sagan", "model.classes=auto", "model.latent_size=16", "model.attention=16",
      "model.normalisation=instance", "model.spectral_norm_values=2", "model.spectral_norm_iterations=2",
      "objective.loss=hinge", "recording.layers_interval_steps=3"}},
    {"BigGanDeepWithGroupNorm",
     {"model.architecture=biggan-deep", "model.latent_size=16", "model.normalisation=group", "objective.loss=hinge",
      "training.activation_checkpointing=true"}},
    {"RelativisticInBFloat16",
     {"model.architecture=dcgan", "model.classes=auto", "model.latent_size=16", "objective.loss=relativistic",
      "regulariser.r1.weight=0.5", "regulariser.r1.interval_steps=4", "regulariser.r1.schedule=cosine 40 to 0.1",
      "regulariser.lecam.weight=0.1", "training.precision=bfloat16", "optimizer.generator.clip_norm=5",
      "ema.schedule=warmup 20", "recording.layers_interval_steps=3"}},
};

class ConditionalRecipes : public ::testing::TestWithParam<std::tuple<Recipe, int>> {
 protected:
  static int processes() { return std::get<1>(GetParam()); }

  std::vector<std::string> with(const char* command, const fs::path& run, std::vector<std::string> more) const {
    std::vector<std::string> words = {program("gan-engine"), command, run.string()};
    words.insert(words.end(), more.begin(), more.end());
    if (processes() > 1) words.insert(words.end(), {"--processes", std::to_string(processes())});
    return words;
  }

  std::vector<std::string> train(const fs::path& run) const {
    std::vector<std::string> words = {
        program("gan-engine"), "train", "--preset", "shapes-dcgan", "--out", run.string(), "--steps",
        std::to_string(kSteps)};
    for (const char* setting : {"data.resolution=32", "data.batch_size=4", "data.shapes_count=64",
                                "model.generator_width=8", "model.discriminator_width=8", "sampling.interval_steps=10",
                                "checkpoint.interval_steps=4", "checkpoint.keep_newest=50", "training.threads=1"}) {
      words.insert(words.end(), {"--set", setting});
    }
    for (const char* setting : std::get<0>(GetParam()).settings) words.insert(words.end(), {"--set", setting});
    if (processes() > 1) words.insert(words.end(), {"--processes", std::to_string(processes())});
    return words;
  }
};

TEST_P(ConditionalRecipes, KilledResumedAndReplayedAreBitForBitTheUndisturbedRun) {
  const TemporaryFolder folder;
  const fs::path undisturbed = folder.path() / "undisturbed";
  const Finished whole = run(train(undisturbed));
  ASSERT_EQ(whole.code, 0) << whole.errors;

  const fs::path killed = folder.path() / "killed";
  std::mt19937 random(11);
  for (int kill = 0; kill < 3; ++kill) {
    const std::int64_t before = newestCheckpointStep(killed);
    Process engine(kill == 0 ? train(killed) : with("resume", killed, {"--steps", std::to_string(kSteps)}));
    ASSERT_TRUE(waitUntil([&] { return newestCheckpointStep(killed) > before || !engine.running(); },
                          std::chrono::seconds(120)))
        << engine.errors();
    std::this_thread::sleep_for(std::chrono::milliseconds(std::uniform_int_distribution<int>(0, 200)(random)));
    ASSERT_TRUE(engine.running()) << "ended before kill " << kill << ": " << engine.errors();
    engine.signal(SIGKILL);
    engine.wait();
  }
  const Finished resumed = run(with("resume", killed, {"--steps", std::to_string(kSteps)}));
  ASSERT_EQ(resumed.code, 0) << resumed.errors;
  EXPECT_TRUE(sameCheckpoint(undisturbed, killed, kSteps));
  EXPECT_TRUE(sameScalars(undisturbed, killed));

  const fs::path again = folder.path() / "again";
  const Finished replayed = run(with("replay", killed, {"--out", again.string()}));
  ASSERT_EQ(replayed.code, 0) << replayed.errors;
  EXPECT_TRUE(sameCheckpoint(undisturbed, again, kSteps));
}

INSTANTIATE_TEST_SUITE_P(OneAndTwoProcesses, ConditionalRecipes,
                         ::testing::Combine(::testing::ValuesIn(kRecipes), ::testing::Values(1, 2)),
                         [](const auto& one) {
                           return std::string(std::get<0>(one.param).name) + std::to_string(std::get<1>(one.param));
                         });

std::vector<std::string> trainWith(const fs::path& run, std::int64_t steps, const std::vector<std::string>& settings) {
  std::vector<std::string> words = {program("gan-engine"), "train",   "--out",
                                    run.string(),          "--steps", std::to_string(steps)};
  for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
  return words;
}

// With running statistics of their own two ranks drift apart; what is validated must be what a checkpoint holds.
TEST(ClassifierOnTwoProcesses, WithStatisticsOfTheirOwnValidatesWhatItsCheckpointsHold) {
  const TemporaryFolder folder;
  const auto train = [&](const fs::path& run, std::int64_t steps) {
    std::vector<std::string> words =
        trainWith(run, steps,
                  {"model.architecture=resnet-18", "model.stem=small_images", "model.classes=auto",
                   "data.resolution=32", "data.shapes_count=64", "data.batch_size=4", "data.validation=share",
                   "data.validation_share=0.25", "distributed.batch_norm=own_rank", "checkpoint.interval_steps=4",
                   "checkpoint.keep_newest=50", "training.threads=1"});
    words.insert(words.end(), {"--processes", "2"});
    return words;
  };
  const fs::path whole = folder.path() / "whole";
  const fs::path parts = folder.path() / "parts";
  const Finished trained = run(train(whole, 12));
  ASSERT_EQ(trained.code, 0) << trained.errors;
  const Finished first = run(train(parts, 4));
  ASSERT_EQ(first.code, 0) << first.errors;
  const Finished second = run({program("gan-engine"), "resume", parts.string(), "--steps", "12", "--processes", "2"});
  ASSERT_EQ(second.code, 0) << second.errors;
  EXPECT_TRUE(sameCheckpoint(whole, parts, 12));
  EXPECT_TRUE(sameScalars(whole, parts));
  EXPECT_EQ(trainedScalars(whole).at("validation/top1").size(), 2);
}

TEST(NarrowNumbers, TrainToTheLossesOfFloat32) {
  constexpr int kIterations = 200;
  const TemporaryFolder folder;
  std::map<std::string, std::map<std::string, double>> means;
  for (const std::string precision : {"float32", "bfloat16"}) {
    const fs::path out = folder.path() / precision;
    const Finished trained = run({program("gan-engine"), "train", "--preset", "shapes-cgan", "--out", out.string(),
                                  "--steps", std::to_string(kIterations), "--set", "training.precision=" + precision},
                                 {}, std::chrono::seconds(800));
    ASSERT_EQ(trained.code, 0) << trained.errors;
    for (const auto& [name, values] : trainedScalars(out)) {
      for (const auto& [step, value] : values) {
        EXPECT_TRUE(std::isfinite(value)) << name << " at " << step;
        means[precision][name] += value / kIterations;
      }
    }
  }
  for (const char* loss : {"loss/d", "loss/g"}) {
    const double wide = means["float32"].at(loss);
    EXPECT_NEAR(means["bfloat16"].at(loss), wide, 0.15 * std::abs(wide)) << loss;
    EXPECT_NE(means["bfloat16"].at(loss), wide) << "nothing was rounded";
  }
}

}  // namespace
}  // namespace gan::test
