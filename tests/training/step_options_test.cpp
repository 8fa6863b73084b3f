#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <tuple>

#include "run/metrics.h"
#include "training/gan_update.h"
#include "training/plain_networks.h"
#include "training/regulariser.h"
#include "training/sample_batches.h"
#include "training/small_trainer.h"

namespace gan {
namespace {

TrainerOptions plainOptions() {
  TrainerOptions options;
  options.architecture = &kPlainArchitecture;
  options.shape = {.latent_size = 5, .channels = 1, .resolution = 6, .generator_width = 7, .discriminator_width = 6};
  options.precision = Precision::kFloat64;
  options.seed = 3;
  options.objective = &findObjective("bce");
  return options;
}

struct Trained {
  Trainer::State state;
  std::vector<Trainer::Collected> metrics;
};

Trained trained(const TrainerOptions& options, int steps = 6, const LiveValues& live = {}) {
  SampleBatches batches(4, 1, options.shape.resolution, 0, 1, options.shape.classes);
  Trainer trainer(options, batches, at::kCPU);
  std::vector<Trainer::Collected> metrics = train(trainer, steps, live);
  return {trainer.state(), std::move(metrics)};
}

double largestDifference(const TensorMap& a, const TensorMap& b) {
  double largest = 0;
  for (const auto& [name, tensor] : a) {
    largest = std::max(largest, (tensor - b.at(name)).to(at::kDouble).abs().max().item<double>());
  }
  return largest;
}

/// Of all tensors together: the norm of what differs over the norm of all.
double relativeDifference(const TensorMap& a, const TensorMap& b) {
  double difference = 0;
  double all = 0;
  for (const auto& [name, tensor] : a) {
    const at::Tensor wide = tensor.to(at::kDouble);
    difference += (wide - b.at(name).to(at::kDouble)).square().sum().item<double>();
    all += wide.square().sum().item<double>();
  }
  return std::sqrt(difference / all);
}

TEST(StepOptions, OneBatchOfAllImagesIsTheSameWhereNothingIsNormalisedAndAnotherWhereItIs) {
  TrainerOptions options = plainOptions();
  const Trained separate = trained(options);
  options.discriminator_passes = DiscriminatorPasses::kConcatenated;
  const Trained together = trained(options);
  EXPECT_LT(largestDifference(separate.state.parts.at("discriminator"), together.state.parts.at("discriminator")),
            1e-12);

  TrainerOptions normalised = smallOptions();
  SampleBatches batches(kSmallBatch, 1, 28);
  Trainer trainer(normalised, batches, at::kCPU);
  normalised.discriminator_passes = DiscriminatorPasses::kConcatenated;
  SampleBatches same_batches(kSmallBatch, 1, 28);
  Trainer other(normalised, same_batches, at::kCPU);
  train(trainer, 2);
  train(other, 2);
  EXPECT_GT(largestDifference(trainer.state().parts.at("discriminator"), other.state().parts.at("discriminator")),
            1e-5);
}

TEST(StepOptions, ImagesDrawnAnewAreOfOtherLatentsForTheGenerator) {
  TrainerOptions options = plainOptions();
  const Trained reused = trained(options, 1);
  options.generator_images = GeneratorImages::kAnew;
  const Trained anew = trained(options, 1);
  // The first update of D is the same one, that of G is not.
  EXPECT_EQ(largestDifference(reused.state.parts.at("discriminator"), anew.state.parts.at("discriminator")), 0);
  EXPECT_GT(largestDifference(reused.state.parts.at("generator"), anew.state.parts.at("generator")), 1e-5);
}

TEST(StepOptions, LazyRegularisersAreAsStrongOnAverageAndMissingInBetween) {
  TrainerOptions options = plainOptions();
  options.regularisers = {{"r1", {.interval_steps = 3}}};
  LiveValues live;
  live.regulariser_weights = {{"r1", 0.5}};
  const Trained lazy = trained(options, 7, live);
  for (const auto& collected : lazy.metrics) {
    const double penalty = collected.record.at("penalty/r1");
    EXPECT_EQ(isMissing(static_cast<float>(penalty)), (collected.record.step - 1) % 3 != 0) << collected.record.step;
  }
  // The first step is that of three times the weight each time.
  options.regularisers["r1"].interval_steps = 1;
  live.regulariser_weights["r1"] = 1.5;
  const Trained strong = trained(options, 1, live);
  EXPECT_EQ(largestDifference(trained(
                                  [] {
                                    TrainerOptions lazy_options = plainOptions();
                                    lazy_options.regularisers = {{"r1", {.interval_steps = 3}}};
                                    return lazy_options;
                                  }(),
                                  1,
                                  [] {
                                    LiveValues weak;
                                    weak.regulariser_weights = {{"r1", 0.5}};
                                    return weak;
                                  }())
                                  .state.parts.at("optimizer_d"),
                              strong.state.parts.at("optimizer_d")),
            0);
  EXPECT_GT(
      largestDifference(trained(plainOptions(), 1).state.parts.at("optimizer_d"), strong.state.parts.at("optimizer_d")),
      1e-6);
}

TEST(StepOptions, ARegulariserRaisedFromZeroWhileTrainingGoesOnIsMeasuredFromThenOnAndKeptInCheckpoints) {
  const TrainerOptions options = plainOptions();
  SampleBatches batches(4, 1, options.shape.resolution);
  Trainer trainer(options, batches, at::kCPU);
  LiveValues live;
  for (const auto& collected : train(trainer, 2, live)) {
    for (const RegulariserKind& kind : regularisers()) {
      EXPECT_TRUE(isMissing(static_cast<float>(collected.record.at("penalty/" + std::string(kind.name))))) << kind.name;
    }
  }
  live.regulariser_weights = {{"r1", 0.5}, {"lecam", 0.3}, {"orthogonal_generator", 1e-3}};
  for (const auto& collected : train(trainer, 3, live)) {
    EXPECT_GT(collected.record.at("penalty/r1"), 0);
    EXPECT_GT(collected.record.at("penalty/orthogonal_generator"), 0);
    EXPECT_GE(collected.record.at("penalty/lecam"), 0);
    EXPECT_TRUE(isMissing(static_cast<float>(collected.record.at("penalty/r2"))));
  }
  const Trainer::State state = trainer.state();
  train(trainer, 3, live);
  SampleBatches again(4, 1, options.shape.resolution);
  Trainer resumed(options, again, at::kCPU);
  resumed.restore(state);
  train(resumed, 3, live);
  for (const auto& [part, tensors] : trainer.state().parts) {
    EXPECT_EQ(largestDifference(tensors, resumed.state().parts.at(part)), 0) << part;
  }
}

TEST(StepOptions, SchedulesAreSharesOfTheLiveValuesAndSeries) {
  TrainerOptions options = plainOptions();
  options.generator_rate_schedule = ValueSchedule::parse("", "warmup 4");
  options.ema_decay_schedule = ValueSchedule::parse("", "step 2 by 0.5");
  options.regularisers = {{"r2", {.schedule = ValueSchedule::parse("", "linear 4 to 0")}}};
  LiveValues live;
  live.generator_learning_rate = 1e-3;
  live.ema_decay = 0.9;
  live.regulariser_weights = {{"r2", 8}};
  const Trained run = trained(options, 5, live);
  const double rates[] = {2.5e-4, 5e-4, 7.5e-4, 1e-3, 1e-3};
  const double decays[] = {0.9, 0.9, 0.45, 0.45, 0.225};
  const double weights[] = {8, 6, 4, 2, 0};
  for (std::size_t i = 0; i < 5; ++i) {
    const StepRecord& record = run.metrics[i].record;
    EXPECT_NEAR(record.at("learning_rate/g"), rates[i], 1e-12) << i;
    EXPECT_NEAR(record.at("ema/decay"), decays[i], 1e-12) << i;
    EXPECT_NEAR(record.at("penalty_weight/r2"), weights[i], 1e-12) << i;
    EXPECT_FALSE(record.find("learning_rate/d")) << "is not scheduled";
  }
  // A constant rate of what the schedule's first step has makes the same first step.
  live.generator_learning_rate = 2.5e-4;
  options.generator_rate_schedule = {};
  EXPECT_EQ(largestDifference(trained(options, 1, live).state.parts.at("generator"),
                              [&] {
                                live.generator_learning_rate = 1e-3;
                                options.generator_rate_schedule = ValueSchedule::parse("", "warmup 4");
                                return trained(options, 1, live);
                              }()
                                  .state.parts.at("generator")),
            0);
}

TEST(StepOptions, LayersAreMeasuredEverySoManySteps) {
  TrainerOptions options = smallOptions();
  options.shape.classes = 0;
  options.shape.discriminator_spectral_norm = true;
  options.layers_interval_steps = 2;
  SampleBatches batches(kSmallBatch, 1, 28);
  Trainer trainer(options, batches, at::kCPU);
  const auto metrics = train(trainer, 3);
  std::set<std::string> prefixes;
  std::set<std::string> weights;
  std::set<std::string> layers;
  for (const auto& collected : metrics) {
    const StepRecord& record = collected.record;
    const bool due = record.step % 2 == 1;
    double square = 0;
    for (const std::string& name : record.series->names()) {
      if (std::ranges::count(name, '/') < 2) continue;
      prefixes.insert(name.substr(0, name.find('/', name.find('/') + 1)));
      if (name.starts_with("gradient_norm/")) weights.insert(name.substr(name.find('/')));
      if (name.starts_with("singular_value/"))
        layers.insert(name.substr(name.find('/'), name.rfind('/') - name.find('/')));
      const double value = record.at(name);
      EXPECT_EQ(!isMissing(static_cast<float>(value)), due) << name;
      if (name.starts_with("gradient_norm/d/")) square += value * value;
      if (due && name.starts_with("singular_value/")) {
        EXPECT_GT(value, 0) << name;
      }
    }
    if (due) {
      EXPECT_NEAR(std::sqrt(square), record.at("gradient_norm/d"), 1e-4);
    }
  }
  EXPECT_FALSE(layers.empty());
  EXPECT_TRUE(std::ranges::includes(weights, layers)) << "each is of a tensor whose gradient is measured";
  EXPECT_EQ(prefixes, (std::set<std::string>{"gradient_norm/d", "gradient_norm/g", "singular_value/d"}));
}

TEST(StepOptions, EachSingularValueThatIsFollowedIsASeriesWhateverTheNormalisation) {
  for (const NormKind norm : {NormKind::kInstance, NormKind::kGroup, NormKind::kNone}) {
    TrainerOptions options = smallOptions();
    options.architecture = &findArchitecture("sngan");
    options.shape.resolution = 32;
    options.shape.norm = norm;
    options.shape.spectral_norm = {.values = 2, .iterations = 8};
    options.layers_interval_steps = 1;
    SampleBatches batches(kSmallBatch, 1, 32);
    Trainer trainer(options, batches, at::kCPU);
    const StepRecord record = train(trainer, 2).back().record;
    EXPECT_TRUE(std::isfinite(record.at("loss/g")));
    for (const char* const tensor : {"g/blocks.0.0.conv1.weight", "d/blocks.1.0.conv2.weight"}) {
      const std::string name = std::string("singular_value/") + tensor;
      EXPECT_GT(record.at(std::string("gradient_norm/") + tensor), 0) << "the same tensor's name";
      EXPECT_GT(record.at(name + "/1"), 0) << name;
      EXPECT_GT(record.at(name + "/0"), record.at(name + "/1")) << name;
      EXPECT_FALSE(record.find(name + "/2")) << name;
    }
  }
}

TEST(StepOptions, LeCamGoesOnFromItsCheckpointAndStartsAnewWithoutOne) {
  TrainerOptions options = plainOptions();
  options.precision = Precision::kFloat32;
  LiveValues live;
  live.regulariser_weights = {{"lecam", 0.3}};
  SampleBatches batches(4, 1, options.shape.resolution);
  Trainer trainer(options, batches, at::kCPU);
  train(trainer, 4, live);
  Trainer::State state = trainer.state();
  ASSERT_TRUE(state.parts.contains("regularisers"));
  train(trainer, 3, live);
  SampleBatches again(4, 1, options.shape.resolution);
  Trainer resumed(options, again, at::kCPU);
  resumed.restore(state);
  train(resumed, 3, live);
  for (const auto& [part, tensors] : trainer.state().parts) {
    EXPECT_EQ(largestDifference(tensors, resumed.state().parts.at(part)), 0) << part;
  }
  state.parts.erase("regularisers");
  resumed.restore(state);
  EXPECT_FALSE(resumed.state().parts.contains("regularisers")) << "all zeros";
}

TEST(StepOptions, LeCamsAveragesMoveWithEveryUpdateWhateverItsInterval) {
  TrainerOptions options = plainOptions();
  LiveValues live;
  live.discriminator_steps = 2;
  live.regulariser_weights = {{"lecam", 1e-12}};  // that counts, and changes no logit
  const Trained always = trained(options, 7, live);
  options.regularisers = {{"lecam", {.interval_steps = 3}}};
  const Trained lazy = trained(options, 7, live);
  const TensorMap& found = lazy.state.parts.at("regularisers");
  EXPECT_NEAR(found.at("lecam.weight").item<double>(), 1 - std::pow(0.99, 14), 1e-12);
  EXPECT_LT(largestDifference(always.state.parts.at("regularisers"), found), 1e-9);
  for (const auto& collected : lazy.metrics) {
    const bool due = collected.record.step % 3 == 1;
    EXPECT_EQ(isMissing(static_cast<float>(collected.record.at("penalty/lecam"))), !due) << collected.record.step;
  }
}

class RecomputedBlocks : public ::testing::TestWithParam<std::tuple<const char*, std::int64_t>> {};

TEST_P(RecomputedBlocks, TrainAsThoseThatAreKept) {
  const auto [network, classes] = GetParam();
  const bool biggan = std::string_view(network) == "biggan";
  TrainerOptions options;
  options.architecture = &findArchitecture(network);
  options.shape = {.latent_size = 8,
                   .channels = 1,
                   .resolution = 32,
                   .generator_width = 8,
                   .discriminator_width = 8,
                   .classes = classes,
                   .attention = {16},
                   .shared_size = biggan && classes > 0 ? 6 : 0,
                   .hierarchical = biggan};
  options.seed = 5;
  options.objective = &findObjective("hinge");
  options.accumulation_generator = 2;
  options.generator_images = GeneratorImages::kAnew;
  for (const Precision precision : {Precision::kFloat64, Precision::kBFloat16}) {
    options.precision = precision;
    options.recomputes = false;
    const Trained kept = trained(options, 3);
    options.recomputes = true;
    const Trained recomputed = trained(options, 3);
    // What autocast narrows is narrowed alike when it is computed again. Where a tensor is used by many blocks, its
    // gradients are summed in another order, which in 16 bits rounds otherwise.
    const bool one_order = classes == 0 && std::string_view(network) != "sagan";
    for (const char* part : {"generator", "discriminator", "optimizer_g", "optimizer_d"}) {
      const TensorMap& first = kept.state.parts.at(part);
      const TensorMap& second = recomputed.state.parts.at(part);
      const bool exact = precision == Precision::kFloat64 || one_order;
      EXPECT_LT(exact ? largestDifference(first, second) : relativeDifference(first, second),
                precision == Precision::kFloat64 ? 1e-10
                : one_order                      ? 1e-6
                                                 : 0.1)
          << part;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, RecomputedBlocks,
                         ::testing::Combine(::testing::Values("sagan", "biggan", "biggan-deep"),
                                            ::testing::Values(0, 3)),
                         [](const auto& one) {
                           std::string name = std::get<0>(one.param);
                           std::erase(name, '-');
                           return name + "Of" + std::to_string(std::get<1>(one.param)) + "Classes";
                         });

}  // namespace
}  // namespace gan
