#include "data/tune.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

#include "config/run_config.h"
#include "data/configured_loader.h"
#include "support/expect_error.h"

namespace gan {
namespace {

using std::chrono::milliseconds;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Le;

/// Images of which each takes a while the first time and none afterwards, as with a cache.
class DistantDataset : public Dataset {
 public:
  explicit DistantDataset(std::int64_t count, milliseconds away = milliseconds(0))
      : away_(away), reads_(static_cast<std::size_t>(count)) {
    info_ = {.name = "distant", .count = count, .class_names = {}, .fingerprint = "distant"};
  }
  const DatasetInfo& info() const override { return info_; }
  std::int64_t label(std::int64_t) const override { return kNoLabel; }
  std::int64_t read(std::int64_t index, Image& image) const override {
    if (reads_[static_cast<std::size_t>(index)]++ == 0) std::this_thread::sleep_for(away_);
    image = {.width = 8, .height = 8, .channels = 3, .pixels = std::vector<std::uint8_t>(192)};
    return kNoLabel;
  }
  /// How often each image was read.
  std::vector<int> reads() const { return {reads_.begin(), reads_.end()}; }

 private:
  DatasetInfo info_;
  milliseconds away_;
  mutable std::vector<std::atomic<int>> reads_;
};

RunConfig smallBatches() {
  RunConfig config;
  config.set("data.batch_size", Value(std::int64_t{4}));
  config.set("data.resolution", Value(std::int64_t{8}));
  return config;
}

TEST(FirstPlateau, IsTheFirstAfterWhichNoneIsATenthFaster) {
  EXPECT_EQ(firstPlateau({{0, 100}, {1, 90}, {2, 300}}), 2);
  EXPECT_EQ(firstPlateau({{0, 100}, {1, 150}, {2, 290}, {3, 310}, {4, 315}}), 2);
  EXPECT_EQ(firstPlateau({{0, 100}, {1, 150}, {2, 290}}), 2);
  EXPECT_EQ(firstPlateau({{0, 100}, {1, 100}, {2, 190}, {3, 270}, {4, 300}, {5, 302}, {6, 280}}), 4);
}

TEST(FirstPlateau, IsNotZeroSinceTrainingWouldWait) {
  EXPECT_EQ(firstPlateau({{0, 100}, {1, 99}, {2, 98}}), 1);
  EXPECT_EQ(firstPlateau({{0, 100}, {1, 60}}), 1);
  EXPECT_EQ(firstPlateau({{0, 100}}), 0);
}

TEST(TuneLoading, MeasuresEveryNumberOfThreads) {
  RunConfig config;
  config.set("data.batch_size", Value(std::int64_t{2}));
  config.set("data.resolution", Value(std::int64_t{8}));
  const DistantDataset dataset(8);
  ProgressMonitor monitor;
  const Tuning tuning = tuneLoading(dataset, config, {.batches = 2, .workers = everyWorkerCount(11)}, monitor);
  std::vector<int> workers;
  for (const LoadingSpeed& speed : tuning.speeds) {
    workers.push_back(speed.workers);
    EXPECT_GT(speed.images_per_second, 0) << speed.workers;
  }
  EXPECT_THAT(workers, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11));
  EXPECT_EQ(tuning.best, firstPlateau(tuning.speeds));
}

TEST(TuneLoading, EndsWhenItsTimeIsOver) {
  RunConfig config;
  config.set("data.batch_size", Value(std::int64_t{2}));
  const DistantDataset dataset(8);
  ProgressMonitor monitor;
  const Tuning tuning =  // all batches would take hours
      tuneLoading(dataset, config, {.batches = 1'000'000'000, .workers = {1, 2, 3}, .most_seconds = 0.3}, monitor);
  EXPECT_GE(tuning.speeds.size(), 1U);
}

TEST(ChooseWorkers, TakesTheNumberThatIsGivenAndMeasuresWhereItIsAuto) {
  RunConfig config;
  config.set("data.batch_size", Value(std::int64_t{2}));
  config.setText("data.workers", "7");
  const DistantDataset dataset(8);
  ProgressMonitor monitor;
  const ChosenWorkers given = chooseWorkers(dataset, config, monitor);
  EXPECT_EQ(given.workers, 7);
  EXPECT_TRUE(given.why.empty());
  config.setText("data.workers", "auto");
  const ChosenWorkers measured = chooseWorkers(dataset, config, monitor);
  EXPECT_GE(measured.workers, 1);
  EXPECT_THAT(measured.why.id, testing::StartsWith("data_workers_"));
  EXPECT_THAT(measured.why.english(), HasSubstr("data.workers is auto: " + std::to_string(measured.workers)));
}

TEST(ChooseWorkers, EndsWhereARunIsToldToStop) {
  const DistantDataset dataset(8000, milliseconds(50));
  RunConfig config = smallBatches();
  config.setText("data.workers", "auto");
  ProgressMonitor monitor;
  std::jthread stopper([&monitor, &dataset] {
    while (std::ranges::max(dataset.reads()) == 0) std::this_thread::sleep_for(milliseconds(1));
    monitor.cancel();
  });
  const ChosenWorkers chosen = chooseWorkers(dataset, config, monitor);
  EXPECT_EQ(chosen.workers, 1);
  EXPECT_TRUE(chosen.why.empty());
}

TEST(TuneLoading, EachNumberOfThreadsHasImagesThatNoneReadBefore) {
  const DistantDataset dataset(800, milliseconds(1));
  ProgressMonitor monitor;
  const Tuning tuning = tuneLoading(dataset, smallBatches(), {.batches = 6, .workers = {0, 1, 2, 3}}, monitor);
  EXPECT_EQ(tuning.images, TunedOn::kUnreadImages);
  EXPECT_THAT(dataset.reads(), Each(Le(1)));
  EXPECT_LE(tuning.speeds[0].images_per_second, 1001);
  EXPECT_LE(tuning.speeds[1].images_per_second, 1001);
}

TEST(TuneLoading, OfTooFewImagesAllAreReadBeforeTheFirstIsMeasured) {
  const DistantDataset dataset(40, milliseconds(20));
  ProgressMonitor monitor;
  const Tuning tuning = tuneLoading(dataset, smallBatches(), {.batches = 6, .workers = {0, 1, 2, 3}}, monitor);
  EXPECT_EQ(tuning.images, TunedOn::kReadImages);
  // At 20 ms each, 0 threads would load 50 a second, and so would 1.
  EXPECT_GT(tuning.speeds[0].images_per_second, 100);
  EXPECT_GT(tuning.speeds[1].images_per_second, 100);
}

TEST(TuneLoading, ProcessesThatMeasureAtOnceReadDifferentImages) {
  const DistantDataset dataset(2000, milliseconds(1));
  ProgressMonitor monitor;
  for (const int rank : {0, 1}) {
    tuneLoading(dataset, smallBatches(), {.batches = 6, .workers = {1, 2}, .rank = rank, .ranks = 2}, monitor);
  }
  EXPECT_THAT(dataset.reads(), Each(Le(1)));
}

TEST(TuneLoading, AStopIsNoticedInsideABatch) {
  const DistantDataset dataset(4000, milliseconds(20));
  RunConfig config = smallBatches();
  config.set("data.batch_size", Value(std::int64_t{1000}));
  ProgressMonitor monitor;
  std::jthread stopper([&] {
    while (std::ranges::max(dataset.reads()) == 0) std::this_thread::sleep_for(milliseconds(1));
    monitor.cancel();
  });
  expectError(ErrorCode::kCancelled, "task_cancelled", [&] {
    tuneLoading(dataset, config, {.batches = 5, .workers = {1, 2}}, monitor);
  });
  EXPECT_LT(std::ranges::count(dataset.reads(), 1), 1000);  // of one batch
}

TEST(TuneLoading, PastTheCoresItGoesOnOnlyWhileItGetsFaster) {
  const DistantDataset rising(4000, milliseconds(40));  // long beside what a busy machine lets a thread wait
  ProgressMonitor monitor;
  const auto measured = [&](const Dataset& dataset) {
    return tuneLoading(dataset, smallBatches(), {.batches = 4, .workers = {1, 2, 4, 8, 16}, .surely = 1}, monitor);
  };
  const Tuning tuning = measured(rising);
  EXPECT_EQ(tuning.speeds.size(), 5U);
  EXPECT_EQ(tuning.best, 16);
  EXPECT_TRUE(tuning.stillRising());
}

/// Slower the more threads read at once.
class CrowdedDataset : public DistantDataset {
 public:
  using DistantDataset::DistantDataset;
  std::int64_t read(std::int64_t index, Image& image) const override {
    const int crowd = ++readers_;
    {
      const std::lock_guard lock(one_);
      std::this_thread::sleep_for(milliseconds(crowd));
    }
    --readers_;
    return DistantDataset::read(index, image);
  }

 private:
  mutable std::mutex one_;
  mutable std::atomic<int> readers_{0};
};

TEST(TuneLoading, PastTheCoresItEndsAfterTwoNumbersThatGainNothing) {
  ProgressMonitor monitor;
  const Tuning tuning = tuneLoading(CrowdedDataset(4000), smallBatches(),
                                    {.batches = 4, .workers = {1, 2, 4, 8, 16}, .surely = 1}, monitor);
  EXPECT_EQ(tuning.speeds.size(), 3U);
  EXPECT_EQ(tuning.best, 1);
  EXPECT_FALSE(tuning.stillRising());
}

TEST(MostWorkers, AreTheCoresAndMoreOnlyOverANetwork) {
  RunConfig config;
  EXPECT_EQ(mostWorkers(config, 4), 4);
  EXPECT_EQ(mostWorkers(config, 4, 2), 2);
  EXPECT_EQ(mostWorkers(config, 4, 8), 1);
  config.setText("data.source", "s3");
  EXPECT_EQ(mostWorkers(config, 4), 32);
  EXPECT_EQ(mostWorkers(config, 64), 64);
  EXPECT_EQ(mostWorkers(config, 4, 8), 4);
}

TEST(StillRising, IsSaidOnlyWhereTheMostAreFastestByFar) {
  const auto rising = [](std::vector<LoadingSpeed> speeds) {
    const int best = firstPlateau(speeds);
    return Tuning{.speeds = std::move(speeds), .best = best}.stillRising();
  };
  EXPECT_TRUE(rising({{0, 100}, {1, 150}, {2, 290}}));
  EXPECT_FALSE(rising({{0, 100}, {1, 150}, {2, 155}}));
  EXPECT_FALSE(rising({{3, 100}}));
}

}  // namespace
}  // namespace gan
