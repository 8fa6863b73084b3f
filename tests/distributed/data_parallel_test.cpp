#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "core/error.h"
#include "distributed/numbers.h"
#include "distributed/ranks.h"
#include "run/metrics.h"
#include "support/temporary_folder.h"
#include "training/gan_update.h"
#include "training/plain_classifier.h"
#include "training/plain_networks.h"
#include "training/regulariser.h"
#include "training/sample_batches.h"
#include "training/trainer.h"

namespace gan {
namespace {

using test::Numbers;

/// What several processes are to do as one does it.
struct Task {
  TrainerOptions options;
  std::int64_t global_batch = 8;  ///< Images of one micro-batch over all ranks.
  int steps = 50;
  LiveValues live = {};
  std::int64_t judged = 0;  ///< Validation images of a classifier.
};

TrainerOptions dcganOptions() {
  TrainerOptions options;
  options.architecture = &findArchitecture("dcgan");
  options.shape = {.latent_size = 5, .channels = 1, .resolution = 28, .generator_width = 4, .discriminator_width = 4};
  options.seed = 17;
  options.objective = &findObjective("bce");
  return options;
}

Task accumulatingDcgan(Precision precision) {
  Task task{.options = dcganOptions()};
  task.options.precision = precision;
  task.options.accumulation_discriminator = 2;
  task.options.accumulation_generator = 2;
  task.live.noise = 0.05;
  return task;
}

/// Missing values are equal, too.
double seen(double value) { return isMissing(static_cast<float>(value)) ? -1 : value; }

Numbers train(const Task& task, Collective* collective) {
  at::set_num_threads(1);
  const int rank = collective == nullptr ? 0 : collective->rank();
  const int ranks = collective == nullptr ? 1 : collective->size();
  const NetworkShape& shape = task.options.shape;
  TrainerOptions options = task.options;
  const std::int64_t classes = options.classifier ? options.classifier->shape.classes : 0;
  SampleBatches batches(task.global_batch / ranks, shape.channels, shape.resolution, rank, ranks, classes);
  SampleBatches validation(task.global_batch / ranks, shape.channels, shape.resolution, rank, ranks, classes);
  if (task.judged > 0) options.classifier->validation = JudgedImages{.batches = &validation, .count = task.judged};
  Trainer trainer(options, batches, at::kCPU, collective);
  const std::vector<std::string>& names = trainer.series().names();
  Numbers numbers;
  for (int step = 0; step < task.steps; ++step) {
    trainer.step(task.live, 0);
    for (const auto& collected : trainer.collect(Trainer::Drain::kAll)) {
      for (std::size_t series = 0; series < names.size(); ++series) {
        if (series >= trainer.series().onDevice() && !names[series].starts_with("validation/")) continue;
        numbers["metric " + names[series]].push_back(seen(collected.record.values[series]));
      }
    }
  }
  const Trainer::State state = trainer.state();
  for (const auto& [part, tensors] : state.parts) test::add(numbers, part + " ", tensors);
  numbers["position"] = {static_cast<double>(state.info.data_position)};
  return numbers;
}

Numbers trainAlone(const Task& task) {
  return test::unpack(test::Child([&] { return test::pack(train(task, nullptr)); }).hear());
}

std::vector<std::string> trainTogether(const Task& task, int ranks) {
  return test::runRanks(ranks, [&](Collective& collective) { return test::pack(train(task, &collective)); });
}

/// Every rank has the weights, averages and metrics of one process that trained on whole batches.
void expectEqual(const Task& task, int ranks, double weights_limit, double metrics_limit) {
  const Numbers expected = trainAlone(task);
  ASSERT_FALSE(expected.empty());
  const std::vector<std::string> said = trainTogether(task, ranks);
  for (const std::string& text : said) {
    ASSERT_FALSE(text.starts_with("error: ")) << text;
    EXPECT_TRUE(text == said.front()) << "the ranks differ from each other";
  }
  const Numbers found = test::unpack(said.front());
  for (const auto& [name, values] : expected) {
    ASSERT_TRUE(found.contains(name)) << name;
    if (!name.starts_with("metric ")) {
      EXPECT_LE(test::deviation(found.at(name), values), weights_limit) << name;
      continue;
    }
    ASSERT_EQ(found.at(name).size(), values.size()) << name;
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_NEAR(found.at(name)[i], values[i], metrics_limit) << name << " at step " << i + 1;
    }
  }
}

void addGradientPenalty(Task& task) { task.live.regulariser_weights = {{"gradient_penalty", 10}}; }

class Together : public ::testing::TestWithParam<int> {};

TEST_P(Together, TrainADcganWithAccumulationAndAveragesAsOneProcessDoes) {
  expectEqual(accumulatingDcgan(Precision::kFloat64), GetParam(), 1e-9, 1e-9);
}

TEST_P(Together, TrainWithAGradientPenaltyAsOneProcessDoes) {
  Task task = accumulatingDcgan(Precision::kFloat64);
  addGradientPenalty(task);
  expectEqual(task, GetParam(), 1e-9, 1e-9);
}

TEST_P(Together, TrainWithLeCamAndOneBatchOfAllImagesForTheDiscriminatorAsOneProcessDoes) {
  Task task = accumulatingDcgan(Precision::kFloat64);
  task.options.regularisers = {{"r1", {.interval_steps = 2}}};
  task.live.regulariser_weights = {{"lecam", 0.3}, {"r1", 1}};
  task.options.generator_images = GeneratorImages::kAnew;
  task.options.layers_interval_steps = 3;
  expectEqual(task, GetParam(), 1e-9, 1e-9);
}

TEST_P(Together, TrainInTheAlternatingScheduleAsOneProcessDoes) {
  Task task{.options = dcganOptions(), .steps = 10};
  task.options.precision = Precision::kFloat64;
  task.options.schedule = Schedule::kAlternating;
  expectEqual(task, GetParam(), 1e-10, 1e-10);
}

TEST_P(Together, UpdateTheDiscriminatorSeveralTimesAsOneProcessDoes) {
  Task task{.options = dcganOptions(), .steps = 10};
  task.options.precision = Precision::kFloat64;
  task.live.discriminator_steps = 3;
  expectEqual(task, GetParam(), 1e-10, 1e-10);
}

TEST_P(Together, TrainAClassifierAndJudgeItAsOneProcessDoes) {
  Task task{.options = {}, .steps = 40, .judged = 475};  // of 480 places in an epoch: some ranks judge none at last
  task.options.shape = {.channels = 1, .resolution = PlainClassifier::kSize};
  task.options.precision = Precision::kFloat64;
  task.options.layers_interval_steps = 3;
  task.options.recipe = RecipeKind::kClassifier;
  task.options.classifier =
      ClassifierOptions{.architecture = &kPlainClassifier,
                        .shape = {.channels = 1, .classes = 7},
                        .normalisation = {},
                        .optimizer = {.algorithm = Algorithm::kSgd, .momentum = 0.9, .weight_decay = 1e-4},
                        .accumulation = 2};
  task.live.classifier_learning_rate = 0.05;
  expectEqual(task, GetParam(), 1e-9, 1e-9);
  const Numbers alone = trainAlone(task);
  const auto judged = [&](double value) { return value != -1; };
  EXPECT_EQ(std::ranges::count_if(alone.at("metric validation/top1"), judged), 1) << "one epoch has ended";
}

TEST_P(Together, KeepToFloat32sRounding) {
  Task task = accumulatingDcgan(Precision::kFloat32);
  addGradientPenalty(task);
  const Numbers alone = trainAlone(task);
  const Numbers together = test::unpack(trainTogether(task, GetParam()).front());
  ASSERT_FALSE(together.empty());
  for (const char* name : {"metric loss/d_real", "metric loss/d_fake", "metric loss/d", "metric loss/g"}) {
    EXPECT_NEAR(together.at(name).back(), alone.at(name).back(), 1e-3) << name;
  }
  // After one step the first moment is the gradient times 1 - beta1.
  task.steps = 1;
  const Numbers first_alone = trainAlone(task);
  const Numbers first = test::unpack(trainTogether(task, GetParam()).front());
  for (const auto& [name, values] : first_alone) {
    if (name.ends_with(".exp_avg")) {
      EXPECT_LE(test::deviation(first.at(name), values), 1e-5) << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ranks, Together, ::testing::Values(2, 4));

TEST(DataParallel, NormalisingByTheOwnRanksImagesIsSomethingElse) {
  Task task{.options = dcganOptions(), .steps = 5};
  task.options.precision = Precision::kFloat64;
  const Numbers alone = trainAlone(task);
  task.options.batch_norm = BatchNormScope::kOwnRank;
  const Numbers together = test::unpack(trainTogether(task, 2).front());
  ASSERT_FALSE(together.empty());
  EXPECT_GE(test::deviation(together.at("discriminator main.2.weight"), alone.at("discriminator main.2.weight")), 1e-6);
}

std::uint64_t bytesPerStep(Collective& collective, std::int64_t accumulation) {
  at::set_num_threads(1);
  TrainerOptions options = dcganOptions();
  options.batch_norm = BatchNormScope::kOwnRank;  // statistics would be shared for each micro-batch
  options.accumulation_discriminator = options.accumulation_generator = accumulation;
  SampleBatches batches(2, 1, 28, collective.rank(), collective.size());
  Trainer trainer(options, batches, at::kCPU, &collective);
  constexpr int kSteps = 3;
  for (int step = 0; step < kSteps; ++step) trainer.step({}, 0);  // buckets are made anew in the first ones
  trainer.collect(Trainer::Drain::kAll);
  const std::uint64_t before = collective.bytesHandedOver();
  for (int step = 0; step < kSteps; ++step) trainer.step({}, 0);
  trainer.collect(Trainer::Drain::kAll);
  return (collective.bytesHandedOver() - before) / kSteps;
}

TEST(DataParallel, EightAccumulationsSendNoMoreThanOne) {
  const std::size_t measured = 9 + regularisers().size();  // losses, scores and norms; penalties
  const auto said = test::runRanks(2, [measured](Collective& collective) {
    const std::uint64_t one = bytesPerStep(collective, 1);
    const std::uint64_t eight = bytesPerStep(collective, 8);
    const Networks networks = dcganOptions().architecture->make(dcganOptions().shape, 0);
    std::int64_t weights = 0;
    for (const auto& parameter : networks.generator->parameters()) weights += parameter.numel();
    for (const auto& parameter : networks.discriminator->parameters()) weights += parameter.numel();
    const std::uint64_t message = (measured + 2 + 2 * (kPhaseCount + 3)) * sizeof(double);  // 3 of the GPU
    const std::uint64_t expected = static_cast<std::uint64_t>(weights) * sizeof(float) + message;
    return std::to_string(one == expected) + std::to_string(eight == one) + " " + std::to_string(one);
  });
  for (const std::string& text : said) EXPECT_TRUE(text.starts_with("11 ")) << text;
}

TEST(DataParallel, AllRanksLearnOfRankZerosNumberAndOfAnyonesWishToStopAtOneStep) {
  const auto said = test::runRanks(3, [](Collective& collective) {
    at::set_num_threads(1);
    SampleBatches batches(2, 1, 28, collective.rank(), collective.size());
    Trainer trainer(dcganOptions(), batches, at::kCPU, &collective);
    std::string seen;
    for (std::int64_t step = 1; step <= 5; ++step) {
      const bool wishes = collective.rank() == 2 && step == 2;
      trainer.step({}, collective.rank() == 0 ? 10 * step : 7, wishes ? Wish::kStop : Wish::kGoOn);
      for (const auto& one : trainer.collect(Trainer::Drain::kDue)) {
        seen += std::to_string(step) + ":" + std::to_string(one.pending) + (one.stop ? "!" : "") + " ";
      }
    }
    return seen;
  });
  for (const std::string& text : said) EXPECT_EQ(text, "3:10 4:20! 5:30 ");
}

TEST(DataParallel, NetworksOfUnlikeShapesAreRefusedByName) {
  const auto said = test::runRanks(2, [](Collective& collective) -> std::string {
    TrainerOptions options = dcganOptions();
    if (collective.rank() == 1) options.shape.discriminator_width = 8;
    SampleBatches batches(2, 1, 28, collective.rank(), collective.size());
    try {
      const Trainer trainer(options, batches, at::kCPU, &collective);
    } catch (const Error& error) {
      return error.id() + " " + error.message();
    }
    return "went on";
  });
  for (const std::string& text : said) {
    EXPECT_TRUE(text.starts_with("ranks_differ ")) << text;
    EXPECT_NE(text.find("the shape of discriminator.main.0.weight: rank 1 on"), std::string::npos) << text;
    EXPECT_NE(text.find("has [8, 1, 4, 4], rank 0"), std::string::npos) << text;
  }
}

TEST(DataParallel, GoesOnWithAnotherNumberOfProcesses) {
  const TemporaryFolder folder;
  Task task{.options = dcganOptions(), .steps = 6};
  const auto goOn = [&](Collective* collective) {
    at::set_num_threads(1);
    const int rank = collective == nullptr ? 0 : collective->rank();
    const int ranks = collective == nullptr ? 1 : collective->size();
    SampleBatches batches(task.global_batch / ranks, 1, 28, rank, ranks);
    Trainer trainer(task.options, batches, at::kCPU, collective);
    if (rank == 0) {
      Trainer::State state = readTensors(folder.path());
      state.info.step = 6;
      state.info.data_position = 6 * task.global_batch;
      state.info.counters = {{"optimizer_steps_generator", 6}, {"optimizer_steps_discriminator", 6}};
      trainer.restore(state);
    }
    trainer.takeFromRankZero();
    for (int step = 0; step < 4; ++step) trainer.step({}, 0);
    trainer.collect(Trainer::Drain::kAll);
    Numbers numbers;
    test::add(numbers, "generator ", trainer.state().parts.at("generator"));
    test::add(numbers, "average ", trainer.state().parts.at("ema"));
    numbers["place"] = {static_cast<double>(trainer.stepCount()), static_cast<double>(batches.position())};
    return test::pack(numbers);
  };
  test::Child([&] {
    at::set_num_threads(1);
    SampleBatches batches(task.global_batch, 1, 28);
    Trainer trainer(task.options, batches, at::kCPU);
    for (int step = 0; step < 6; ++step) trainer.step({}, 0);
    writeTensors(trainer.state(), folder.path());
    return std::string();
  }).hear();
  const Numbers alone = test::unpack(test::Child([&] { return goOn(nullptr); }).hear());
  ASSERT_FALSE(alone.empty());
  for (const std::string& text : test::runRanks(2, [&](Collective& collective) { return goOn(&collective); })) {
    ASSERT_FALSE(text.starts_with("error: ")) << text;
    const Numbers together = test::unpack(text);
    for (const auto& [name, values] : alone) EXPECT_LE(test::deviation(together.at(name), values), 1e-4) << name;
  }
}

}  // namespace
}  // namespace gan
