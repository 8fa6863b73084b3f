#include "data/tune.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <thread>

#include "config/run_config.h"
#include "core/error.h"
#include "data/batch_ring.h"
#include "data/configured_loader.h"

namespace gan {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// Counts the images that are read, and stops reading when it is told to: a batch of images far away can take many
/// seconds, and so can all that are begun.
class WatchedDataset : public Dataset {
 public:
  WatchedDataset(const Dataset& dataset, const ProgressMonitor& monitor) : dataset_(dataset), monitor_(monitor) {}
  const DatasetInfo& info() const override { return dataset_.info(); }
  std::int64_t label(std::int64_t index) const override { return dataset_.label(index); }
  std::int64_t read(std::int64_t index, Image& image) const override {
    monitor_.throwIfCancelled();
    if (stopped_) throw Error(ErrorCode::kCancelled, "tune_enough", "Enough images were loaded.");
    const std::int64_t label = dataset_.read(index, image);
    ++images_;
    return label;
  }

  std::int64_t images() const { return images_; }
  void stop() { stopped_ = true; }

 private:
  const Dataset& dataset_;
  const ProgressMonitor& monitor_;
  mutable std::atomic<std::int64_t> images_{0};
  std::atomic<bool> stopped_{false};
};

/// Takes batches as fast as they come, in a thread of its own, until it is destroyed or one fails.
class Taking {
 public:
  Taking(WatchedDataset& dataset, const EpochOrder& order, const LoaderOptions& options)
      : dataset_(dataset), loader_(dataset, order, options), thread_([this] { take(); }) {}
  ~Taking() { stop(); }
  Taking(const Taking&) = delete;
  Taking& operator=(const Taking&) = delete;

  /// Waits until so many images more were read or, with at least one, the time is over. Returns images a second.
  double rate(std::int64_t images, double most_seconds, const ProgressMonitor& monitor) {
    const auto begin = Clock::now();
    const std::int64_t before = dataset_.images();
    for (;;) {
      monitor.throwIfCancelled();
      if (failed_) std::rethrow_exception(failure_);
      const std::int64_t read = dataset_.images() - before;
      const double seconds = secondsSince(begin);
      if (read >= images || (read > 0 && seconds >= most_seconds)) return static_cast<double>(read) / seconds;
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  }

  /// Returns the position after the batches that were taken.
  std::int64_t stop() {
    dataset_.stop();
    if (thread_.joinable()) thread_.join();
    return loader_.position();
  }

 private:
  void take() {
    try {
      for (;;) loader_.next();
    } catch (...) {
      failure_ = std::current_exception();
      failed_ = true;
    }
  }

  WatchedDataset& dataset_;
  Loader loader_;
  std::exception_ptr failure_;
  std::atomic<bool> failed_{false};
  std::jthread thread_;  // last: it uses the members above
};

/// Measures one number of threads after the other under the same conditions. Images are counted when they are read, not
/// when their batch is whole: threads that began at once end their batches at once, too.
class Measurement {
 public:
  Measurement(const Dataset& dataset, const RunConfig& config, const TuneOptions& options,
              const ProgressMonitor& monitor)
      : dataset_(dataset), config_(config), options_(options), monitor_(monitor), batches_(options.batches) {
    const std::int64_t epoch = order().length() / globalBatch();
    std::int64_t least = 0;  // batches, with two for each number of threads
    for (const int workers : options.workers) least += need(workers, 1);
    const auto numbers = static_cast<std::int64_t>(options.workers.size());
    // Rather fewer batches than images that were read already.
    batches_ = std::clamp<std::int64_t>(1 + (epoch - least) / numbers / 2, 1, options.batches);
    std::int64_t needed = 0;
    for (const int workers : options.workers) needed += need(workers, batches_);
    if (needed <= epoch) return;
    images_ = TunedOn::kReadImages;
    batches_ = options.batches;
    readBefore(std::clamp<std::int64_t>(need(options.workers.back(), batches_), 1, std::max<std::int64_t>(epoch, 1)));
  }

  LoadingSpeed measure(int workers) {
    WatchedDataset watched(dataset_, monitor_);
    Taking taking(watched, order(), loading(workers));
    const double share_seconds = options_.most_seconds / static_cast<double>(options_.workers.size());
    const std::int64_t images = imagesFor(workers, batches_);
    taking.rate(images, share_seconds / 2, monitor_);
    const double rate = taking.rate(images, share_seconds / 2, monitor_);
    const std::int64_t end = taking.stop();
    if (images_ == TunedOn::kUnreadImages) position_ = end + readAhead(workers) * globalBatch();
    return {workers, rate};
  }

  TunedOn images() const { return images_; }

 private:
  std::int64_t batchSize() const { return config_.integer("data.batch_size"); }
  std::int64_t globalBatch() const { return batchSize() * options_.ranks; }

  /// Several for each thread: the first that it reads is not typical.
  std::int64_t imagesFor(int workers, std::int64_t batches) const {
    return std::max<std::int64_t>(batches * batchSize(), std::int64_t{4} * workers);
  }

  /// Batches that a loader may have begun beyond those it handed out.
  std::int64_t readAhead(int workers) const {
    if (workers == 0) return 1;
    return std::max(config_.integer("data.prefetch_batches"), static_cast<std::int64_t>(workers)) +
           static_cast<std::int64_t>(BatchRing<int>::kLent);
  }

  /// Batches that measuring may touch.
  std::int64_t need(int workers, std::int64_t batches) const {
    return 2 * ((imagesFor(workers, batches) - 1) / batchSize() + 1) + readAhead(workers) + 1;
  }

  EpochOrder order() const {
    const DatasetInfo& info = dataset_.info();
    const std::int64_t wished = config_.integer("data.shuffle_block_size");
    return {static_cast<std::uint64_t>(config_.integer("run.seed")), info.count, wished > 0 ? wished : info.block_size};
  }

  LoaderOptions loading(int workers) const {
    LoaderOptions options = loaderOptions(config_, workers);
    options.rank = options_.rank;
    options.ranks = options_.ranks;
    options.position = position_;
    return options;
  }

  void readBefore(std::int64_t batches) {
    const WatchedDataset watched(dataset_, monitor_);
    Loader loader(watched, order(), loading(options_.workers.back()));
    for (std::int64_t i = 0; i < batches; ++i) loader.next();
  }

  const Dataset& dataset_;
  const RunConfig& config_;
  const TuneOptions& options_;
  const ProgressMonitor& monitor_;
  std::int64_t batches_;
  std::int64_t position_ = 0;
  TunedOn images_ = TunedOn::kUnreadImages;
};

/// Whether the last two were no faster than one before them.
bool isFlat(const std::vector<LoadingSpeed>& speeds) {
  if (speeds.size() < 3) return false;
  const auto rate = &LoadingSpeed::images_per_second;
  return std::ranges::max_element(speeds.end() - 2, speeds.end(), {}, rate)->images_per_second <=
         std::ranges::max_element(speeds.begin(), speeds.end() - 2, {}, rate)->images_per_second;
}

}  // namespace

std::vector<int> everyWorkerCount(int most_workers) {
  std::vector<int> numbers{0};
  for (int workers = 1; workers <= most_workers; workers += workers < 8 ? 1 : workers / 4) numbers.push_back(workers);
  if (numbers.back() < most_workers) numbers.push_back(most_workers);
  return numbers;
}

int mostWorkers(const RunConfig& config, int cores, int processes) {
  constexpr int kConnections = 32;
  const int most = config.text("data.source") == "s3" ? std::max(cores, kConnections) : cores;
  return std::max(1, most / processes);
}

int firstPlateau(const std::vector<LoadingSpeed>& speeds) {
  constexpr double kWorthwhile = 1.1;
  const double fastest = std::ranges::max(speeds, {}, &LoadingSpeed::images_per_second).images_per_second;
  const auto enough = std::ranges::find_if(speeds, [&](const LoadingSpeed& speed) {
    return (speed.workers > 0 || speeds.size() == 1) && speed.images_per_second * kWorthwhile >= fastest;
  });
  return enough == speeds.end() ? speeds.back().workers : enough->workers;
}

Tuning tuneLoading(const Dataset& dataset, const RunConfig& config, const TuneOptions& options,
                   ProgressMonitor& monitor) {
  Measurement measurement(dataset, config, options, monitor);
  Tuning tuning{.speeds = {}, .best = 1, .images = measurement.images()};
  const auto begin = Clock::now();
  for (const int workers : options.workers) {
    monitor.throwIfCancelled();
    if (!tuning.speeds.empty() && secondsSince(begin) > options.most_seconds) break;
    if (workers > options.surely && isFlat(tuning.speeds)) break;
    tuning.speeds.push_back(measurement.measure(workers));
    monitor.report({.stage = "tuning",
                    .done = static_cast<std::int64_t>(tuning.speeds.size()),
                    .total = static_cast<std::int64_t>(options.workers.size()),
                    .unit = "settings"});
  }
  tuning.best = firstPlateau(tuning.speeds);
  return tuning;
}

}  // namespace gan
