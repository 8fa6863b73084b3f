// What only a GPU can show: that copies from it and to it arrive whole while the host goes on.
#include <ATen/TensorOperators.h>
#include <ATen/ops/batch_norm.h>
#include <ATen/ops/conv2d.h>
#include <ATen/ops/full.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/zeros.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/error.h"
#include "cuda/loader.h"
#include "cuda/nccl_backend.h"
#include "distributed/rendezvous.h"
#include "distributed/store_server.h"
#include "distributed/synchronised_statistics.h"
#include "sampling/picture_maker.h"
#include "tensor/out_of_memory.h"
#include "training/device_transfer.h"
#include "training/fake_batches.h"
#include "training/sample_batches.h"
#include "training/small_trainer.h"
#include "training/telemetry_ring.h"

namespace gan {
namespace {

class Gpu : public testing::Test {
 protected:
  void SetUp() override {
    try {
      module_ = &openCuda(cudaLibraries());
    } catch (const Error& error) {
      GTEST_SKIP() << "needs a GPU: " << error.message();
    }
  }

  /// Keeps the GPU busy for some tenths of a second.
  at::Tensor occupy() const {
    at::Tensor product = at::randn({4096, 4096}, at::TensorOptions(device_));
    for (int i = 0; i < 100; ++i) product = product.matmul(product).tanh();
    return product;
  }

  /// A world of one rank, over NCCL.
  std::unique_ptr<Collective> meetAlone(const StoreServer& store, Meeting& meeting) const {
    World world;
    world.store_host = "127.0.0.1";
    world.store_port = store.port();
    world.store_at = World::StoreHost::kLauncher;
    const CudaDevice found = module_->device(device_.index());
    RendezvousOptions options;
    options.cuda = ncclBackend(device_.index())->connect;
    options.device = {
        .name = "cuda:0", .index = 0, .model = found.name, .uuid = found.uuid, .sharing = GpuSharing::kRefused};
    return meet(world, options, glooBackend(), &meeting);
  }

  CaptureGraph counted(int& captures) const {
    return [this, &captures](const std::function<void()>& work) {
      ++captures;
      return module_->capture(work);
    };
  }

  /// A training as one graph, of one rank or of none, beside one of single kernels.
  void expectSameAsAGraph(Collective* collective) const;

  const CudaModule* module_ = nullptr;
  const c10::Device device_{c10::DeviceType::CUDA, 0};
};

TEST_F(Gpu, GivesTensorsNoMoreThanTheShareOfThisProcess) {
  constexpr std::int64_t kMiB = std::int64_t{1} << 20U;
  const auto take = [&](std::int64_t mib) {
    return at::zeros({mib * kMiB}, at::TensorOptions(device_).dtype(at::kByte));
  };
  const CudaDevice device = module_->device(0);
  module_->limitMemory(0, 256 * kMiB);
  EXPECT_NO_THROW(take(64));
  try {
    take(512);
    ADD_FAILURE() << "more than the share was given";
  } catch (const std::exception& error) {
    EXPECT_TRUE(isOutOfMemory(error)) << error.what();
  }
  module_->limitMemory(0, device.memory_total_bytes);
  EXPECT_NO_THROW(take(512));
}

TEST_F(Gpu, IsNamedAndHasMemory) {
  const CudaDevice device = module_->device(0);
  EXPECT_FALSE(device.name.empty());
  EXPECT_EQ(device.uuid.size(), 40U) << device.uuid;
  EXPECT_GE(device.capability_major, 1);
  EXPECT_GT(device.memory_free_bytes, 0U);
  EXPECT_GE(device.memory_total_bytes, device.memory_free_bytes);
}

TEST_F(Gpu, TellsItsUuidBeforeAnythingComputesThere) { EXPECT_EQ(module_->uuid(0), module_->device(0).uuid); }

TEST_F(Gpu, TelemetryArrivesWithTheStepItBelongsTo) {
  const auto series = std::make_shared<const SeriesList>(std::vector<std::string>{"loss/d", "loss/g"});
  TelemetryRing ring(series, device_, /*depth=*/2);
  const auto own = [](int step) {
    return RankIteration{
        .times = {0.1 * step, 0, 0, 0, 0, 1e-9},
        .device = DeviceLoad{.busy_percent = 10.0 * step, .memory_used_bytes = 1U << 30U, .memory_total_bytes = 3}};
  };
  std::vector<CollectedStep> collected;
  for (int step = 0; step < 5; ++step) {
    const at::Tensor metrics = at::full({2}, step, at::TensorOptions(device_));
    ring.push(blankRecord(series, step), metrics + occupy().flatten()[0] * 0, own(step), /*pending=*/100 + step);
    for (CollectedStep& due : ring.collect(TelemetryRing::Drain::kDue)) collected.push_back(std::move(due));
  }
  ASSERT_EQ(collected.size(), 3U);
  for (int step = 0; step < 3; ++step) {
    EXPECT_EQ(collected[static_cast<std::size_t>(step)].record.values[0], static_cast<float>(step));
    EXPECT_EQ(collected[static_cast<std::size_t>(step)].pending, 100 + step);
    EXPECT_EQ(collected[static_cast<std::size_t>(step)].ranks, std::vector{own(step)});
  }
}

TEST_F(Gpu, BatchesArriveWholeThoughTheirMemoryIsUsedAgain) {
  DeviceTransfer transfer(device_);
  std::vector<at::Tensor>
      hosts;  // as a loader hands them out: two live at once, the third takes the first one's memory
  for (int i = 0; i < 2; ++i) hosts.push_back(at::full({1 << 22}, -1.0F).pin_memory());
  std::vector<at::Tensor> arrived;
  for (int batch = 0; batch < 6; ++batch) {
    transfer.beforeNextBatch();
    at::Tensor& host = hosts[static_cast<std::size_t>(batch % 2)];
    host.fill_(batch);
    const at::Tensor busy = occupy();
    arrived.push_back(transfer.toDevice(host));
  }
  for (int batch = 0; batch < 6; ++batch) {
    const at::Tensor& images = arrived[static_cast<std::size_t>(batch)];
    EXPECT_EQ(images.min().item<float>(), static_cast<float>(batch));
    EXPECT_EQ(images.max().item<float>(), static_cast<float>(batch));
  }
}

TEST_F(Gpu, OneRankComputesOverNcclThroughThePathOfSeveral) {
  const StoreServer store;
  Meeting meeting;
  const auto collective = meetAlone(store, meeting);
  EXPECT_EQ(meeting.gpu_path, GpuPath::kDirect);
  at::Tensor tensor = at::full({1000}, 0.25, at::TensorOptions(device_));
  collective->sum(tensor);
  EXPECT_EQ(tensor.sum().item<float>(), 250);
  EXPECT_EQ(collective->bytesHandedOver(), 4000U);
  EXPECT_EQ(collective->broadcastText("on the host"), "on the host");
}

/// Trains both alike and compares what they measured and hold.
void expectSameTraining(Trainer& trainer, Trainer& reference, int steps, const LiveValues& live = {}) {
  const auto expected = train(reference, steps, live);
  const auto found = train(trainer, steps, live);
  ASSERT_EQ(found.size(), static_cast<std::size_t>(steps));
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (std::size_t series = 0; series < trainer.series().onDevice(); ++series) {
      EXPECT_TRUE(sameValue(found[i].record.values[series], expected[i].record.values[series], 1e-6))
          << i << ", " << series;
    }
  }
  const Trainer::State states[] = {trainer.state(), reference.state()};
  for (const auto& [part, tensors] : states[1].parts) {
    for (const auto& [name, tensor] : tensors) {
      const at::Tensor known = tensor.to(at::kDouble);
      const double difference = (states[0].parts.at(part).at(name).to(at::kDouble) - known).norm().item<double>();
      EXPECT_LE(difference, 1e-9 * (1 + known.norm().item<double>())) << name;
    }
  }
}

/// Of D and G together, over all steps.
double meanLosses(Trainer& trainer, int steps, const LiveValues& live) {
  double sum = 0;
  for (const auto& step : train(trainer, steps, live)) sum += step.record.at("loss/d") + step.record.at("loss/g");
  return sum / steps;
}

TrainerOptions exactOptions() {
  TrainerOptions options = smallOptions();
  options.precision = Precision::kFloat64;
  options.ema = true;
  return options;
}

FakeBatches smallBatches() {
  return FakeBatches(kSmallBatch, smallOptions().shape.channels, smallOptions().shape.resolution);
}

void Gpu::expectSameAsAGraph(Collective* collective) const {
  constexpr int kSteps = 30;  // the first are computed directly, see IterationGraph
  FakeBatches data = smallBatches();
  FakeBatches captured_data = smallBatches();
  int captures = 0;
  TrainerOptions options = exactOptions();
  options.capture = counted(captures);
  Trainer captured(options, captured_data, device_, collective);  // first: both compute on its stream
  Trainer direct(exactOptions(), data, device_);
  expectSameTraining(captured, direct, kSteps);
  EXPECT_EQ(captures, 1);
}

TEST_F(Gpu, ATrainingOfOneRankOverNcclIsThatOfAProcessAlone) {
  FakeBatches data = smallBatches();
  FakeBatches ranked_data = smallBatches();
  const StoreServer store;
  Meeting meeting;
  const auto collective = meetAlone(store, meeting);
  Trainer alone(exactOptions(), data, device_);
  Trainer ranked(exactOptions(), ranked_data, device_, collective.get());
  expectSameTraining(ranked, alone, 10);
  ranked.takeFromRankZero();
  EXPECT_EQ(ranked.stepCount(), 10);
}

TEST_F(Gpu, ATrainingAsAGraphIsThatOfSingleKernels) { expectSameAsAGraph(nullptr); }

TEST_F(Gpu, ATrainingAsAGraphIsThatOfSingleKernelsOverNccl) {
  const StoreServer store;
  Meeting meeting;
  expectSameAsAGraph(meetAlone(store, meeting).get());
}

/// A conditional BigGAN whose rates, average and penalties change by the step, some of them now and then only.
TrainerOptions scheduledOptions(Precision precision) {
  TrainerOptions options;
  options.architecture = &findArchitecture("biggan");
  options.shape = {.latent_size = 8,
                   .channels = 1,
                   .resolution = 32,
                   .generator_width = 8,
                   .discriminator_width = 8,
                   .classes = 3,
                   .attention = {16},
                   .shared_size = 6,
                   .hierarchical = true};
  options.precision = precision;
  options.seed = 5;
  options.objective = &findObjective("hinge");
  options.discriminator_passes = DiscriminatorPasses::kConcatenated;
  options.generator_images = GeneratorImages::kAnew;
  options.generator_rate_schedule = ValueSchedule::parse("rate", "warmup 5, cosine 60 to 0.1");
  options.discriminator_rate_schedule = ValueSchedule::parse("rate", "linear 60 to 0");
  options.ema_decay_schedule = ValueSchedule::parse("decay", "step 10 by 0.9");
  options.regularisers["r1"] = {.interval_steps = 4, .schedule = {}};
  options.regularisers["lecam"] = {.interval_steps = 3, .schedule = {}};
  options.regularisers["orthogonal_generator"] = {.interval_steps = 1,
                                                  .schedule = ValueSchedule::parse("weight", "linear 40 to 0.5")};
  return options;
}

TEST_F(Gpu, AGraphFollowsSchedulesAndWhatIsDoneNowAndThen) {
  constexpr int kSteps = 60;  // each of the four kinds of iterations comes often enough to be captured
  LiveValues live;
  live.regulariser_weights = {{"r1", 0.5}, {"lecam", 0.1}, {"orthogonal_generator", 1e-3}};
  for (const Precision precision : {Precision::kFloat64, Precision::kBFloat16, Precision::kFloat16}) {
    SampleBatches data(4, 1, 32, 0, 1, 3);
    SampleBatches captured_data(4, 1, 32, 0, 1, 3);
    int captures = 0;
    TrainerOptions options = scheduledOptions(precision);
    options.capture = counted(captures);
    Trainer captured(options, captured_data, device_);
    Trainer direct(scheduledOptions(precision), data, device_);
    if (precision == Precision::kFloat64) {
      expectSameTraining(captured, direct, kSteps, live);
    } else {
      // Sums in another order round otherwise; a rate or weight that stayed as it was captured would show at once.
      const double expected = meanLosses(direct, kSteps, live);
      EXPECT_NEAR(meanLosses(captured, kSteps, live), expected, 0.05 * (1 + std::abs(expected)));
    }
    EXPECT_EQ(captures, 4);
  }
}

TEST_F(Gpu, SynchronisedStatisticsAreThoseOfATen) {
  const StoreServer store;
  Meeting meeting;
  const auto collective = meetAlone(store, meeting);
  SynchronisedStatistics statistics(*collective);
  const auto options = at::TensorOptions(device_).dtype(at::kDouble);
  const at::Tensor x = at::randn({9, 3, 8, 8}, options) * 3 + 7;
  const at::Tensor slope = at::randn({9, 3, 8, 8}, options);
  const auto layer = [&] {
    return BatchNormTensors{at::full({3}, 0.5, options).requires_grad_(true),
                            at::full({3}, 0.1, options).requires_grad_(true), at::zeros({3}, options),
                            at::ones({3}, options)};
  };
  const BatchNormTensors ours = layer();
  const BatchNormTensors theirs = layer();
  const at::Tensor own_x = x.clone().requires_grad_(true);
  const at::Tensor their_x = x.clone().requires_grad_(true);
  const at::Tensor y = statistics.normalise(own_x, ours, /*momentum=*/0.1, /*epsilon=*/1e-5);
  const at::Tensor expected =
      at::batch_norm(their_x, theirs.weight, theirs.bias, theirs.running_mean, theirs.running_var,
                     /*training=*/true, /*momentum=*/0.1, /*eps=*/1e-5, /*cudnn_enabled=*/false);
  (y * slope).sum().backward();
  (expected * slope).sum().backward();
  const auto expectClose = [](const char* what, const at::Tensor& found, const at::Tensor& known) {
    EXPECT_LE((found - known).abs().max().item<double>(), 1e-9 * (1 + known.abs().max().item<double>())) << what;
  };
  expectClose("y", y.detach(), expected.detach());
  expectClose("x's gradient", own_x.grad(), their_x.grad());
  expectClose("weight's gradient", ours.weight.grad(), theirs.weight.grad());
  expectClose("bias's gradient", ours.bias.grad(), theirs.bias.grad());
  expectClose("running mean", ours.running_mean, theirs.running_mean);
  expectClose("running variance", ours.running_var, theirs.running_var);
}

/// How far a convolution in float32 lies from the same in double, over its root mean square.
double convolutionError(c10::Device device, Float32Precision precision) {
  useFloat32Precision(precision);
  const at::Tensor images = at::randn({8, 64, 16, 16});
  const at::Tensor weights = at::randn({64, 64, 3, 3});
  const at::Tensor exact = at::conv2d(images.to(at::kDouble), weights.to(at::kDouble));
  const at::Tensor found = at::conv2d(images.to(device), weights.to(device)).to(at::kCPU).to(at::kDouble);
  return (found - exact).norm().item<double>() / exact.norm().item<double>();
}

TEST_F(Gpu, RoundsFactorsOfConvolutionsWhereTheConfigurationSays) {
  constexpr double kFloat32 = 1e-6;
  constexpr double kTf32 = 1e-4;  // half a unit of 11 bits is 2.4e-4
  EXPECT_LT(convolutionError(device_, Float32Precision::kIeee), kFloat32);
  constexpr int kAmpere = 8;
  if (module_->device(0).capability_major >= kAmpere) {
    EXPECT_GT(convolutionError(device_, Float32Precision::kTf32Convolutions), kTf32);
  }
  EXPECT_LT(convolutionError(device_, Float32Precision::kIeee), kFloat32);
}

TEST_F(Gpu, ATrainingInFloat32IsThatOfTheCpuWhereNothingIsRounded) {
  TrainerOptions options = smallOptions();
  options.float32_precision = Float32Precision::kIeee;
  FakeBatches data = smallBatches();
  FakeBatches host_data = smallBatches();
  Trainer host(options, host_data, c10::Device(c10::kCPU));
  Trainer trainer(options, data, device_);
  const auto expected = train(host, 3);
  const auto found = train(trainer, 3);
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (std::size_t series = 0; series < trainer.series().onDevice(); ++series) {
      const double known = expected[i].record.values[series];
      EXPECT_NEAR(found[i].record.values[series], known, 1e-3 * (1 + std::abs(known))) << i << ", " << series;
    }
  }
}

/// Conditional, with an average, R1, clipped gradients and three micro-batches, in 53 bits.
Trainer::State trainedInStages(const std::string& placement, c10::Device device) {
  TrainerOptions options;
  options.architecture = &findArchitecture("sngan");
  options.shape = {.latent_size = 20, .resolution = 32, .generator_width = 8, .discriminator_width = 8};
  options.shape.classes = 3;
  options.precision = Precision::kFloat64;
  options.seed = 11;
  options.objective = &findObjective("hinge");
  options.accumulation_discriminator = options.accumulation_generator = 3;
  options.generator_optimizer.clip_norm = 1;
  options.ema_buffers = EmaBuffers::kAveraged;
  options.placement = NetworkPlacement::parse(placement);
  SampleBatches batches(4, options.shape.channels, options.shape.resolution, 0, 1, options.shape.classes);
  Trainer trainer(options, batches, device);
  LiveValues live;
  live.regulariser_weights = {{"r1", 1}, {"orthogonal_generator", 1e-3}};
  train(trainer, 5, live);
  EXPECT_EQ(trainer.infiniteStatistic(), "");
  return trainer.state();
}

void expectNear(const Trainer::State& found, const Trainer::State& expected) {
  for (const auto& [part, tensors] : expected.parts) {
    for (const auto& [name, tensor] : tensors) {
      if (!tensor.is_floating_point()) continue;
      const double scale = std::max(tensor.abs().max().item<double>(), 1e-3);
      EXPECT_LE((found.parts.at(part).at(name) - tensor).abs().max().item<double>(), 1e-7 * scale)
          << part << "." << name;
    }
  }
}

TEST_F(Gpu, StagesHereAndOnTheCpuTrainAsTheGpuAlone) {
  const Trainer::State alone = trainedInStages("", device_);
  expectNear(trainedInStages("generator=cpu+blocks.1:0,discriminator=0+blocks.2:cpu", device_), alone);
  expectNear(trainedInStages("generator=cpu,discriminator=0", device_), alone);
  expectNear(trainedInStages("generator=0,discriminator=0", c10::Device(c10::kCPU)), alone);
}

TEST_F(Gpu, StagesOnTwoGpusTrainAsOneDoes) {
  if (module_->status().devices < 2) GTEST_SKIP() << "needs two GPUs";
  const Trainer::State alone = trainedInStages("", device_);
  expectNear(trainedInStages("0+1", device_), alone);
  expectNear(trainedInStages("auto", device_), alone);
  expectNear(trainedInStages("generator=1,discriminator=0", device_), alone);
}

/// Of one architecture and seed, in one piece or in stages.
at::Tensor picturesOf(c10::Device device, const std::vector<BlockStage>& stages) {
  NetworkShape shape{.latent_size = 20, .resolution = 32, .generator_width = 8, .discriminator_width = 8};
  shape.classes = 3;
  const Networks networks = findArchitecture("sngan").make(shape, 11);
  PictureMaker maker(networks.generator, device, /*threads=*/1, StatisticsChoice().batches, stages);
  maker.use(StatisticsMode::kStanding, {.threshold = 0.8});
  std::vector<SamplePoint> points;
  for (std::int64_t i = 0; i < 40; ++i) {
    points.push_back({.latent = {{.seed = 1, .sample = i}}, .classes = {{.label = i % 3}}});
  }
  return maker.make(maker.inputs(points)).to(at::kFloat);
}

/// Pixels from 0 to 255, of convolutions that may round to 11 bits.
TEST_F(Gpu, PicturesOfAGeneratorInStagesAreThoseOfTheGpuAlone) {
  const at::Tensor alone = picturesOf(device_, {});
  const auto difference = [&](c10::Device last) {
    return (picturesOf(device_, {{.first = 0, .device = device_}, {.first = 2, .device = last}}) - alone)
        .abs()
        .mean()
        .item<float>();
  };
  EXPECT_LE(difference(c10::Device(c10::kCPU)), 1);
  if (module_->status().devices < 2) GTEST_SKIP() << "needs two GPUs";
  EXPECT_LE(difference(c10::Device(c10::kCUDA, 1)), 1);
}

// The last, for LibTorch goes on to believe that it captures.
TEST_F(Gpu, WhatCannotBeCapturedIsToldAndTheDeviceGoesOn) {
  TrainerOptions options = exactOptions();
  int captures = 0;
  options.capture = counted(captures);
  FakeBatches data = smallBatches();
  const Trainer on_own_stream(options, data, device_);
  const at::Tensor two = at::full({1}, 2.0, at::TensorOptions(device_));
  EXPECT_ANY_THROW(module_->capture([&] { two.item<float>(); }));
  EXPECT_EQ((two + 1).item<float>(), 3);
}

}  // namespace
}  // namespace gan
