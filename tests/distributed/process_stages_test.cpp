// Networks whose stages are held by a process each train as in one process.
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "core/error.h"
#include "distributed/numbers.h"
#include "distributed/ranks.h"
#include "distributed/stage_group.h"
#include "models/network_blocks.h"
#include "run/metrics.h"
#include "support/expect_error.h"
#include "training/network_stages.h"
#include "training/phase_clock.h"
#include "training/recipe.h"
#include "training/sample_batches.h"
#include "training/trainer.h"

namespace gan {
namespace {

using test::Numbers;

struct Task {
  TrainerOptions options;
  std::int64_t batch = 4;  ///< Images of one micro-batch over all replicas.
  int steps = 20;
  LiveValues live = {};
  bool goes_back = false;  ///< Some steps more, and then back to what was after the first.
};

/// As Ranks::divide() makes them.
class Groups {
 public:
  Groups(Collective& all, int stages) : all_(all), stages_(stages) {
    using Carries = Collective::Carries;
    const int stage = all.rank() % stages;
    const int replica = all.rank() / stages;
    std::vector<int> own;
    std::vector<int> alike;
    for (int rank = 0; rank < all.size(); ++rank) {
      if (rank / stages == replica) own.push_back(rank);
      if (rank % stages == stage) alike.push_back(rank);
    }
    of_replica_ =
        std::make_unique<StageGroup>(all.part("replica-" + std::to_string(replica), own, Carries::kHostTensors));
    if (alike.size() > 1) of_stage_ = all.part("stage-" + std::to_string(stage), alike, Carries::kAll);
  }

  TrainingProcesses processes() { return {&all_, of_stage_.get(), of_replica_.get()}; }
  int replica() const { return all_.rank() / stages_; }
  int replicas() const { return all_.size() / stages_; }
  StageGroup& stages() { return *of_replica_; }

 private:
  Collective& all_;
  int stages_;
  std::unique_ptr<Collective> of_stage_;
  std::unique_ptr<StageGroup> of_replica_;
};

double seen(double value) { return isMissing(static_cast<float>(value)) ? -1 : value; }

/// groups: null for one process.
Numbers train(const Task& task, Groups* groups) {
  at::set_num_threads(1);
  const NetworkShape& shape = task.options.shape;
  const int replica = groups != nullptr ? groups->replica() : 0;
  const int replicas = groups != nullptr ? groups->replicas() : 1;
  SampleBatches batches(task.batch / replicas, shape.channels, shape.resolution, replica, replicas, shape.classes);
  Trainer trainer(task.options, batches, at::kCPU, groups != nullptr ? groups->processes() : TrainingProcesses());
  const bool leads = groups == nullptr || groups->processes().all->rank() == 0;
  const std::vector<std::string>& names = trainer.series().names();
  Numbers numbers;
  const auto step = [&] {
    trainer.step(task.live, 0);
    for (const auto& collected : trainer.collect(Trainer::Drain::kAll)) {
      for (std::size_t series = 0; series < trainer.series().onDevice(); ++series) {
        numbers["metric " + names[series]].push_back(seen(collected.record.values[series]));
      }
    }
  };
  if (task.goes_back) {
    step();
    const Trainer::State first = leads ? trainer.state() : Trainer::State();
    for (int i = 0; i < 3; ++i) step();
    if (leads) trainer.restore(first);
    trainer.takeFromRankZero();
    numbers.clear();
  }
  for (int i = 0; i < task.steps; ++i) step();
  if (leads) {
    const Trainer::State state = trainer.state();
    for (const auto& [part, tensors] : state.parts) test::add(numbers, part + " ", tensors);
    const GeneratorSnapshot snapshot = trainer.snapshot();
    test::add(numbers, "snapshot ", moduleTensors(*snapshot.generator));
    test::add(numbers, "handed out ", trainer.discriminator());
    EXPECT_EQ(trainer.infiniteStatistic(), "");
  }
  if (groups != nullptr) groups->stages().goOn();
  return leads ? numbers : Numbers();
}

/// Of lists whose norm is below 1, as moments of gradients that are nothing but rounding, not relative to it.
double difference(const std::vector<double>& found, const std::vector<double>& expected) {
  double norm = 0;
  for (const double value : expected) norm += value * value;
  return test::deviation(found, expected) * std::min(std::sqrt(norm), 1.0);
}

void expectAsInOneProcess(const Task& task, int processes, int stages) {
  const Numbers expected = test::unpack(test::Child([&] { return test::pack(train(task, nullptr)); }).hear());
  ASSERT_FALSE(expected.empty());
  const std::vector<std::string> said = test::runRanks(processes, [&](Collective& all) {
    Groups groups(all, stages);
    std::string numbers = test::pack(train(task, &groups));
    all.barrier();
    return numbers;
  });
  for (const std::string& text : said) ASSERT_FALSE(text.starts_with("error: ")) << text;
  const Numbers found = test::unpack(said.front());
  for (const auto& [name, values] : expected) {
    ASSERT_TRUE(found.contains(name)) << name;
    if (!name.starts_with("metric ")) {
      EXPECT_LE(difference(found.at(name), values), 1e-9) << name;
      continue;
    }
    ASSERT_EQ(found.at(name).size(), values.size()) << name;
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_NEAR(found.at(name)[i], values[i], 1e-9) << name << " at step " << i + 1;
    }
  }
  EXPECT_EQ(found.size(), expected.size());
}

/// Conditional, with an average and R1.
Task conditional(std::string_view architecture, std::int64_t resolution) {
  Task task;
  TrainerOptions& options = task.options;
  options.architecture = &findArchitecture(architecture);
  options.shape = {.latent_size = 20, .resolution = resolution, .generator_width = 4, .discriminator_width = 4};
  options.shape.classes = 3;
  options.seed = 11;
  options.objective = &findObjective("hinge");
  options.precision = Precision::kFloat64;
  options.accumulation_discriminator = 4;
  options.accumulation_generator = 4;
  task.live.regulariser_weights = {{"r1", 1}};
  return task;
}

Task small(int accumulation) {
  Task task;
  TrainerOptions& options = task.options;
  options.architecture = &findArchitecture("dcgan");
  options.shape = {.latent_size = 5, .channels = 1, .resolution = 28, .generator_width = 4, .discriminator_width = 4};
  options.seed = 17;
  options.objective = &findObjective("bce");
  options.precision = Precision::kFloat64;
  options.accumulation_discriminator = options.accumulation_generator = accumulation;
  task.batch = 8;
  task.steps = 10;
  return task;
}

TEST(ProcessStages, RefuseAMessageThatNoStageSends) {
  const std::vector<std::string> said = test::runRanks(2, [](Collective& all) {
    std::vector<int> both = {0, 1};
    std::unique_ptr<Collective> part = all.part("stages", both, Collective::Carries::kHostTensors);
    if (all.rank() == 1) {
      at::Tensor header = at::full({3 + 32 * 8}, std::int64_t{1} << 40U, at::kLong);  // as long as a message begins
      Collective::Pending sent = part->startSend(header, 0);
      all.barrier();
      return std::string();
    }
    StageGroup stages(std::move(part));
    std::string why;
    try {
      stages.receive(1, at::kCPU);
    } catch (const c10::Error& error) {
      why = error.what_without_backtrace();
    }
    all.barrier();
    return why;
  });
  EXPECT_THAT(said.front(), testing::HasSubstr("announced 1099511627776 tensors"));
}

TEST(ProcessStages, TrainSngan32AsOneProcess) { expectAsInOneProcess(conditional("sngan", 32), 2, 2); }

TEST(ProcessStages, TrainBigGan64AsOneProcess) {
  Task task = conditional("biggan", 64);
  task.steps = 6;
  task.options.shape.generator_width = task.options.shape.discriminator_width = 8;
  task.options.shape.latent_size = 40;
  task.options.shape.shared_size = 8;
  task.options.shape.hierarchical = true;
  task.options.shape.attention = {32};
  task.options.discriminator_passes = DiscriminatorPasses::kConcatenated;
  task.options.generator_images = GeneratorImages::kAnew;
  task.options.pipeline = Pipeline::kGpipe;
  expectAsInOneProcess(task, 2, 2);
}

TEST(ProcessStages, OfThreeWithEveryRegulariserTrainAsOneProcess) {
  Task task = small(2);
  task.options.regularisers = {{"r1", {.interval_steps = 2}}};
  task.live.regulariser_weights = {{"lecam", 0.3},
                                   {"r1", 1},
                                   {"r2", 0.5},
                                   {"gradient_penalty", 10},
                                   {"orthogonal_generator", 1e-3},
                                   {"orthogonal_discriminator", 1e-3}};
  task.options.layers_interval_steps = 3;
  task.options.discriminator_optimizer.clip_norm = 0.5;
  task.live.noise = 0.05;
  expectAsInOneProcess(task, 3, 3);
}

TEST(ProcessStages, OfTwoReplicasTrainAsOneProcessWithTheirBatchesTogether) {
  expectAsInOneProcess(small(2), 4, 2);
  Task reused = small(1);  // the generator is updated with the images that the discriminator has seen
  reused.live.discriminator_steps = 2;
  expectAsInOneProcess(reused, 4, 2);
}

TEST(ProcessStages, TrainInTheAlternatingScheduleAndARelativeObjective) {
  Task task = small(2);
  task.options.schedule = Schedule::kAlternating;
  expectAsInOneProcess(task, 2, 2);
  task = small(2);
  task.options.objective = &findObjective("relativistic");
  expectAsInOneProcess(task, 2, 2);
}

TEST(ProcessStages, GoBackToWhatStageZeroHasRestored) {
  Task task = small(2);
  task.goes_back = true;
  expectAsInOneProcess(task, 4, 2);
}

TEST(ProcessStages, HoldAShareOfTheWeightsEach) {
  const Task task = conditional("sngan", 32);
  Networks networks = task.options.architecture->make(task.options.shape, 1);
  const ProcessStages stages = processStages(task.options, measureBlocks(task.options), 2);
  std::size_t all = 0;
  std::size_t held = 0;
  for (const std::size_t part : {0U, 1U}) {
    const Networks own = task.options.architecture->make(task.options.shape, 1);
    const auto& chain = dynamic_cast<const BlockNetwork&>(*own.generator);
    const std::size_t end = part == 0 ? stages.generator[1] : chain.blocks().size();
    holdBlocks(*own.generator, {.first = stages.generator[part], .end = end}, at::kCPU, nullptr);
    for (const auto& item : own.generator->named_parameters()) {
      EXPECT_EQ(item.value().sizes(), networks.generator->named_parameters()[item.key()].sizes());
      const bool here = !heldElsewhere(*own.generator).contains(item.key());
      EXPECT_EQ(item.value().requires_grad(), here) << item.key();
      const auto bytes = static_cast<std::size_t>(item.value().numel()) * item.value().element_size();
      EXPECT_EQ(item.value().storage().nbytes() >= bytes, here || item.value().numel() == 1) << item.key();
      held += here ? 1U : 0U;
      ++all;
    }
  }
  EXPECT_EQ(2 * held, all) << "each weight is held once";
}

/// Bytes that a process holds after an iteration: weights, buffers, gradients, what the optimisers keep, the average.
double bytesHeld(const TrainerOptions& options, const TrainingProcesses& processes) {
  at::set_num_threads(1);
  const NetworkShape& shape = options.shape;
  SampleBatches batches(/*batch_size=*/4, shape.channels, shape.resolution);
  PhaseClock clock;
  const std::unique_ptr<Recipe> recipe = makeRecipe(options, batches, at::kCPU, clock, processes);
  recipe->iterate(0, {});
  std::map<const void*, std::size_t> memory;  // each piece once, whoever shares it
  const auto count = [&memory](const at::Tensor& tensor) {
    if (tensor.defined()) memory[tensor.storage().unsafeGetStorageImpl()] = tensor.storage().nbytes();
  };
  for (const RecipePart& part : recipe->parts()) {
    for (const auto& [name, tensor] : part.tensors) count(tensor);
  }
  for (const NamedNetwork& network : recipe->networks()) {
    for (const at::Tensor& parameter : network.module->parameters()) {
      count(parameter);
      count(parameter.grad());
    }
    for (const at::Tensor& buffer : network.module->buffers()) count(buffer);
  }
  double bytes = 0;
  for (const auto& [piece, size] : memory) bytes += static_cast<double>(size);
  return bytes;
}

TEST(ProcessStages, OfEqualHalvesHoldHalfOfWeightsGradientsAndMomentsEach) {
  TrainerOptions options = small(4).options;
  options.architecture = &findArchitecture("mlp");
  // The generator's last layer is as large as all before it, the discriminator's second one as its first.
  options.shape = {
      .latent_size = 100, .channels = 1, .resolution = 16, .generator_width = 51, .discriminator_width = 512};
  const std::string whole = test::Child([&] { return std::to_string(bytesHeld(options, {})); }).hear();
  ASSERT_FALSE(whole.empty() || whole.starts_with("error: ")) << whole;
  const std::vector<std::string> said = test::runRanks(2, [&](Collective& all) {
    Groups groups(all, /*stages=*/2);
    std::string bytes = std::to_string(bytesHeld(options, groups.processes()));
    all.barrier();
    return bytes;
  });
  double together = 0;
  for (const std::string& text : said) {
    ASSERT_FALSE(text.empty() || text.starts_with("error: ")) << text;
    EXPECT_LE(std::stod(text), 0.55 * std::stod(whole));
    together += std::stod(text);
  }
  EXPECT_GE(together, 0.99 * std::stod(whole)) << "all is held";
}

TEST(ProcessStages, MoreThanBlocksAreRefused) {
  const Task task = small(1);
  const auto error = expectError(ErrorCode::kInvalidArgument, "stages_too_many",
                                 [&] { processStages(task.options, measureBlocks(task.options), 9); });
  EXPECT_THAT(error->message(), testing::HasSubstr("distributed.stages = 9"));
}

}  // namespace
}  // namespace gan
