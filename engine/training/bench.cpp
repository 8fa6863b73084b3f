#include "training/bench.h"

#include <ATen/Parallel.h>
#include <ATen/ops/full.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "config/run_config.h"
#include "data/dataset.h"
#include "tensor/random_stream.h"
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
    batch_.labels = at::full({count}, kNoLabel, at::kLong);
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

}  // namespace

BenchResult benchmarkTraining(const RunConfig& config, int warmup, int steps, const std::string& device_name) {
  const c10::Device device(device_name);
  if (const auto threads = static_cast<int>(config.integer("training.threads")); threads > 0) {
    at::set_num_threads(threads);
  }
  NoiseBatches batches(config, device);
  Trainer trainer(config, batches, device);
  const LiveValues live = liveValues(config);
  for (int i = 0; i < warmup; ++i) {
    trainer.step(live, 0);
  }
  trainer.collect(Trainer::Drain::kAll);

  const std::int64_t first_image = batches.position();
  std::vector<double> seconds;
  const auto begin = Clock::now();
  for (int i = 0; i < steps; ++i) {
    const auto step_begin = Clock::now();
    trainer.step(live, 0);
    trainer.collect(Trainer::Drain::kDue);
    seconds.push_back(secondsSince(step_begin));
  }
  trainer.collect(Trainer::Drain::kAll);  // waits for the device
  const double total = secondsSince(begin);

  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::ranges::nth_element(seconds, middle);
  return {.images_per_second = static_cast<double>(batches.position() - first_image) / total,
          .step_ms_median = *middle * 1e3};
}

}  // namespace gan
