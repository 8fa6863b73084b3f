#include "data/tune.h"

#include <algorithm>
#include <chrono>

#include "config/run_config.h"
#include "data/epoch_order.h"
#include "data/loader.h"

namespace gan {

namespace {

double measure(const Dataset& dataset, const RunConfig& config, std::int64_t batches, int workers) {
  const std::int64_t wished = config.integer("data.shuffle_block_size");
  const EpochOrder order(static_cast<std::uint64_t>(config.integer("run.seed")), dataset.info().count,
                         wished > 0 ? wished : dataset.info().block_size);
  const std::int64_t size = config.integer("data.batch_size");
  Loader loader(dataset, order,
                {.batch_size = size,
                 .fit = fitOptions(config),
                 .workers = workers,
                 .prefetch_batches = static_cast<int>(config.integer("data.prefetch_batches"))});
  for (std::int64_t i = 0; i < batches; ++i) loader.next();
  const auto begin = std::chrono::steady_clock::now();
  for (std::int64_t i = 0; i < batches; ++i) loader.next();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return static_cast<double>(batches * size) / seconds;
}

}  // namespace

int firstPlateau(const std::vector<LoadingSpeed>& speeds) {
  constexpr double kWorthwhile = 1.1;
  const double fastest = std::ranges::max(speeds, {}, &LoadingSpeed::images_per_second).images_per_second;
  const auto enough = std::ranges::find_if(speeds, [&](const LoadingSpeed& speed) {
    return (speed.workers > 0 || speeds.size() == 1) && speed.images_per_second * kWorthwhile >= fastest;
  });
  return enough == speeds.end() ? speeds.back().workers : enough->workers;
}

Tuning tuneLoading(const Dataset& dataset, const RunConfig& config, std::int64_t batches, int most_workers, Job& job) {
  std::vector<int> numbers{0};
  for (int workers = 1; workers <= most_workers; workers += workers < 8 ? 1 : workers / 4) {
    numbers.push_back(workers);
  }
  if (numbers.back() < most_workers) numbers.push_back(most_workers);
  Tuning tuning;
  for (const int workers : numbers) {
    job.throwIfCancelled();
    tuning.speeds.push_back({workers, measure(dataset, config, batches, workers)});
    job.report({.stage = "tuning",
                .done = static_cast<std::int64_t>(tuning.speeds.size()),
                .total = static_cast<std::int64_t>(numbers.size()),
                .unit = "settings"});
  }
  tuning.best = firstPlateau(tuning.speeds);
  return tuning;
}

}  // namespace gan
