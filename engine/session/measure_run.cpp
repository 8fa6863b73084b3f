#include "session/measure_run.h"

#include <c10/core/Device.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

#include "config/batch_size_consistency.h"
#include "config/images_per_iteration.h"
#include "config/training_length.h"
#include "core/seconds_of.h"
#include "data/configured_loader.h"
#include "data/image_fit.h"
#include "data/sheet.h"
#include "data/tolerant_dataset.h"
#include "run/sample_info.h"
#include "sampling/grid_sampler.h"
#include "sampling/png.h"
#include "session/create_run.h"
#include "session/environment.h"
#include "session/placed_run.h"
#include "training/bench.h"
#include "training/trainer.h"

namespace gan {
namespace {

using Seconds = std::chrono::duration<double>;

/// The run's images, with nothing of them copied anywhere.
std::unique_ptr<Dataset> openImages(const RunConfig& config) {
  RunConfig as_they_lie = config;
  as_they_lie.set("data.stage_to", Value(std::string()));
  return std::make_unique<TolerantDataset>(openDataset(as_they_lie),
                                           ToleranceOptions{.limit = config.real("data.corrupt_limit"), .list = {}});
}

class RunMeasurer {
 public:
  RunMeasurer(const RunConfig& config, const MeasureOptions& options, Ranks& ranks, ProgressMonitor& monitor)
      : options_(options), ranks_(ranks), monitor_(monitor) {
    // Rank 0 first: what is wrong with a run is said once.
    ranks.leadThrough([&] { open(config); });
    if (!ranks.leads()) open(config);
    ranks.divide(static_cast<int>(config.integer("distributed.stages")));
    settlePipeline(run_.config, options.device, ranks);
    setThreads(threadCount(static_cast<int>(config.integer("training.threads")), ranks.world().local_size));
    workers_ = chooseWorkers(*images_, run_.config, monitor,
                             {.rank = ranks.world().rank, .size = ranks.size(), .local = ranks.world().local_size})
                   .workers;
    monitor.throwIfCancelled();
  }

  RunMeasurement measure() {
    const std::int64_t batch = run_.config.integer("data.batch_size");
    tryBatches(batchesToTry(batch));
    run_.timed_batch = std::min(batch, run_.memory.back().images);
    timeBatch();
    return std::move(run_);
  }

 private:
  /// As far as a run that could not start would come.
  void open(const RunConfig& config) {
    images_ = openImages(config);
    run_.config = config;
    resolveClasses(run_.config, images_->info());
    checkConsistency(run_.config);
    const auto stages = static_cast<int>(run_.config.integer("distributed.stages"));
    checkStages(stages, ranks_.size());
    const int replicas = ranks_.size() / stages;
    checkBatchSize(run_.config, replicas);
    run_.images = images_->info().count;
    run_.length.images_per_epoch = loader(run_.config)->imagesPerEpoch();
    run_.length.images_per_iteration = imagesPerIteration(run_.config) * replicas;
    run_.length.steps = totalSteps(run_.config, run_.length.images_per_epoch, replicas);
  }

  std::unique_ptr<Loader> loader(const RunConfig& config) const {
    LoaderOptions loading = loaderOptions(config, workers_);
    loading.pinned = !c10::Device(options_.device).is_cpu();
    const auto stages = static_cast<int>(config.integer("distributed.stages"));
    loading.rank = ranks_.world().rank / stages;
    loading.ranks = ranks_.size() / stages;
    loading.content = ranks_.meetsImages() ? ImageContent::kRead : ImageContent::kBlank;
    return std::make_unique<Loader>(*images_, epochOrder(config, *images_), loading);
  }

  BenchResult train(std::int64_t batch, int warmup, int iterations, std::function<void(Trainer&)> measured = {}) {
    RunConfig tried = run_.config;
    tried.set("data.batch_size", Value(batch));
    tried.setText("data.last_batch", "pad");  // a batch may have more images than the data
    const std::unique_ptr<Loader> batches = loader(tried);
    return benchmarkTraining(tried, {.warmup = warmup,
                                     .steps = iterations,
                                     .device = options_.device,
                                     .cuda = options_.cuda,
                                     .processes = ranks_.processes(),
                                     .batches = batches.get(),
                                     .stepped = [this] { stepped(); },
                                     .measured = std::move(measured)});
  }

  void stepped() {
    monitor_.throwIfCancelled();
    done_ = std::min(done_ + 1, planned_);
    monitor_.report({.stage = "measuring", .done = done_, .total = planned_, .unit = "iterations"});
  }

  /// Two iterations each, because from the second one on there are gradients and the optimisers' averages all the
  /// while. Once for nothing: libraries set themselves up at the first iteration of all, and what it leaves behind in
  /// the heap counts from then on.
  void tryBatches(const std::vector<std::int64_t>& sizes) {
    constexpr int kOfEach = 2;
    planned_ = 1 + kOfEach * static_cast<std::int64_t>(sizes.size()) + kWarmup + options_.iterations;
    train(sizes.front(), 0, 1);
    double previous = 0;
    for (const std::int64_t size : sizes) {
      if (run_.memory.size() >= 2 && !ranks_.decide(mayTry(size, previous))) return;
      BenchResult result;
      previous = secondsOf([&] { result = train(size, kOfEach - 1, 1); });
      run_.memory.push_back({.images = size, .bytes = result.peak_memory_bytes});
      last_iteration_seconds_ = result.step_seconds.front();
    }
  }

  bool mayTry(std::int64_t size, double seconds_of_previous) const {
    const double times = static_cast<double>(size) / static_cast<double>(run_.memory.back().images);
    return batchFits(size, options_.memory_limit_bytes, run_.memory.front(), run_.memory.back()) &&
           Seconds(spent() + times * seconds_of_previous) <= options_.most_time;
  }

  void timeBatch() {
    const double left = options_.most_time.count() - spent();
    const double affordable = std::clamp(left / std::max(last_iteration_seconds_, 1e-9), 0.0, 1e6);
    const int least = std::min(3, options_.iterations);
    // The same on all ranks.
    run_.iterations =
        std::stoi(ranks_.share(std::to_string(std::clamp(static_cast<int>(affordable), least, options_.iterations))));
    const BenchResult timed = train(run_.timed_batch, kWarmup, run_.iterations, [this](Trainer& trainer) {
      if (ranks_.leads()) lookAtWritten(trainer);
    });
    MeasuredMemory& of_batch = *std::ranges::find(run_.memory, run_.timed_batch, &MeasuredMemory::images);
    of_batch.bytes = std::max(of_batch.bytes, timed.peak_memory_bytes);
    if (c10::Device(options_.device).is_cpu()) {
      for (MeasuredMemory& measured : run_.memory) measured.bytes += run_.sizes.checkpoint;
    }
    run_.images_per_second = timed.images_per_second;
    const double mean = static_cast<double>(run_.length.images_per_iteration) / timed.images_per_second;
    // Of the wanted batch, each of whose images takes as long.
    const double times =
        static_cast<double>(run_.config.integer("data.batch_size")) / static_cast<double>(run_.timed_batch);
    const DurationRange spread = rangeOf(timed.step_seconds);
    run_.iteration = {mean, std::min(mean, times * spread.low), std::max(mean, times * spread.high)};
  }

  void lookAtWritten(Trainer& trainer) {
    run_.duties.checkpoint = secondsOf([&] {
      const Trainer::State state = trainer.state();
      for (const auto& [part, tensors] : state.parts) {
        for (const auto& [name, tensor] : tensors) run_.sizes.checkpoint += tensor.nbytes();
      }
    });
    const SeriesList& series = trainer.series();
    std::vector<std::string> usual;
    std::vector<std::string> occasional;
    for (std::size_t i = 0; i < series.names().size(); ++i) {
      (series.isOccasional(i) ? occasional : usual).push_back(series.names()[i]);
    }
    run_.sizes.row = rowBytes(run_.config, usual);
    run_.sizes.layer_row = rowBytes(run_.config, occasional);
    if (trainer.makesPictures()) lookAtPicture(trainer);
  }

  /// What an untrained generator makes is packed better than what it will make: real images stand for that.
  void lookAtPicture(Trainer& trainer) {
    const RunConfig& config = run_.config;
    SampleGrid grid;
    const auto draw = [&] {
      SampledGenerator generator(trainer.snapshot().generator);
      grid = drawGrid(generator, trainer.stepCount(), config, /*segment=*/1, images_->info().class_names);
    };
    draw();  // the first one also chooses kernels and takes memory
    run_.duties.picture = secondsOf(draw);
    const Sheet real = drawSheet(*images_, fitOptions(config),
                                 {.rows = config.integer("sampling.rows"),
                                  .columns = config.integer("sampling.columns"),
                                  .padding = kGridPadding,
                                  .seed = static_cast<std::uint64_t>(config.integer("sampling.seed"))});
    run_.sizes.picture = encodePng("real.png", real.picture).size() + toJson(grid.info).size();
  }

  double spent() const { return Seconds(std::chrono::steady_clock::now() - begin_).count(); }

  static constexpr int kWarmup = 2;

  const MeasureOptions& options_;
  Ranks& ranks_;
  ProgressMonitor& monitor_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::unique_ptr<Dataset> images_;
  int workers_ = 0;
  RunMeasurement run_;
  double last_iteration_seconds_ = 0;
  std::int64_t done_ = 0;  // iterations
  std::int64_t planned_ = 0;
};

}  // namespace

RunMeasurement measureRun(const RunConfig& config, const MeasureOptions& options, Ranks& ranks,
                          ProgressMonitor& monitor) {
  checkConsistency(config);
  return RunMeasurer(config, options, ranks, monitor).measure();
}

}  // namespace gan
