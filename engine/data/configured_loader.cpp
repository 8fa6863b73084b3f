#include "data/configured_loader.h"

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "config/run_config.h"
#include "core/units.h"
#include "data/tune.h"

namespace gan {

EpochOrder epochOrder(const RunConfig& config, const Dataset& dataset) {
  const auto seed = static_cast<std::uint64_t>(config.integer("run.seed"));
  const DatasetInfo& info = dataset.info();
  if (config.flag("data.balanced")) {
    std::vector<std::int32_t> labels;
    labels.reserve(static_cast<std::size_t>(info.count));
    for (std::int64_t i = 0; i < info.count; ++i) labels.push_back(static_cast<std::int32_t>(dataset.label(i)));
    return {seed, labels};
  }
  const std::int64_t wished = config.integer("data.shuffle_block_size");
  return {seed, info.count, wished > 0 ? wished : info.block_size};
}

LoaderOptions loaderOptions(const RunConfig& config, int workers) {
  return {.batch_size = config.integer("data.batch_size"),
          .fit = fitOptions(config),
          .workers = workers,
          .prefetch_batches = static_cast<int>(config.integer("data.prefetch_batches")),
          .pinned = false,
          .last_batch = config.text("data.last_batch") == "pad" ? LastBatch::kPad : LastBatch::kDrop};
}

EpochOrder judgingOrder(const Dataset& dataset) { return {0, dataset.info().count, dataset.info().block_size}; }

std::unique_ptr<Loader> judgingLoader(const RunConfig& config, const Dataset& dataset, const LoaderOptions& training) {
  LoaderOptions options = training;
  options.fit = judgedFitOptions(config);
  options.last_batch = LastBatch::kPad;
  return std::make_unique<Loader>(dataset, judgingOrder(dataset), options);
}

namespace {

Message whatWasMeasured(const Tuning& tuning) {
  const auto chosen = std::ranges::find(tuning.speeds, tuning.best, &LoadingSpeed::workers);
  const std::vector<ErrorArgument> arguments{
      {"workers", std::to_string(tuning.best)},
      {"most", std::to_string(tuning.speeds.back().workers)},
      {"speed", formatCount(static_cast<std::int64_t>(chosen->images_per_second))}};
  if (tuning.stillRising()) {
    return {"data_workers_rising",
            "data.workers is auto: {workers} threads, the most that were tried, load {speed} images a second; more may "
            "load faster, see gan-engine data tune.",
            arguments};
  }
  return {"data_workers_measured",
          "data.workers is auto: {workers} of up to {most} threads load {speed} images a second; more gain little.",
          arguments};
}

}  // namespace

ChosenWorkers chooseWorkers(const Dataset& dataset, const RunConfig& config, ProgressMonitor& monitor,
                            const LoadingProcesses& processes) {
  const std::int64_t wished = config.integer("data.workers");
  if (wished >= 0) return {.workers = static_cast<int>(wished), .why = {}};
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const int most = mostWorkers(config, cores, processes.local);
  TuneOptions options{.batches = 10,
                      .workers = {},
                      .surely = std::max(1, cores / processes.local),
                      .most_seconds = 5,
                      .rank = processes.rank,
                      .ranks = processes.size};
  for (int workers = 1; workers < most; workers *= 2) options.workers.push_back(workers);
  options.workers.push_back(most);
  try {
    const Tuning tuning = tuneLoading(dataset, config, options, monitor);
    return {.workers = tuning.best, .why = whatWasMeasured(tuning)};
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kCancelled || !monitor.cancelled()) throw;
    return {.workers = 1, .why = {}};  // a run that ends before its first step needs no more
  }
}

}  // namespace gan
