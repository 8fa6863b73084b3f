#include "training/precision.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/temporary_folder.h"
#include "training/plain_networks.h"
#include "training/rules.h"
#include "training/sample_batches.h"
#include "training/small_trainer.h"

namespace gan {
namespace {

constexpr int kSteps = 12;

/// A network of classes whose spectral norm, conditional normalisation and attention all have a say.
TrainerOptions residual(Precision precision) {
  TrainerOptions options;
  options.architecture = &findArchitecture("sagan");
  options.shape = {.latent_size = 8,
                   .channels = 1,
                   .resolution = 32,
                   .generator_width = 8,
                   .discriminator_width = 8,
                   .attention = {16}};
  options.seed = 5;
  options.objective = &findObjective("hinge");
  options.precision = precision;
  return options;
}

struct TrainedInPrecision {
  std::vector<Trainer::Collected> metrics;
  Trainer::State state;
};

TrainedInPrecision trainedInPrecision(const TrainerOptions& options, int steps = kSteps) {
  SampleBatches batches(4, 1, 32);
  Trainer trainer(options, batches, at::kCPU);
  std::vector<Trainer::Collected> metrics = train(trainer, steps);
  return {std::move(metrics), trainer.state()};
}

double meanOf(const TrainedInPrecision& run, std::string_view series) {
  double sum = 0;
  for (const auto& collected : run.metrics) sum += collected.record.at(series);
  return sum / static_cast<double>(run.metrics.size());
}

class NarrowNumbers : public ::testing::TestWithParam<Precision> {};

TEST_P(NarrowNumbers, TrainAsFloat32DoesButForRounding) {
  const TrainedInPrecision narrow = trainedInPrecision(residual(GetParam()));
  const TrainedInPrecision wide = trainedInPrecision(residual(Precision::kFloat32));
  for (const char* series : {"loss/d", "loss/g"}) {
    EXPECT_TRUE(std::isfinite(meanOf(narrow, series)));
    EXPECT_NE(meanOf(narrow, series), meanOf(wide, series)) << "nothing was rounded";
  }
  // Before the first update; later ones part, and float16 leaves the first of them out until its scale fits.
  const auto first = [](const TrainedInPrecision& run) { return run.metrics.front().record.at("loss/d"); };
  EXPECT_NEAR(first(narrow) / first(wide), 1, 0.02);
  for (const auto& [name, tensor] : narrow.state.parts.at("generator")) {
    EXPECT_NE(tensor.scalar_type(), at::kBFloat16) << name;
    EXPECT_NE(tensor.scalar_type(), at::kHalf) << name;
  }
}

TEST_P(NarrowNumbers, GoOnBitForBitFromACheckpoint) {
  SampleBatches batches(4, 1, 32);
  Trainer whole(residual(GetParam()), batches, at::kCPU);
  train(whole, 4);
  const TemporaryFolder folder;
  const Trainer::State middle = whole.state();
  writeTensors(middle, folder.path());
  train(whole, 4);

  Trainer::State read = readTensors(folder.path());
  read.info = middle.info;
  SampleBatches again(4, 1, 32);
  Trainer resumed(residual(GetParam()), again, at::kCPU);
  resumed.restore(read);
  train(resumed, 4);
  const Trainer::State expected = whole.state();
  const Trainer::State found = resumed.state();
  EXPECT_EQ(found.info.counters, expected.info.counters);
  for (const auto& [part, tensors] : expected.parts) {
    for (const auto& [name, tensor] : tensors) EXPECT_TRUE(at::equal(found.parts.at(part).at(name), tensor)) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, NarrowNumbers, ::testing::Values(Precision::kBFloat16, Precision::kFloat16),
                         [](const auto& one) { return one.param == Precision::kBFloat16 ? "BFloat16" : "Float16"; });

TEST(BFloat16, TrainsADcganWhoseSmallMapsAreConvolvedByPatches) {
  TrainerOptions options = smallOptions();
  options.precision = Precision::kBFloat16;
  SampleBatches batches(4, 1, 28);
  Trainer trainer(options, batches, at::kCPU);
  for (const auto& collected : train(trainer, 3)) EXPECT_TRUE(std::isfinite(collected.record.at("loss/d")));
}

TEST(Float16, NormsOfAnUpdateThatOverflowsAreMissingAndNoTrouble) {
  TrainerOptions options = residual(Precision::kFloat16);
  options.layers_interval_steps = 1;
  SampleBatches batches(4, 1, 32);
  Trainer trainer(options, batches, at::kCPU);
  Trainer::State state = trainer.state();
  for (auto& [name, tensor] : state.parts.at("loss_scale")) {
    if (name.ends_with("scale")) tensor.fill_(1e30);  // which no gradient of float16 stands
  }
  trainer.restore(state);
  const StepRecord record = train(trainer, 1).front().record;
  int norms = 0;
  for (std::size_t i = 0; i < record.series->onDevice(); ++i) {
    const std::string& name = record.series->names()[i];
    if (!name.starts_with("gradient_norm/")) continue;
    EXPECT_TRUE(isMissing(static_cast<float>(record.values[i]))) << name << " is " << record.values[i];
    ++norms;
  }
  EXPECT_GT(norms, 2) << "of both networks and of their layers";
  for (const char* series : {"loss/d", "loss/g"}) EXPECT_TRUE(std::isfinite(record.at(series))) << series;
  EXPECT_TRUE(Rules().check(record, {}).empty());
}

TEST(Float16, PenaltiesOfAnUpdateThatOverflowsAreMissing) {
  TrainerOptions options;
  options.architecture = &kPlainArchitecture;
  options.shape = {.latent_size = 5, .channels = 1, .resolution = 6, .generator_width = 7, .discriminator_width = 6};
  options.objective = &findObjective("bce");
  options.precision = Precision::kFloat16;
  LiveValues live;
  live.regulariser_weights = {{"r1", 10}};
  SampleBatches batches(4, 1, 6);
  Trainer trainer(options, batches, at::kCPU);
  EXPECT_TRUE(std::isfinite(train(trainer, 1, live).front().record.at("penalty/r1")));
  Trainer::State state = trainer.state();
  state.parts.at("loss_scale").at("d.scale").fill_(1e30);
  trainer.restore(state);
  const StepRecord record = train(trainer, 1, live).front().record;
  EXPECT_TRUE(isMissing(static_cast<float>(record.at("penalty/r1")))) << record.at("penalty/r1");
  EXPECT_TRUE(Rules().check(record, {}).empty());
}

TEST(Float64, IsKeptInCheckpointsAndShowsPicturesInFloat32) {
  const TemporaryFolder folder;
  SampleBatches batches(4, 1, 32);
  Trainer trainer(residual(Precision::kFloat64), batches, at::kCPU);
  train(trainer, 2);
  const Trainer::State state = trainer.state();
  writeTensors(state, folder.path());
  const Trainer::State read = readTensors(folder.path());
  for (const auto& [part, tensors] : state.parts) {
    for (const auto& [name, tensor] : tensors) EXPECT_TRUE(at::equal(read.parts.at(part).at(name), tensor)) << name;
  }
  EXPECT_EQ(state.parts.at("generator").at("linear.weight").scalar_type(), at::kDouble);
  EXPECT_EQ(trainer.snapshot().generator->parameters().front().scalar_type(), at::kFloat);
}

TEST(Float64, LeavesWhatCountsInWholeNumbers) {
  TrainerOptions options = residual(Precision::kFloat64);
  options.architecture = &findArchitecture("dcgan");
  options.shape.attention = {};
  SampleBatches batches(4, 1, 32);
  Trainer trainer(options, batches, at::kCPU);
  train(trainer, 2);
  Trainer::State state = trainer.state();
  int counters = 0;
  for (auto& [name, tensor] : state.parts.at("generator")) {
    if (!name.ends_with("num_batches_tracked")) continue;
    ++counters;
    EXPECT_EQ(tensor.scalar_type(), at::kLong) << name;
    tensor = tensor.to(at::kDouble);  // as earlier versions kept them
  }
  EXPECT_GT(counters, 0);
  trainer.restore(state);
}

TEST(LossScale, HalvesAfterAnOverflowAndDoublesAfterTwoThousandUpdatesWithoutOne) {
  LossScale scale(Precision::kFloat16, at::kCPU);
  const auto update = [&](float gradient) {
    at::Tensor tensor = at::full({3}, gradient);
    const at::Tensor overflow = scale.unscale({tensor});
    scale.update(overflow);
    return std::pair(tensor[0].item<float>(), overflow.item<float>());
  };
  EXPECT_EQ(scale.scaled(at::ones({})).item<float>(), 65536);
  EXPECT_EQ(update(65536), std::pair(1.0F, 0.0F));
  EXPECT_EQ(update(std::numeric_limits<float>::infinity()).second, 1);
  EXPECT_EQ(scale.scale().item<float>(), 32768);
  for (int i = 0; i < 1999; ++i) update(1);
  EXPECT_EQ(scale.scale().item<float>(), 32768);
  update(1);
  EXPECT_EQ(scale.scale().item<float>(), 65536);
}

TEST(LossScale, LeavesOutUpdatesThatOverflowAndDoesNotCountThem) {
  const std::vector<at::Tensor> weights = {at::ones({3}).set_requires_grad(true)};
  const auto adam = makeOptimizer(weights, {});
  LossScale scale(Precision::kFloat16, at::kCPU);
  adam->setLearningRate(0.1);
  for (const double factor : {1.0, std::numeric_limits<double>::infinity(), 1.0}) {
    adam->clearGradients();
    scale.scaled((weights[0] * factor).sum()).backward();
    const at::Tensor overflow = scale.unscale(adam->gradients());
    adam->step(overflow);
    adam->countSteps(1);
    scale.update(overflow);
  }
  EXPECT_EQ(adam->steps(), 2);
  EXPECT_NEAR(weights[0][0].item<double>(), 0.8, 1e-5);
}

TEST(LossScale, IsNotThereForOtherPrecisions) {
  LossScale scale(Precision::kBFloat16, at::kCPU);
  EXPECT_FALSE(scale.isUsed());
  EXPECT_TRUE(scale.state().empty());
  EXPECT_FALSE(scale.unscale({at::ones({2})}).defined());
}

}  // namespace
}  // namespace gan
