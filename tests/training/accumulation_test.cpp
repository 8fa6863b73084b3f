#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "training/gan_update.h"
#include "training/plain_networks.h"
#include "training/sample_batches.h"
#include "training/small_trainer.h"

namespace gan {
namespace {

TrainerOptions plainOptions(Schedule schedule) {
  TrainerOptions options;
  options.architecture = &kPlainArchitecture;
  options.shape = {.latent_size = 5, .channels = 1, .resolution = 6, .generator_width = 7, .discriminator_width = 6};
  options.precision = Precision::kFloat64;
  options.seed = 3;
  options.schedule = schedule;
  options.objective = &findObjective("bce");
  return options;
}

struct Trained {
  Trainer::State state;
  std::vector<Trainer::Collected> metrics;
};

/// In one order of summing, until its end.
class OneThread {
 public:
  OneThread() { at::set_num_threads(1); }
  ~OneThread() { at::set_num_threads(before_); }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int before_ = at::get_num_threads();
};

Trained trained(const TrainerOptions& options, std::int64_t batch_size, const LiveValues& live) {
  const OneThread one_thread;
  SampleBatches batches(batch_size, options.shape.channels, options.shape.resolution);
  Trainer trainer(options, batches, at::kCPU);
  std::vector<Trainer::Collected> metrics = train(trainer, 50, live);
  return {trainer.state(), std::move(metrics)};
}

double worstDeviation(const TensorMap& found, const TensorMap& expected) {
  double worst = 0;
  for (const auto& [name, tensor] : expected) {
    const double norm = tensor.to(at::kDouble).norm().item<double>();
    worst = std::max(worst, (found.at(name) - tensor).to(at::kDouble).norm().item<double>() / std::max(norm, 1e-30));
  }
  return worst;
}

class Accumulation : public ::testing::TestWithParam<Schedule> {};

TEST_P(Accumulation, OfFourBatchesEqualsOneBatchAsLargeAsAll) {
  LiveValues live;
  live.noise = 0.1;
  live.regulariser_weights = {{"gradient_penalty", 10}};
  if (GetParam() == Schedule::kDiscriminatorFirst) live.discriminator_steps = 2;
  TrainerOptions options = plainOptions(GetParam());
  const Trained whole = trained(options, 24, live);
  options.accumulation_discriminator = 4;
  options.accumulation_generator = 4;
  const Trained parts = trained(options, 6, live);

  EXPECT_EQ(parts.state.info.data_position, whole.state.info.data_position);
  EXPECT_LE(worstDeviation(parts.state.parts.at("generator"), whole.state.parts.at("generator")), 1e-12);
  EXPECT_LE(worstDeviation(parts.state.parts.at("discriminator"), whole.state.parts.at("discriminator")), 1e-12);
  EXPECT_LE(worstDeviation(parts.state.parts.at("ema"), whole.state.parts.at("ema")), 1e-12);
  ASSERT_EQ(parts.metrics.size(), whole.metrics.size());
  for (std::size_t i = 0; i < whole.metrics.size(); ++i) {
    for (std::size_t series = 0; series < whole.metrics[i].record.series->onDevice(); ++series) {
      EXPECT_TRUE(sameValue(parts.metrics[i].record.values[series], whole.metrics[i].record.values[series], 1e-10))
          << whole.metrics[i].record.series->names()[series] << " at step " << i + 1;
    }
  }
}

TEST_P(Accumulation, IsNotTheSameAsSmallBatches) {
  TrainerOptions options = plainOptions(GetParam());
  const Trained whole = trained(options, 24, {});
  EXPECT_GE(worstDeviation(trained(options, 6, {}).state.parts.at("generator"), whole.state.parts.at("generator")),
            1e-3);
}

TEST_P(Accumulation, MayDifferBetweenTheNetworks) {
  TrainerOptions options = plainOptions(GetParam());
  options.accumulation_generator = 3;
  SampleBatches batches(4, 1, options.shape.resolution);
  Trainer trainer(options, batches, at::kCPU);
  train(trainer, 2);
  // Alternating takes images for the generator as well, of which only the number counts.
  EXPECT_EQ(batches.position(), GetParam() == Schedule::kAlternating ? 2 * 4 * 4 : 2 * 4);
}

INSTANTIATE_TEST_SUITE_P(Schedules, Accumulation,
                         ::testing::Values(Schedule::kDiscriminatorFirst, Schedule::kAlternating));

TEST(AccumulatedUpdate, KeepsOnlyOneBatchOfGeneratedImages) {
  // What a forward pass leaves for its backward pass is as large as its batch: with images kept, a second micro-batch
  // would be made before the first one's backward pass.
  TrainerOptions options = plainOptions(Schedule::kDiscriminatorFirst);
  const Networks networks = options.architecture->make(options.shape, options.seed);
  networks.generator->to(at::kDouble);
  networks.discriminator->to(at::kDouble);
  PhaseClock clock;
  GanUpdate update(networks, options, clock);
  std::vector<c10::weak_intrusive_ptr<c10::TensorImpl>> made;
  update.updateGenerator(3,
                         [&](std::int64_t) {
                           for (const auto& earlier : made) EXPECT_TRUE(earlier.expired());
                           GeneratedBatch batch = update.generate({at::ones({2, 5}, at::kDouble), {}});
                           made.emplace_back(batch.images.getIntrusivePtr());
                           return batch;
                         },
                         {});
  EXPECT_EQ(made.size(), 3U);
}

}  // namespace
}  // namespace gan
