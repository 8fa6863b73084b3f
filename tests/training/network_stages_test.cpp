#include "training/network_stages.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ostream>

#include "core/error.h"
#include "training/adam.h"
#include "training/block_memory.h"
#include "training/grouped_optimizer.h"
#include "training/sample_batches.h"
#include "training/small_trainer.h"

namespace gan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Of both arrays in turn, as the loader's ring is written to anew.
class ReusedMemory : public BatchSource {
 public:
  explicit ReusedMemory(const TrainerOptions& options)
      : batches_(4, options.shape.channels, options.shape.resolution, 0, 1, options.shape.classes) {}

  Batch next() override {
    const Batch made = batches_.next();
    Batch& place = places_.at(next_++ % places_.size());
    if (!place.images.defined()) {
      place.images = made.images.clone();
      place.labels = made.labels.clone();
    }
    // As the source does: without autograd, which would notice it.
    std::copy_n(made.images.const_data_ptr<float>(), made.images.numel(), static_cast<float*>(place.images.data_ptr()));
    std::copy_n(made.labels.const_data_ptr<std::int64_t>(), made.labels.numel(),
                static_cast<std::int64_t*>(place.labels.data_ptr()));
    place.position = made.position;
    return place;
  }
  void seek(std::int64_t position) override { batches_.seek(position); }
  std::int64_t position() const override { return batches_.position(); }
  std::int64_t imagesPerEpoch() const override { return batches_.imagesPerEpoch(); }
  double waitSeconds() const override { return 0; }

 private:
  SampleBatches batches_;
  std::array<Batch, 2> places_;
  std::size_t next_ = 0;
};

TrainerOptions conditional(std::string_view architecture, std::int64_t resolution) {
  TrainerOptions options;
  options.architecture = &findArchitecture(architecture);
  options.shape = {.latent_size = 20, .resolution = resolution, .generator_width = 8, .discriminator_width = 8};
  options.shape.classes = 3;
  if (architecture == "biggan") {
    options.shape.shared_size = 8;
    options.shape.hierarchical = true;
    options.shape.attention = {16};
    options.discriminator_passes = DiscriminatorPasses::kConcatenated;
    options.generator_images = GeneratorImages::kAnew;
  }
  options.seed = 11;
  options.objective = &findObjective("hinge");
  options.accumulation_discriminator = 4;
  options.accumulation_generator = 4;
  return options;
}

Trainer::State trained(const TrainerOptions& options, int steps) {
  at::set_num_threads(1);  // in one order of summing
  ReusedMemory batches(options);
  Trainer trainer(options, batches, at::kCPU);
  LiveValues live;
  live.regulariser_weights = {{"r1", 1}};
  live.discriminator_steps = 2;
  train(trainer, steps, live);
  return trainer.state();
}

void expectSameBits(const Trainer::State& found, const Trainer::State& expected) {
  ASSERT_EQ(found.parts.size(), expected.parts.size());
  for (const auto& [part, tensors] : expected.parts) {
    for (const auto& [name, tensor] : tensors) {
      EXPECT_TRUE(at::equal(found.parts.at(part).at(name), tensor)) << part << "." << name;
    }
  }
}

struct Case {
  const char* architecture;
  std::int64_t resolution;
  const char* placement;
  Pipeline pipeline;
};

void PrintTo(const Case& one, std::ostream* out) {
  *out << one.architecture << " " << one.placement << (one.pipeline == Pipeline::kGpipe ? " gpipe" : " 1f1b");
}

class Stages : public ::testing::TestWithParam<Case> {};

TEST_P(Stages, TrainBitForBitAsOneDeviceDoes) {
  TrainerOptions options = conditional(GetParam().architecture, GetParam().resolution);
  const Trainer::State whole = trained(options, 3);
  options.placement = NetworkPlacement::parse(GetParam().placement);
  options.pipeline = GetParam().pipeline;
  const Trainer::State staged = trained(options, 3);
  EXPECT_TRUE(whole.parts.contains("ema"));
  expectSameBits(staged, whole);
}

INSTANTIATE_TEST_SUITE_P(
    OnTheCpu, Stages,
    ::testing::Values(Case{"sngan", 32, "cpu+cpu", Pipeline::kOneForwardOneBackward},
                      Case{"sngan", 32, "cpu+cpu", Pipeline::kGpipe},
                      Case{"sngan", 32, "generator=cpu,discriminator=cpu", Pipeline::kOneForwardOneBackward},
                      Case{"sngan", 32, "discriminator=blocks.0:cpu+blocks.2:cpu+linear:cpu", Pipeline::kGpipe},
                      Case{"biggan", 32, "cpu+cpu", Pipeline::kGpipe},
                      Case{"biggan", 32, "cpu+cpu+cpu", Pipeline::kOneForwardOneBackward}));

TEST(NetworkStages, ACheckpointOfAnyPlacementResumesInAnyOther) {
  TrainerOptions options = conditional("sngan", 32);
  const Trainer::State whole = trained(options, 4);
  options.placement = NetworkPlacement::parse("cpu+cpu");
  const Trainer::State half = trained(options, 2);
  options.placement = NetworkPlacement::parse("generator=linear:cpu+blocks.1:cpu");
  ReusedMemory batches(options);
  Trainer trainer(options, batches, at::kCPU);
  trainer.restore(half);
  LiveValues live;
  live.regulariser_weights = {{"r1", 1}};
  live.discriminator_steps = 2;
  train(trainer, 2, live);
  expectSameBits(trainer.state(), whole);
}

TEST(NetworkStages, ASnapshotMakesTheAveragesPictures) {
  TrainerOptions options = conditional("biggan", 32);
  const auto picture = [&options] {
    ReusedMemory batches(options);
    Trainer trainer(options, batches, at::kCPU);
    train(trainer, 1);
    const at::NoGradGuard no_grad;
    const std::shared_ptr<Generator> generator = trainer.snapshot().generator;
    return generator->forward(at::ones({2, 20}), generator->condition(at::tensor({0, 2}, at::kLong)));
  };
  const at::Tensor whole = picture();
  options.placement = NetworkPlacement::parse("cpu+cpu");
  EXPECT_TRUE(at::equal(picture(), whole));
}

/// As GPipe and one-forward-one-backward are defined.
TEST(NetworkStages, SoManyMicroBatchesAreUnderWay) {
  EXPECT_EQ(underWay(Pipeline::kOneForwardOneBackward, 0, 8), 1);
  EXPECT_EQ(underWay(Pipeline::kGpipe, 0, 8), 1);
  EXPECT_EQ(underWay(Pipeline::kOneForwardOneBackward, 2, 8), 2);
  EXPECT_EQ(underWay(Pipeline::kOneForwardOneBackward, 4, 2), 2);
  EXPECT_EQ(underWay(Pipeline::kGpipe, 2, 8), 8);
}

double largestPart(const std::vector<double>& costs, const std::vector<std::size_t>& cuts) {
  double largest = 0;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    const std::size_t end = i + 1 < cuts.size() ? cuts[i + 1] : costs.size();
    double sum = 0;
    for (std::size_t j = cuts[i]; j < end; ++j) sum += costs[j];
    largest = std::max(largest, sum);
  }
  return largest;
}

TEST(NetworkStages, BalancedCutsAreTheBestOfAll) {
  const std::vector<double> costs = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
  EXPECT_THAT(balancedCuts(costs, 1), ElementsAre(0));
  double best = 1e9;
  for (std::size_t a = 1; a < costs.size(); ++a) {
    for (std::size_t b = a + 1; b < costs.size(); ++b) best = std::min(best, largestPart(costs, {0, a, b}));
  }
  EXPECT_EQ(largestPart(costs, balancedCuts(costs, 3)), best);
  EXPECT_THAT(balancedCuts(std::vector<double>{1, 1}, 2), ElementsAre(0, 1));
}

NetworkMemory equalBlocks() {
  NetworkMemory memory;
  for (const char* name : {"linear", "blocks.0"}) memory.generator.push_back({.name = name, .weights = 100});
  for (const char* name : {"blocks.0", "linear"}) memory.discriminator.push_back({.name = name, .weights = 100});
  return memory;
}

TEST(NetworkStages, AutoGivesEachNetworkADeviceWhereBothAreAsLarge) {
  TrainerOptions options = conditional("sngan", 32);
  options.placement.automatic = true;
  const c10::Device first(c10::kCUDA, 0);
  const c10::Device second(c10::kCUDA, 1);
  const NetworkStages stages = networkStages(options, equalBlocks(), {first, second});
  EXPECT_THAT(stages.generator, ElementsAre(BlockStage{0, first}));
  EXPECT_THAT(stages.discriminator, ElementsAre(BlockStage{0, second}));
  EXPECT_EQ(formatStages(stages, equalBlocks()), "generator=linear:0,discriminator=blocks.0:1");
  EXPECT_TRUE(networkStages(options, equalBlocks(), {at::kCPU}).empty());
}

TEST(NetworkStages, AutoCutsTheLargerNetwork) {
  TrainerOptions options = conditional("sngan", 32);
  options.placement.automatic = true;
  NetworkMemory memory = equalBlocks();
  memory.discriminator.front().weights = 200;
  memory.discriminator.back().weights = 300;
  const c10::Device first(c10::kCUDA, 0);
  const c10::Device second(c10::kCUDA, 1);
  const NetworkStages stages = networkStages(options, memory, {first, second});
  EXPECT_THAT(stages.generator, ElementsAre(BlockStage{0, first}));
  EXPECT_THAT(stages.discriminator, ElementsAre(BlockStage{0, first}, BlockStage{1, second}));
}

/// SNGAN's linear layer: weight, bias, and u0 [rows] and sv0 [1] of spectral norm; three more of each weight for Adam,
/// and the average.
TEST(NetworkStages, MemoryIsThatOfTheTensors) {
  const TrainerOptions options = conditional("sngan", 32);
  const NetworkMemory memory = measureBlocks(options);
  ASSERT_EQ(memory.generator.front().name, "linear");
  const std::uint64_t outputs = 4 * 8 * 16;
  const std::uint64_t trained = (outputs * 20 + outputs) * 4;
  const std::uint64_t buffers = (outputs + 1) * 4;
  EXPECT_EQ(memory.generator.front().weights, trained + buffers);
  EXPECT_EQ(memory.generator.front().optimizer, 3 * trained + trained + buffers);
  // Whatever else a pass keeps: the output of each convolution is what the next one is differentiated with.
  EXPECT_GE(memory.generator.at(3).image, std::uint64_t{32 * 32 * 32} * 4);
  EXPECT_LE(memory.generator.at(3).image, std::uint64_t{32 * 32 * 32} * 4 * 16);

  const std::vector<DeviceMemory> one = deviceMemory(options, {}, memory, at::kCPU, 4);
  ASSERT_EQ(one.size(), 1U);
  std::uint64_t weights = 0;
  for (const auto& blocks : {memory.generator, memory.discriminator}) {
    for (const BlockMemory& block : blocks) weights += block.weights;
  }
  EXPECT_EQ(one.front().weights, weights);
  NetworkStages stages;
  stages.discriminator = {{0, c10::Device(c10::kCUDA, 1)}};
  const std::vector<DeviceMemory> two = deviceMemory(options, stages, memory, at::kCPU, 4);
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(two[0].weights + two[1].weights, weights);
  EXPECT_EQ(two[1].device, c10::Device(c10::kCUDA, 1));
}

Error refused(const char* placement) {
  TrainerOptions options = conditional("sngan", 32);
  options.placement = NetworkPlacement::parse(placement);
  try {
    networkStages(options, at::kCPU);
  } catch (const Error& error) {
    return error;
  }
  return {ErrorCode::kInternal, "", "no error"};
}

TEST(NetworkStages, WhatCannotBePlacedIsNamed) {
  EXPECT_EQ(refused("generator=cpu+blocks.9:cpu").id(), "placement_unknown_block");
  EXPECT_THAT(refused("generator=cpu+blocks.9:cpu").message(),
              HasSubstr("its blocks are linear, blocks.0, blocks.1, blocks.2, output_layer"));
  EXPECT_EQ(refused("generator=blocks.0:cpu").id(), "placement_block_order");
  EXPECT_EQ(refused("generator=cpu+blocks.1:cpu+blocks.0:cpu").id(), "placement_block_order");
  EXPECT_EQ(refused("cpu+cpu+cpu+cpu+cpu+cpu").id(), "placement_too_many_stages");
  EXPECT_EQ(refused("generator=cpu,discriminator=200").id(), "placement_device_missing");
  EXPECT_THAT(refused("generator=cpu,discriminator=200").message(), HasSubstr("cuda:200"));
}

/// Two types stand for two devices: both divide the weights into groups.
TEST(GroupedOptimizer, UpdatesEachGroupAsAnOptimiserOfItsOwnDoes) {
  const auto weight = [](double phase, at::ScalarType type) {
    return at::arange(6, at::kDouble).add(phase).sin().to(type).set_requires_grad(true);
  };
  const std::array<at::ScalarType, 4> types = {at::kFloat, at::kDouble, at::kFloat, at::kDouble};
  std::vector<at::Tensor> together, apart;
  for (std::size_t i = 0; i < types.size(); ++i) {
    together.push_back(weight(static_cast<double>(i), types[i]));
    apart.push_back(weight(static_cast<double>(i), types[i]));
  }
  const std::unique_ptr<Optimizer> grouped = makeOptimizer(together, {});
  ASSERT_NE(dynamic_cast<GroupedOptimizer*>(grouped.get()), nullptr);
  std::vector<std::unique_ptr<Adam>> alone;
  for (const at::Tensor& one : apart) alone.push_back(std::make_unique<Adam>(std::vector{one}, OptimizerOptions{}));
  for (int step = 0; step < 3; ++step) {
    grouped->clearGradients();
    for (const at::Tensor& one : together) one.square().sum().backward();
    grouped->setLearningRate(0.1);
    grouped->step();
    grouped->countSteps(1);
    for (std::size_t i = 0; i < apart.size(); ++i) {
      alone[i]->clearGradients();
      apart[i].square().sum().backward();
      alone[i]->setLearningRate(0.1);
      alone[i]->step();
    }
  }
  EXPECT_EQ(grouped->steps(), 3);
  const std::vector<OptimizerState> states = grouped->states();
  ASSERT_EQ(states.size(), 2U);
  for (std::size_t i = 0; i < apart.size(); ++i) {
    EXPECT_TRUE(at::equal(together[i], apart[i])) << i;
    EXPECT_TRUE(at::equal(states[0].tensors[i], alone[i]->states()[0].tensors[0])) << i;
    EXPECT_TRUE(at::equal(states[1].tensors[i], alone[i]->states()[1].tensors[0])) << i;
  }
}

}  // namespace
}  // namespace gan
