#include "data/tune.h"

#include <algorithm>
#include <chrono>

#include "data/configured_loader.h"

namespace gan {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Loads batches until there are enough or the time is over, at least one; returns how many.
std::int64_t load(Loader& loader, std::int64_t batches, double most_seconds) {
  const auto begin = Clock::now();
  std::int64_t loaded = 0;
  do {
    loader.next();
    ++loaded;
  } while (loaded < batches && secondsSince(begin) < most_seconds);
  return loaded;
}

double measure(const Dataset& dataset, const RunConfig& config, int workers, std::int64_t batches,
               double most_seconds) {
  const LoaderOptions options = loaderOptions(config, workers);
  Loader loader(dataset, epochOrder(config, dataset), options);
  load(loader, batches, most_seconds / 2);
  const auto begin = Clock::now();
  const std::int64_t loaded = load(loader, batches, most_seconds / 2);
  return static_cast<double>(loaded * options.batch_size) / secondsSince(begin);
}

}  // namespace

std::vector<int> everyWorkerCount(int most_workers) {
  std::vector<int> numbers{0};
  for (int workers = 1; workers <= most_workers; workers += workers < 8 ? 1 : workers / 4) numbers.push_back(workers);
  if (numbers.back() < most_workers) numbers.push_back(most_workers);
  return numbers;
}

int firstPlateau(const std::vector<LoadingSpeed>& speeds) {
  constexpr double kWorthwhile = 1.1;
  const double fastest = std::ranges::max(speeds, {}, &LoadingSpeed::images_per_second).images_per_second;
  const auto enough = std::ranges::find_if(speeds, [&](const LoadingSpeed& speed) {
    return (speed.workers > 0 || speeds.size() == 1) && speed.images_per_second * kWorthwhile >= fastest;
  });
  return enough == speeds.end() ? speeds.back().workers : enough->workers;
}

Tuning tuneLoading(const Dataset& dataset, const RunConfig& config, const TuneOptions& options, Job& job) {
  const auto begin = Clock::now();
  const double share = options.most_seconds / static_cast<double>(options.workers.size());
  Tuning tuning;
  for (const int workers : options.workers) {
    job.throwIfCancelled();
    if (!tuning.speeds.empty() && secondsSince(begin) > options.most_seconds) break;
    tuning.speeds.push_back({workers, measure(dataset, config, workers, options.batches, share)});
    job.report({.stage = "tuning",
                .done = static_cast<std::int64_t>(tuning.speeds.size()),
                .total = static_cast<std::int64_t>(options.workers.size()),
                .unit = "settings"});
  }
  tuning.best = firstPlateau(tuning.speeds);
  return tuning;
}

}  // namespace gan
