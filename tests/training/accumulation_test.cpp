#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <iostream>

#include "distributed/numbers.h"
#include "distributed/ranks.h"
#include "support/memory.h"
#include "training/gan_update.h"
#include "training/peak_memory.h"
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

/// Convolutions whose activations are most of the memory, and no statistics of batches.
class ConvolutionalGenerator : public Generator {
 public:
  explicit ConvolutionalGenerator(const NetworkShape& shape)
      : shape_(shape),
        first_(register_module("first", std::make_shared<Linear>(shape.latent_size, 16 * 16 * shape.generator_width))),
        middle_(register_module("middle", window(shape.generator_width, shape.generator_width))),
        last_(register_module("last", window(shape.generator_width, shape.channels))) {}
  static std::shared_ptr<Convolution> window(std::int64_t in, std::int64_t out) {
    return std::make_shared<Convolution>(
        ConvolutionShape{.in_channels = in, .out_channels = out, .kernel = 3, .stride = 1, .padding = 1});
  }
  GeneratorFacts facts() const override {
    return {.latent_size = shape_.latent_size, .channels = shape_.channels, .resolution = 16};
  }
  at::Tensor forward(const at::Tensor& latents, const at::Tensor& /*condition*/) override {
    const at::Tensor x = first_->forward(latents).tanh().view({-1, shape_.generator_width, 16, 16});
    return last_->forward(middle_->forward(x).tanh()).tanh();
  }
  std::shared_ptr<Generator> blank() const override { return std::make_shared<ConvolutionalGenerator>(shape_); }

 private:
  NetworkShape shape_;
  std::shared_ptr<Linear> first_;
  std::shared_ptr<Convolution> middle_, last_;
};

class ConvolutionalDiscriminator : public Discriminator {
 public:
  explicit ConvolutionalDiscriminator(const NetworkShape& shape)
      : first_(register_module("first", ConvolutionalGenerator::window(shape.channels, shape.discriminator_width))),
        middle_(register_module("middle",
                                ConvolutionalGenerator::window(shape.discriminator_width, shape.discriminator_width))),
        last_(register_module("last", std::make_shared<Linear>(shape.discriminator_width, 1))) {}
  at::Tensor forward(const at::Tensor& images, const at::Tensor& /*classes*/) override {
    return last_->forward(middle_->forward(first_->forward(images).tanh()).tanh().mean({2, 3})).view({-1});
  }

 private:
  std::shared_ptr<Convolution> first_, middle_;
  std::shared_ptr<Linear> last_;
};

const Architecture kConvolutional = {
    "convolutional", "for tests",
    [](const NetworkShape& shape, std::uint64_t seed) {
      Networks networks{std::make_shared<ConvolutionalGenerator>(shape),
                        std::make_shared<ConvolutionalDiscriminator>(shape)};
      drawWeights(*networks.generator, Initialisation::kXavier, seed, NetworkRole::kGenerator);
      drawWeights(*networks.discriminator, Initialisation::kXavier, seed, NetworkRole::kDiscriminator);
      return networks;
    },
    [](const NetworkShape& shape) -> std::shared_ptr<Generator> {
      return std::make_shared<ConvolutionalGenerator>(shape);
    },
    [](const NetworkShape& shape) -> std::shared_ptr<Discriminator> {
      return std::make_shared<ConvolutionalDiscriminator>(shape);
    }};

/// The gradients of a first step, and the memory that it took, of a process that has done nothing else.
test::Numbers firstStep(std::int64_t batch_size, std::int64_t accumulation) {
  const auto step = [&] {
    at::set_num_threads(1);
    mallopt(M_MMAP_THRESHOLD, 1 << 16);  // what is freed is given back at once, and so does not count
    TrainerOptions options;
    options.architecture = &kConvolutional;
    options.shape = {
        .latent_size = 8, .channels = 3, .resolution = 16, .generator_width = 48, .discriminator_width = 48};
    options.precision = Precision::kFloat64;
    options.seed = 3;
    options.objective = &findObjective("hinge");
    options.accumulation_discriminator = options.accumulation_generator = accumulation;
    // The gradient of the first step is the first moment.
    options.generator_optimizer.beta1 = options.discriminator_optimizer.beta1 = 0;
    options.generator_images = GeneratorImages::kAnew;
    SampleBatches batches(batch_size, 3, 16);
    Trainer trainer(options, batches, at::kCPU);
    const PeakMemory peak(at::kCPU);
    const auto before = static_cast<double>(peak.bytes());
    train(trainer, 1);
    test::Numbers numbers = {{"memory", {static_cast<double>(peak.bytes()) - before}}};
    const Trainer::State state = trainer.state();
    test::add(numbers, "G ", state.parts.at("optimizer_g"));
    test::add(numbers, "D ", state.parts.at("optimizer_d"));
    return test::pack(numbers);
  };
  return test::unpack(test::Child(step).hear());
}

TEST(AccumulatedUpdate, OfEightTimes32HasTheGradientsOf256InTheMemoryOf32) {
  const test::Numbers one = firstStep(32, 1);
  const test::Numbers eight = firstStep(32, 8);
  const test::Numbers whole = firstStep(256, 1);
  ASSERT_FALSE(one.empty() || eight.empty() || whole.empty());
  for (const auto& [name, gradient] : whole) {
    if (name.ends_with(".exp_avg")) {
      EXPECT_LE(test::deviation(eight.at(name), gradient), 1e-10) << name;
    }
  }
  const auto memory = [](const test::Numbers& numbers) { return numbers.at("memory")[0] / 1e6; };
  std::cout << "memory of a step: " << memory(one) << " MB for 32, " << memory(eight) << " MB for 8 x 32, "
            << memory(whole) << " MB for 256\n";
  EXPECT_LE(memory(eight), 1.25 * memory(one));
  if (!test::kMemoryIsLookedAt) {
    EXPECT_GE(memory(whole), 4 * memory(one));
  }
}

}  // namespace
}  // namespace gan
