#include "training/bench.h"

#include <ATen/Parallel.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/full.h>
#include <ATen/ops/remainder.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "config/images_per_iteration.h"
#include "config/run_config.h"
#include "data/dataset.h"
#include "distributed/collective.h"
#include "distributed/stage_group.h"
#include "tensor/random_stream.h"
#include "training/iteration_graph.h"
#include "training/peak_memory.h"
#include "training/thread_waiting.h"
#include "training/trainer.h"

namespace gan {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// One batch of noise, over and over: the speed of training without that of a data source.
class NoiseBatches : public BatchSource {
 public:
  NoiseBatches(const RunConfig& config, c10::Device device) {
    const std::int64_t size = config.integer("data.resolution");
    const std::int64_t count = config.integer("data.batch_size");
    const std::int64_t channels = config.integer("data.channels");
    const RandomStream stream(0, RandomPurpose::kProjections);
    batch_.images =
        stream.uniform(0, 0, count, channels * size * size).mul_(2).sub_(1).view({count, channels, size, size});
    if (!device.is_cpu()) {
      batch_.images = batch_.images.pin_memory();
    }
    const std::int64_t classes = config.integer("model.classes");
    batch_.labels =
        classes > 0 ? at::arange(count, at::kLong).remainder(classes) : at::full({count}, kNoLabel, at::kLong);
  }

  Batch next() override {
    Batch batch = batch_;
    batch.position = position_;
    position_ += batch.images.size(0);
    return batch;
  }
  void seek(std::int64_t position) override { position_ = position; }
  std::int64_t position() const override { return position_; }
  std::int64_t imagesPerEpoch() const override { return batch_.images.size(0); }
  double waitSeconds() const override { return 0; }

 private:
  Batch batch_;
  std::int64_t position_ = 0;
};

/// No iteration that is measured is the one in which a graph is captured.
int warmupOf(const RunConfig& config, const BenchOptions& options) {
  return config.flag("training.cuda_graph") ? std::max(options.warmup, IterationGraph::kComputedFirst + 1)
                                            : options.warmup;
}

}  // namespace

BenchResult benchmarkTraining(const RunConfig& config, const BenchOptions& options) {
  const c10::Device device(options.device);
  if (const auto threads = static_cast<int>(config.integer("training.threads")); threads > 0) {
    at::set_num_threads(threads);
  }
  const PeakMemory memory(device);
  const ThreadWaiting waiting;
  std::optional<NoiseBatches> noise;
  if (options.batches == nullptr) noise.emplace(config, device);
  BatchSource& batches = noise ? *noise : *options.batches;
  Collective* const collective = options.processes.all;
  StageGroup* const stages = options.processes.stages;
  Trainer trainer(config, batches, device, options.processes, {}, options.cuda);
  const LiveValues live = liveValues(config);
  const auto step = [&] {
    trainer.step(live, 0);
    if (options.stepped) options.stepped();
  };
  const int warmup = warmupOf(config, options);
  for (int i = 0; i < warmup; ++i) {
    step();
  }
  trainer.collect(Trainer::Drain::kAll);
  if (collective != nullptr) collective->barrier();

  const std::uint64_t first_byte = collective != nullptr ? collective->bytesHandedOver() : 0;
  std::vector<double> seconds;
  PhaseTimes phases{};
  const auto take = [&](const std::vector<CollectedStep>& collected) {
    const auto own = static_cast<std::size_t>(collective != nullptr ? collective->rank() : 0);
    for (const CollectedStep& one : collected) {
      for (std::size_t i = 0; i < kPhaseCount; ++i) phases[i] += one.ranks[own].times[i] / options.steps;
    }
  };
  const auto begin = Clock::now();
  for (int i = 0; i < options.steps; ++i) {
    const auto step_begin = Clock::now();
    step();
    take(trainer.collect(Trainer::Drain::kDue));
    seconds.push_back(secondsSince(step_begin));
  }
  take(trainer.collect(Trainer::Drain::kAll));  // waits for the device
  const double total = secondsSince(begin);

  std::vector<double> ordered = seconds;
  const auto middle = ordered.begin() + static_cast<std::ptrdiff_t>(ordered.size() / 2);
  std::ranges::nth_element(ordered, middle);
  const double images = static_cast<double>(imagesPerIteration(config)) * options.steps;
  BenchResult result{.images_per_second = images / total,
                     .step_ms_median = *middle * 1e3,
                     .step_seconds = std::move(seconds),
                     .peak_memory_bytes = memory.bytes(),
                     .phases = phases};
  if (options.measured) options.measured(trainer);
  if (collective != nullptr) {
    result.images_per_second *= collective->size() / (stages != nullptr ? stages->stages() : 1);
    result.bytes_per_step = (collective->bytesHandedOver() - first_byte) / static_cast<std::uint64_t>(options.steps);
    if (stages != nullptr) stages->goOn();  // rank 0 may have asked for what they hold
    collective->barrier();                  // none leaves while another still measures
  }
  return result;
}

}  // namespace gan
