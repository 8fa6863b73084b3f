#include "training/trainer.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/optim/adam.h>

#include <set>
#include <string>

#include "tensor/random_stream.h"
#include "training/fake_batches.h"
#include "training/gan_update.h"
#include "training/small_trainer.h"

namespace gan {
namespace {

/// The same training written with LibTorch's own optimiser and one backward pass a loss, as the programs that the
/// schedules follow have it.
class Reference {
 public:
  Reference(const TrainerOptions& options, FakeBatches& data)
      : options_(options),
        networks_(options.architecture->make(options.shape, options.seed)),
        data_(data),
        adam_g_(networks_.generator->parameters(), torch::optim::AdamOptions(2e-4).betas({0.5, 0.999})),
        adam_d_(networks_.discriminator->parameters(), torch::optim::AdamOptions(2e-4).betas({0.5, 0.999})) {}

  /// pytorch/examples dcgan/main.py.
  void dcganStep(int discriminator_steps) {
    at::Tensor fake;
    for (int draw = 0; draw < discriminator_steps; ++draw) {
      const at::Tensor real = data_.next().images;
      adam_d_.zero_grad();
      loss(real, 1).backward();
      fake = networks_.generator->forward(latents(RandomPurpose::kLatentDiscriminator, draw * kSmallBatch), {});
      loss(fake.detach(), 0).backward();
      adam_d_.step();
    }
    adam_g_.zero_grad();
    loss(fake, 1).backward();
    adam_g_.step();
    ++steps_;
  }

  /// PyTorch Lightning's GAN template.
  void alternatingStep() {
    data_.next();
    adam_g_.zero_grad();
    loss(networks_.generator->forward(latents(RandomPurpose::kLatentGenerator, 0), {}), 1).backward();
    adam_g_.step();

    const at::Tensor real = data_.next().images;
    adam_d_.zero_grad();
    const at::Tensor fake = networks_.generator->forward(latents(RandomPurpose::kLatentDiscriminator, 0), {});
    ((loss(real, 1) + loss(fake.detach(), 0)) / 2).backward();
    adam_d_.step();
    ++steps_;
  }

  const Networks& networks() const { return networks_; }

 private:
  at::Tensor loss(const at::Tensor& images, double target) {
    const at::Tensor score = networks_.discriminator->forward(images, {}).sigmoid();
    return at::binary_cross_entropy(score, at::full_like(score, target));
  }
  at::Tensor latents(RandomPurpose purpose, std::int64_t first) const {
    return RandomStream(options_.seed, purpose)
        .normal(steps_, static_cast<std::uint64_t>(first), kSmallBatch, options_.shape.latent_size);
  }

  TrainerOptions options_;
  Networks networks_;
  FakeBatches& data_;
  torch::optim::Adam adam_g_, adam_d_;
  std::uint64_t steps_ = 0;
};

/// Adam divides by the gradient's own size, so that rounding can turn the sign of a step whose gradient is all but
/// zero: a few weights may differ by what the optimiser moves in the steps made, the others agree closely.
/// In front of a batch normalisation a bias has no gradient but rounding, and is left out.
void expectClose(const TensorMap& found, const torch::nn::Module& module, int steps,
                 const std::set<std::string>& left_out = {}) {
  for (const auto& item : module.named_parameters()) {
    if (left_out.contains(item.key())) continue;
    const at::Tensor difference = (found.at(item.key()) - item.value().detach()).abs();
    EXPECT_LT(difference.max().item<double>(), 2 * 2e-4 * steps) << item.key();
    EXPECT_GT(difference.lt(1e-5).to(at::kDouble).mean().item<double>(), 0.98) << item.key();
  }
  for (const auto& item : module.named_buffers()) {
    EXPECT_LT((found.at(item.key()) - item.value()).abs().max().item<double>(), 1e-3) << item.key();
  }
}

class DiscriminatorSteps : public ::testing::TestWithParam<int> {};

TEST_P(DiscriminatorSteps, TrainAsPytorchExamplesDoes) {
  FakeBatches data(kSmallBatch, 1, 28);
  FakeBatches reference_data(kSmallBatch, 1, 28);
  Trainer trainer(smallOptions(), data, c10::Device(c10::kCPU));
  Reference reference(smallOptions(), reference_data);
  LiveValues live;
  live.discriminator_steps = GetParam();
  constexpr int kSteps = 4;
  train(trainer, kSteps, live);
  for (int i = 0; i < kSteps; ++i) {
    reference.dcganStep(GetParam());
  }
  const Trainer::State state = trainer.state();
  expectClose(state.parts.at("generator"), *reference.networks().generator, kSteps);
  expectClose(state.parts.at("discriminator"), *reference.networks().discriminator, kSteps * GetParam());
  EXPECT_EQ(state.info.counters.at("optimizer_steps_discriminator"), kSteps * GetParam());
  EXPECT_EQ(state.info.counters.at("optimizer_steps_generator"), kSteps);
  EXPECT_EQ(data.position(), reference_data.position());
}

INSTANTIATE_TEST_SUITE_P(OneAndThree, DiscriminatorSteps, ::testing::Values(1, 3));

TEST(Alternating, TrainsAsLightningsTemplateDoes) {
  TrainerOptions options = smallOptions();
  options.architecture = &findArchitecture("mlp");
  options.schedule = Schedule::kAlternating;
  options.discriminator_total = DiscriminatorTotal::kMean;
  FakeBatches data(kSmallBatch, 1, 28);
  FakeBatches reference_data(kSmallBatch, 1, 28);
  Trainer trainer(options, data, c10::Device(c10::kCPU));
  Reference reference(options, reference_data);
  constexpr int kSteps = 5;
  train(trainer, kSteps);
  for (int i = 0; i < kSteps; ++i) {
    reference.alternatingStep();
  }
  expectClose(trainer.state().parts.at("generator"), *reference.networks().generator, kSteps,
              {"model.2.bias", "model.5.bias", "model.8.bias"});
  expectClose(trainer.state().parts.at("discriminator"), *reference.networks().discriminator, kSteps);
  EXPECT_EQ(data.position(), 2 * kSteps * kSmallBatch);
}

/// Adds the noise that step and draw say before the trainer sees the batch.
class NoisyBatches : public FakeBatches {
 public:
  NoisyBatches(std::int64_t batches_a_step, double deviation)
      : FakeBatches(kSmallBatch, 1, 28), batches_a_step_(batches_a_step), deviation_(deviation) {}

  Batch next() override {
    Batch batch = FakeBatches::next();
    const std::int64_t number = batch.position / kSmallBatch;
    const auto step = static_cast<std::uint64_t>(number / batches_a_step_);
    const auto first = static_cast<std::uint64_t>(number % batches_a_step_ * kSmallBatch);
    const at::Tensor noise =
        RandomStream(smallOptions().seed, RandomPurpose::kImageNoise).normal(step, first, kSmallBatch, 28 * 28);
    batch.images = batch.images.add(noise.view(batch.images.sizes()), deviation_);
    return batch;
  }

 private:
  std::int64_t batches_a_step_;
  double deviation_;
};

TEST(Trainer, GivesTheDiscriminatorRealImagesWithNoise) {
  FakeBatches data(kSmallBatch, 1, 28);
  NoisyBatches noisy(2, 0.25);
  Trainer trainer(smallOptions(), data, c10::Device(c10::kCPU));
  Trainer reference(smallOptions(), noisy, c10::Device(c10::kCPU));
  LiveValues live;
  live.discriminator_steps = 2;
  train(reference, 3, live);
  live.noise = 0.25;
  train(trainer, 3, live);
  const TensorMap expected = reference.state().parts.at("discriminator");
  const TensorMap found = trainer.state().parts.at("discriminator");
  for (const auto& [name, tensor] : found) EXPECT_TRUE(at::equal(tensor, expected.at(name)));

  FakeBatches same_data(kSmallBatch, 1, 28);
  Trainer without(smallOptions(), same_data, c10::Device(c10::kCPU));
  live.noise = 0;
  train(without, 3, live);
  EXPECT_FALSE(at::equal(without.state().parts.at("discriminator").at("main.0.weight"), expected.at("main.0.weight")));
}

TEST(Trainer, CountsStepsAndEpochs) {
  FakeBatches data(kSmallBatch, 1, 28);
  Trainer trainer(smallOptions(), data, c10::Device(c10::kCPU));
  const auto collected = train(trainer, 11);
  EXPECT_EQ(trainer.stepCount(), 11);
  EXPECT_DOUBLE_EQ(trainer.epoch(), 1.1);
  EXPECT_EQ(collected.front().record.step, 1);
  EXPECT_DOUBLE_EQ(collected.back().record.epoch, 1.1);
  EXPECT_GT(collected.back().record.at(host_series::kImagesPerSecond), 0);
  EXPECT_GE(collected.back().record.at(host_series::kStep), collected.back().record.at(host_series::kGenerator));
}

TEST(Trainer, LearnsToTellTheFirstImagesApart) {
  FakeBatches data(kSmallBatch, 1, 28);
  Trainer trainer(smallOptions(), data, c10::Device(c10::kCPU));
  LiveValues live;
  live.generator_learning_rate = 0;
  live.discriminator_learning_rate = 1e-3;
  const auto collected = train(trainer, 40, live);
  EXPECT_LT(collected.back().record.at(gan_series::kLossDiscriminator),
            0.5F * collected.front().record.at(gan_series::kLossDiscriminator));
  EXPECT_GT(collected.back().record.at(gan_series::kScoreReal),
            collected.back().record.at(gan_series::kScoreFakeBefore));
}

TEST(Trainer, ALearningRateOfZeroLeavesTheWeights) {
  FakeBatches data(kSmallBatch, 1, 28);
  Trainer trainer(smallOptions(), data, c10::Device(c10::kCPU));
  const Trainer::State before = trainer.state();
  LiveValues live;
  live.generator_learning_rate = 0;
  train(trainer, 2, live);
  const Trainer::State after = trainer.state();
  EXPECT_TRUE(after.parts.at("generator").at("main.0.weight").equal(before.parts.at("generator").at("main.0.weight")));
  EXPECT_FALSE(
      after.parts.at("discriminator").at("main.0.weight").equal(before.parts.at("discriminator").at("main.0.weight")));
}

TEST(Trainer, DiscriminatorSeriesAreMeansOverItsSteps) {
  FakeBatches data(kSmallBatch, 1, 28);
  FakeBatches single_data(kSmallBatch, 1, 28);
  LiveValues live;
  live.generator_learning_rate = 0;
  live.discriminator_learning_rate = 0;  // so that only the batches differ between the updates
  live.discriminator_steps = 2;
  Trainer both(smallOptions(), data, c10::Device(c10::kCPU));
  const float mean = train(both, 1, live).at(0).record.at(gan_series::kLossReal);

  live.discriminator_steps = 1;
  Trainer single(smallOptions(), single_data, c10::Device(c10::kCPU));
  const auto apart = train(single, 2, live);
  EXPECT_FLOAT_EQ(mean, (apart[0].record.at(gan_series::kLossReal) + apart[1].record.at(gan_series::kLossReal)) / 2);
}

TEST(Trainer, PendingNumbersComeBackWithTheirStep) {
  FakeBatches data(kSmallBatch, 1, 28);
  Trainer trainer(smallOptions(), data, c10::Device(c10::kCPU));
  for (std::int64_t step = 1; step <= 4; ++step) {
    trainer.step({}, 100 + step);
    const auto due = trainer.collect(Trainer::Drain::kDue);
    ASSERT_EQ(due.size(), step > Trainer::kRingDepth ? 1U : 0U);
    if (!due.empty()) {
      EXPECT_EQ(due[0].record.step, step - Trainer::kRingDepth);
      EXPECT_EQ(due[0].pending, 100 + due[0].record.step);
    }
  }
}

TEST(Trainer, ASnapshotStaysAsItWasWhileTrainingGoesOn) {
  FakeBatches data(kSmallBatch, 1, 28);
  Trainer trainer(smallOptions(), data, c10::Device(c10::kCPU));
  train(trainer, 2);
  const GeneratorSnapshot snapshot = trainer.snapshot();
  const at::Tensor z = at::ones({3, 5});
  const at::Tensor before = snapshot.generator->forward(z, {});
  train(trainer, 2);
  EXPECT_EQ(snapshot.step, 2);
  EXPECT_TRUE(snapshot.generator->forward(z, {}).equal(before));
  EXPECT_FALSE(trainer.snapshot().generator->forward(z, {}).equal(before));
  EXPECT_FALSE(before.requires_grad());
}

/// ajbrock/BigGAN-PyTorch, utils.py, class ema: `if itr and itr < self.start_itr: decay = 0`, where train.py counts the
/// first iteration as 1.
TEST(Trainer, TheAverageBeginsAtTheIterationAtWhichBigGansDoes) {
  constexpr int kStart = 3;
  constexpr double kDecay = 0.75;
  TrainerOptions options = smallOptions();
  options.precision = Precision::kFloat64;
  options.ema_start_step = kStart;
  LiveValues live;
  live.ema_decay = kDecay;
  FakeBatches data(kSmallBatch, 1, 28);
  Trainer trainer(options, data, c10::Device(c10::kCPU));
  at::Tensor average = trainer.state().parts.at("ema").at("main.0.weight");
  for (int iteration = 1; iteration <= kStart + 2; ++iteration) {
    train(trainer, 1, live);
    const Trainer::State state = trainer.state();
    const double decay = iteration < kStart ? 0 : kDecay;
    average = average * decay + state.parts.at("generator").at("main.0.weight") * (1 - decay);
    EXPECT_LT((state.parts.at("ema").at("main.0.weight") - average).abs().max().item<double>(), 1e-12) << iteration;
  }
}

}  // namespace
}  // namespace gan
