#include "training/iteration_graph.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "run/metrics.h"
#include "training/fake_batches.h"
#include "training/small_trainer.h"

namespace gan {
namespace {

/// What a graph is without a GPU: what was captured is done when it is replayed, not before.
class DeferredWork final : public CudaGraph {
 public:
  explicit DeferredWork(std::function<void()> work) : work_(std::move(work)) {}
  void replay() override { work_(); }

 private:
  std::function<void()> work_;
};

struct Captures {
  int count = 0;
  CaptureGraph function() {
    return [this](const std::function<void()>& work) {
      ++count;
      return std::make_unique<DeferredWork>(work);
    };
  }
};

TrainerOptions with(const CaptureGraph& capture, TrainerOptions options) {
  options.capture = capture;
  return options;
}

FakeBatches smallBatches() { return FakeBatches(kSmallBatch, 1, 28); }

/// Two trainings with the same data, one of them as a graph.
class Pair {
 public:
  explicit Pair(const TrainerOptions& options)
      : direct_(options, data_, c10::Device(c10::kCPU)),
        captured_(with(captures_.function(), options), captured_data_, c10::Device(c10::kCPU)) {}

  void train(int steps, const LiveValues& live) {
    const auto expected = gan::train(direct_, steps, live);
    const auto found = gan::train(captured_, steps, live);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      for (std::size_t series = 0; series < direct_.series().onDevice(); ++series) {
        const double wanted = expected[i].record.values[series];
        const double value = found[i].record.values[series];
        EXPECT_TRUE(sameValue(value, wanted)) << value << " for " << wanted << " at " << i << ", " << series;
      }
    }
  }

  void expectSameState() const {
    const Trainer::State expected = direct_.state();
    const Trainer::State found = captured_.state();
    ASSERT_EQ(found.parts.size(), expected.parts.size());
    for (const auto& [part, tensors] : expected.parts) {
      for (const auto& [name, tensor] : tensors) EXPECT_TRUE(at::equal(found.parts.at(part).at(name), tensor)) << name;
    }
    EXPECT_EQ(found.info.counters, expected.info.counters);
    EXPECT_EQ(found.info.data_position, expected.info.data_position);
  }

  void restoreBoth() {
    const Trainer::State state = direct_.state();
    direct_.restore(state);
    captured_.restore(state);
  }

  int captures() const { return captures_.count; }

 private:
  FakeBatches data_ = smallBatches();
  FakeBatches captured_data_ = smallBatches();
  Captures captures_;
  Trainer direct_;
  Trainer captured_;
};

constexpr int kBeforeCapture = 11;

TEST(IterationGraph, TrainsAsSingleKernelsDoThroughEveryLiveChange) {
  TrainerOptions options = smallOptions();
  options.ema_start_step = 5;
  Pair pair(options);
  LiveValues live;
  pair.train(kBeforeCapture, live);
  EXPECT_EQ(pair.captures(), 0);
  pair.train(4, live);
  EXPECT_EQ(pair.captures(), 1);
  live.noise = 0.2;  // goes in by the images
  pair.train(2, live);
  EXPECT_EQ(pair.captures(), 1);
  live.generator_learning_rate = 1e-3;  // lies on the device, as does the decay
  live.ema_decay = 0.9;
  pair.train(3, live);
  EXPECT_EQ(pair.captures(), 1);
  live.real_label = 0.8;
  live.discriminator_steps = 3;
  pair.train(3, live);
  EXPECT_EQ(pair.captures(), 2);
  pair.expectSameState();
}

TEST(IterationGraph, TrainsOnAfterAStateWasRestored) {
  Pair pair(smallOptions());
  pair.train(kBeforeCapture + 2, {});
  pair.restoreBoth();
  pair.train(3, {});
  EXPECT_EQ(pair.captures(), 1);
  pair.expectSameState();
}

TEST(IterationGraph, AValueThatNeverRestsIsNeverCaptured) {
  Pair pair(smallOptions());
  LiveValues live;
  for (int step = 0; step < kBeforeCapture + 5; ++step) {
    live.real_label *= 0.99;
    pair.train(1, live);
  }
  EXPECT_EQ(pair.captures(), 0);
  pair.expectSameState();
}

TEST(IterationGraph, SurvivesSchedules) {
  TrainerOptions options = smallOptions();
  options.generator_rate_schedule = ValueSchedule::parse("", "warmup 5, cosine 30");
  options.ema_decay_schedule = ValueSchedule::parse("", "linear 30 to 0.9");
  Pair pair(options);
  pair.train(kBeforeCapture + 10, {});
  EXPECT_EQ(pair.captures(), 1);
  pair.expectSameState();
}

TEST(IterationGraph, KeepsOneForEachSetOfLazyRegularisersAndNoMoreThanFour) {
  TrainerOptions options = smallOptions();
  options.regularisers = {{"r1", {.interval_steps = 2}},
                          {"gradient_penalty", {.interval_steps = 3}},
                          {"orthogonal_generator", {.schedule = ValueSchedule::parse("", "cosine 100")}}};
  Pair pair(options);
  LiveValues live;
  live.regulariser_weights = {{"r1", 1}, {"gradient_penalty", 10}, {"orthogonal_generator", 1e-4}};
  pair.train(kBeforeCapture + 20, live);
  EXPECT_EQ(pair.captures(), 4);  // none, r1, gradient_penalty, both
  live.regulariser_weights["r1"] = 2;
  pair.train(6, live);
  EXPECT_EQ(pair.captures(), 4);
  live.regulariser_weights.erase("r1");
  pair.train(6, live);
  EXPECT_EQ(pair.captures(), 6);
  pair.expectSameState();
}

TEST(IterationGraph, TakesTheBatchesOfEveryMicroBatch) {
  TrainerOptions options = smallOptions();
  options.accumulation_discriminator = 2;
  options.accumulation_generator = 3;
  Pair pair(options);
  LiveValues live;
  live.discriminator_steps = 2;
  pair.train(kBeforeCapture + 3, live);
  EXPECT_EQ(pair.captures(), 1);
  pair.expectSameState();
}

TEST(IterationGraph, AlternatesAsSingleKernelsDo) {
  TrainerOptions options = smallOptions();
  options.schedule = Schedule::kAlternating;
  options.accumulation_generator = 2;
  Pair pair(options);
  pair.train(kBeforeCapture + 3, {});
  EXPECT_EQ(pair.captures(), 1);
  pair.expectSameState();
}

/// What a graph relies on, and work that is merely done again does not show.
TEST(IterationInputs, AreRefilledInTheSameMemoryWithWhatTheStepBrings) {
  PhaseClock clock;
  FakeBatches data = smallBatches();
  FakeBatches expected_data = smallBatches();
  IterationInputs inputs(smallOptions(), data, at::kCPU, clock, {});
  IterationInputs expected(smallOptions(), expected_data, at::kCPU, clock, {});
  inputs.begin(0, 0);
  inputs.record();
  inputs.realBatch(0, 0);
  inputs.discriminatorDraw(0, 0);
  expected.begin(0, 0);
  expected.realBatch(0, 0);
  const void* images_at = nullptr;
  const void* latents_at = nullptr;
  for (std::int64_t step = 1; step < 4; ++step) {
    inputs.begin(step, 0.1);
    inputs.refill();
    const at::Tensor images = inputs.realBatch(0, 0).images;
    const at::Tensor latents = inputs.discriminatorDraw(0, 0).latents;
    expected.begin(step, 0.1);
    EXPECT_TRUE(at::equal(images, expected.realBatch(0, 0).images)) << step;
    EXPECT_TRUE(at::equal(latents, expected.discriminatorDraw(0, 0).latents)) << step;
    EXPECT_EQ(inputs.imagesTaken(), kSmallBatch);
    if (step > 1) {
      EXPECT_EQ(images.const_data_ptr(), images_at);
      EXPECT_EQ(latents.const_data_ptr(), latents_at);
    }
    images_at = images.const_data_ptr();
    latents_at = latents.const_data_ptr();
  }
}

}  // namespace
}  // namespace gan
