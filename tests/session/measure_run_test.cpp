#include "session/measure_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/preset.h"
#include "support/expect_error.h"

namespace gan {
namespace {

using ::testing::ElementsAre;

RunConfig smallRun() {
  RunConfig config = configFromPreset("simple-gan");
  config.set("data.shapes_count", std::int64_t{64});
  config.set("data.batch_size", std::int64_t{32});
  config.set("training.epochs", std::int64_t{10});
  return config;
}

std::vector<std::int64_t> triedBatches(const RunMeasurement& run) {
  std::vector<std::int64_t> images;
  for (const MeasuredMemory& measured : run.memory) images.push_back(measured.images);
  return images;
}

RunMeasurement measure(const MeasureOptions& options, const RunConfig& config = smallRun()) {
  Ranks alone;
  ProgressMonitor monitor;
  return measureRun(config, options, alone, monitor);
}

TEST(MeasureRun, TriesBatchesUpToTheWantedOne) {
  const RunMeasurement run = measure({.iterations = 4});
  EXPECT_THAT(triedBatches(run), ElementsAre(2, 4, 8, 16, 32));
  EXPECT_EQ(run.timed_batch, 32);
  EXPECT_EQ(run.iterations, 4);
  EXPECT_EQ(run.memoryOf(32), run.memory.back().bytes);
}

TEST(MeasureRun, KnowsHowLongTheRunIs) {
  const RunMeasurement run = measure({.iterations = 1});
  EXPECT_EQ(run.images, 64);
  EXPECT_EQ(run.length.images_per_epoch, 64);
  EXPECT_EQ(run.length.images_per_iteration, 64);  // the alternating schedule takes two batches
  EXPECT_EQ(run.length.steps, 10);
}

TEST(MeasureRun, TriesNoBatchThatWouldNotFit) {
  const RunMeasurement run = measure({.memory_limit_bytes = 1, .iterations = 3});
  EXPECT_THAT(triedBatches(run), ElementsAre(2, 4));
  EXPECT_EQ(run.timed_batch, 4);
  // An iteration of the wanted batches takes as many times as long as they have more images.
  EXPECT_DOUBLE_EQ(run.iteration.seconds, 64 / run.images_per_second);
  EXPECT_LE(run.iteration.low, run.iteration.seconds);
  EXPECT_GE(run.iteration.high, run.iteration.seconds);
}

TEST(MeasureRun, TriesNoBatchForWhichThereIsNoTime) {
  const RunMeasurement run = measure({.iterations = 20, .most_time = std::chrono::seconds(0)});
  EXPECT_THAT(triedBatches(run), ElementsAre(2, 4));
  EXPECT_EQ(run.iterations, 3);
}

TEST(MeasureRun, TriesALargerBatchBesideTheSmallest) {
  RunConfig config = smallRun();
  config.set("data.batch_size", std::int64_t{2});
  const RunMeasurement run = measure({.iterations = 1}, config);
  EXPECT_THAT(triedBatches(run), ElementsAre(2, 4));
  EXPECT_EQ(run.timed_batch, 2);
}

TEST(MeasureRun, KnowsWhatACheckpointAndAPictureTake) {
  const RunMeasurement run = measure({.iterations = 1});
  // At least the weights of both networks, their moments and the average, as float32.
  EXPECT_GT(run.sizes.checkpoint, 100'000U);
  // 64 grey images of 28 px, packed.
  EXPECT_GT(run.sizes.picture, 1'000U);
  EXPECT_LT(run.sizes.picture, 64U * 30 * 30 + 20'000U);
  EXPECT_GT(run.duties.picture, 0);
  EXPECT_GT(run.sizes.row, 100U);
}

TEST(MeasureRun, EndsWhenItIsCancelled) {
  Ranks alone;
  int reports = 0;
  ProgressMonitor* self = nullptr;
  ProgressMonitor monitor([&](const Progress& now) {
    EXPECT_LE(now.done, now.total);
    if (++reports == 3) self->cancel();
  });
  self = &monitor;
  expectError(ErrorCode::kCancelled, "task_cancelled", [&] { measureRun(smallRun(), {}, alone, monitor); });
  EXPECT_EQ(reports, 3);
}

TEST(MeasureRun, RefusesWhatCouldNotStart) {
  RunConfig config = smallRun();
  config.set("data.shapes_count", std::int64_t{16});
  expectError(ErrorCode::kInvalidArgument, "config_conflict", [&] { measure({}, config); });
}

}  // namespace
}  // namespace gan
