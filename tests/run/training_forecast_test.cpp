#include "run/training_forecast.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <limits>

#include "interop/tensorboard_writer.h"
#include "run/metrics.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

constexpr std::uint64_t kMiB = 1ULL << 20U;
// 100 MiB in any case, and 1 MiB for each image.
constexpr MeasuredMemory kOfTwo{.images = 2, .bytes = 102 * kMiB};
constexpr MeasuredMemory kOfEight{.images = 8, .bytes = 108 * kMiB};

TEST(MemoryOfBatch, LiesOnTheLineThroughTwoMeasurements) {
  EXPECT_EQ(memoryOfBatch(2, kOfTwo, kOfEight), 102 * kMiB);
  EXPECT_EQ(memoryOfBatch(8, kOfTwo, kOfEight), 108 * kMiB);
  EXPECT_EQ(memoryOfBatch(256, kOfTwo, kOfEight), 356 * kMiB);
  EXPECT_EQ(memoryOfBatch(256, kOfEight, kOfTwo), 356 * kMiB);
}

TEST(LargestBatch, LeavesTheMarginFree) {
  // 100 + n MiB are at most 90 % of a limit of 1,000 MiB.
  EXPECT_EQ(largestBatch(1000 * kMiB, kOfTwo, kOfEight), 800);
  EXPECT_TRUE(batchFits(800, 1000 * kMiB, kOfTwo, kOfEight));
  EXPECT_FALSE(batchFits(801, 1000 * kMiB, kOfTwo, kOfEight));
}

TEST(LargestBatch, IsNoneWhereTheNetworksAloneDoNotFit) { EXPECT_EQ(largestBatch(100 * kMiB, kOfTwo, kOfEight), 0); }

TEST(LargestBatch, IsTheLargestThatCanBeSetWhereNothingLimitsIt) {
  EXPECT_EQ(largestBatch(0, kOfTwo, kOfEight), kLargestBatch);
  EXPECT_EQ(largestBatch(1000 * kMiB, kOfTwo, {.images = 8, .bytes = kOfTwo.bytes}), kLargestBatch);
}

TEST(BatchesToTry, DoubleUpToTheWantedOne) {
  EXPECT_THAT(batchesToTry(64), ElementsAre(2, 4, 8, 16, 32, 64));
  EXPECT_THAT(batchesToTry(100), ElementsAre(3, 6, 12, 25, 50, 100));
  EXPECT_THAT(batchesToTry(4), ElementsAre(2, 4));
}

TEST(BatchesToTry, AreTwoForTheSmallestToo) {
  EXPECT_THAT(batchesToTry(1), ElementsAre(1, 2));
  EXPECT_THAT(batchesToTry(2), ElementsAre(2, 4));
  EXPECT_THAT(batchesToTry(3), ElementsAre(3, 6));
}

// "Bye Bye TPU: BigGAN on four GPUs": 2,048 images an update as 8 batches of 256.
TEST(Accumulation, IsTheLeastWithWhichBatchesFit) {
  EXPECT_EQ(accumulationFor(2048, 300), (Accumulation{.batch = 256, .batches = 8}));
  EXPECT_EQ(accumulationFor(2048, 256), (Accumulation{.batch = 256, .batches = 8}));
  EXPECT_EQ(accumulationFor(2048, 255), (Accumulation{.batch = 128, .batches = 16}));
  EXPECT_EQ(accumulationFor(2048, 2048), (Accumulation{.batch = 2048, .batches = 1}));
}

TEST(Accumulation, TakesEqualBatchesOnly) {
  EXPECT_EQ(accumulationFor(90, 40), (Accumulation{.batch = 30, .batches = 3}));
  EXPECT_EQ(accumulationFor(14, 6), (Accumulation{.batch = 2, .batches = 7}));
}

TEST(Accumulation, IsNoneWhereBatchesOfTwoDoNotFitOrShareTheImages) {
  EXPECT_EQ(accumulationFor(2048, 1), std::nullopt);
  EXPECT_EQ(accumulationFor(2048, 0), std::nullopt);
  EXPECT_EQ(accumulationFor(13, 6), std::nullopt);
}

TEST(DurationRange, IsTheMeanBetweenTheQuartiles) {
  EXPECT_EQ(rangeOf({5, 1, 3, 2, 4}), (DurationRange{.seconds = 3, .low = 2, .high = 4}));
  EXPECT_EQ(rangeOf({1, 2, 3, 4}), (DurationRange{.seconds = 2.5, .low = 1.75, .high = 3.25}));
  EXPECT_EQ(rangeOf({7}), (DurationRange{.seconds = 7, .low = 7, .high = 7}));
}

TEST(DurationRange, HoldsAMeanThatOneSlowIterationLifts) {
  EXPECT_EQ(rangeOf({1, 1, 1, 1, 11}), (DurationRange{.seconds = 3, .low = 1, .high = 3}));
}

RunConfig writing(std::int64_t picture_interval, std::int64_t checkpoint_interval) {
  RunConfig config;
  config.set("sampling.interval_steps", picture_interval);
  config.set("sampling.each_epoch", false);
  config.set("checkpoint.interval_steps", checkpoint_interval);
  return config;
}

TEST(WrittenCounts, HaveTheFirstPictureAndTheLast) {
  EXPECT_EQ(countsOf(writing(10, 0), {.steps = 100}).pictures, 11);
  EXPECT_EQ(countsOf(writing(10, 0), {.steps = 101}).pictures, 12);
  EXPECT_EQ(countsOf(writing(0, 0), {.steps = 100}).pictures, 2);
}

TEST(WrittenCounts, HaveAPictureOnceWhereAnEpochEndsAtAnInterval) {
  RunConfig config = writing(10, 0);
  config.set("sampling.each_epoch", true);
  // Epochs end at 15, 30, 45, 60: two of them are at the interval.
  TrainingLength length{.steps = 60, .images_per_iteration = 4, .images_per_epoch = 60};
  EXPECT_DOUBLE_EQ(length.epochs(), 4);
  EXPECT_EQ(countsOf(config, length).pictures, 1 + 6 + 2);
  // The end of the fourth epoch is the last picture.
  config.set("sampling.interval_steps", std::int64_t{0});
  EXPECT_EQ(countsOf(config, length).pictures, 1 + 4);
  length.steps = 61;
  EXPECT_EQ(countsOf(config, length).pictures, 1 + 4 + 1);
}

TEST(WrittenCounts, HaveOnePictureOfAnIterationThatEndsSeveralEpochs) {
  RunConfig config = writing(0, 0);
  config.set("sampling.each_epoch", true);
  EXPECT_EQ(countsOf(config, {.steps = 5, .images_per_iteration = 30, .images_per_epoch = 10}).pictures, 1 + 5);
}

TEST(WrittenCounts, HaveTheLastCheckpointBesidesThoseAtTheInterval) {
  EXPECT_EQ(countsOf(writing(0, 50), {.steps = 100}).checkpoints, 2);
  EXPECT_EQ(countsOf(writing(0, 50), {.steps = 101}).checkpoints, 3);
  EXPECT_EQ(countsOf(writing(0, 0), {.steps = 100}).checkpoints, 1);
}

TEST(WrittenCounts, HaveRowsAsOftenAsTheyAreRecorded) {
  RunConfig config = writing(0, 0);
  config.set("recording.scalars_interval_steps", std::int64_t{4});
  config.set("recording.layers_interval_steps", std::int64_t{30});
  const WrittenCounts counts = countsOf(config, {.steps = 100});
  EXPECT_EQ(counts.rows, 25);
  EXPECT_EQ(counts.layer_rows, 3);
}

TEST(CheckpointsAtOnce, AreThoseThatAreKeptAndTheOneThatIsWritten) {
  RunConfig config = writing(0, 50);
  config.set("checkpoint.keep_newest", std::int64_t{3});
  config.set("checkpoint.keep_best", std::int64_t{2});
  EXPECT_EQ(checkpointsAtOnce(config, 100), 4);
  EXPECT_EQ(checkpointsAtOnce(config, 3), 3);
  config.set("evaluation.every_steps", std::int64_t{50});
  EXPECT_EQ(checkpointsAtOnce(config, 100), 6);
}

const std::vector<std::string> kSeries = {"loss/d",       "loss/d_real",  "loss/g",          "score/d_fake_before_g",
                                          "time/step_ms", "time/data_ms", "gradient_norm/g", "speed/images_per_second"};

std::uint64_t bytesIn(const fs::path& folder) {
  std::uint64_t bytes = 0;
  for (const auto& file : fs::directory_iterator(folder)) bytes += file.is_regular_file() ? file.file_size() : 0;
  return bytes;
}

TEST(RowBytes, AreWhatTheFilesOfARunTake) {
  constexpr int kRows = 10'000;
  const TemporaryFolder folder;
  fs::create_directories(folder / "metrics");
  {
    MetricsWriter metrics(folder / "metrics", 1, 0, kSeries);
    TensorBoardWriter tensorboard(folder.path(), 1, 0);
    for (int step = 1; step <= kRows; ++step) {
      const std::vector<float> values(kSeries.size(), static_cast<float>(step));
      metrics.append({.step = step, .unix_seconds = 1e9 + step, .epoch = step * 0.01, .values = values});
      std::vector<TensorBoardWriter::Scalar> scalars;
      for (const std::string& name : kSeries) scalars.push_back({name, 1});
      tensorboard.writeScalars(step, 1e9 + step, scalars);
    }
    metrics.publish();
    tensorboard.flush();
  }
  RunConfig config;
  const double all = kRows * static_cast<double>(rowBytes(config, kSeries));
  EXPECT_NEAR(all, static_cast<double>(bytesIn(folder / "metrics") + bytesIn(folder.path())), 0.1 * all);
  config.set("recording.tensorboard", false);
  const double own = kRows * static_cast<double>(rowBytes(config, kSeries));
  EXPECT_NEAR(own, static_cast<double>(bytesIn(folder / "metrics")), 0.1 * own);
}

TEST(DiskForecast, IsTheSumOfWhatIsWritten) {
  RunConfig config = writing(10, 50);
  config.set("checkpoint.keep_newest", std::int64_t{3});
  const WrittenCounts counts = countsOf(config, {.steps = 1000});
  const DiskForecast disk =
      diskOf(config, counts, {.picture = 7, .checkpoint = 1'000'000, .row = 50, .layer_row = 500});
  EXPECT_EQ(disk.pictures, 101);
  EXPECT_EQ(disk.picture_bytes, 707U);
  EXPECT_EQ(disk.checkpoints, 4);
  EXPECT_EQ(disk.checkpoint_bytes, 4'000'000U);
  EXPECT_EQ(disk.series_bytes, 50'000U);
  EXPECT_EQ(disk.bytes(), 4'050'707U);
}

TEST(TimeForecast, HasWhatIsDoneBetweenIterations) {
  const DurationRange time = timeOf(1000, {.seconds = 0.5, .low = 0.25, .high = 0.75},
                                    {.pictures = 10, .checkpoints = 4}, {.picture = 2, .checkpoint = 0.5});
  EXPECT_EQ(time, (DurationRange{.seconds = 522, .low = 272, .high = 772}));
}

RunConfig evaluating(const std::string& meanwhile) {
  RunConfig config;
  config.set("evaluation.every_steps", std::int64_t{10});
  config.setText("evaluation.while", meanwhile);
  return config;
}

TEST(EvaluationsForecast, HasTheTrainingWaitForAllWhereItIsPaused) {
  const EvaluationsForecast found = evaluationsOf(evaluating("paused"), 105, 0.5, {.each = 7, .once = 30});
  EXPECT_EQ(found.due, 10);
  EXPECT_EQ(found.left_out, 0);
  EXPECT_DOUBLE_EQ(found.seconds, 100);
  EXPECT_DOUBLE_EQ(found.waiting, 100);
}

TEST(EvaluationsForecast, LeavesOutThoseThatFallDueWhileAnotherOneRunsBesideTheTraining) {
  // Due each 5 s. The first takes 12 s: 10 and 15 s pass, the next are those of 20, 30, 40 and 50 s.
  const EvaluationsForecast found = evaluationsOf(evaluating("beside"), 105, 0.5, {.each = 7, .once = 5});
  EXPECT_EQ(found.due, 10);
  EXPECT_EQ(found.left_out, 5);
  EXPECT_DOUBLE_EQ(found.seconds, 12 + 4 * 7);
  EXPECT_DOUBLE_EQ(found.waiting, 50 + 7 - 52.5) << "for the last one at its end";
  EXPECT_EQ(evaluationsOf(evaluating("beside"), 105, 0.5, {.each = 4, .once = 0}).left_out, 0);
  const EvaluationsForecast one = evaluationsOf(evaluating("beside"), 105, 0.5, {.each = 7, .once = 1000});
  EXPECT_EQ(one.left_out, 9);
  EXPECT_DOUBLE_EQ(one.seconds, 1007);
  EXPECT_DOUBLE_EQ(one.waiting, 5 + 1007 - 52.5);
}

TEST(EvaluationsForecast, IsOfNoneWhereNoneFallDue) {
  for (const auto& none : {evaluationsOf(RunConfig(), 105, 0.5, {.each = 7, .once = 30}),
                           evaluationsOf(evaluating("paused"), 9, 0.5, {.each = 7, .once = 30}),
                           evaluationsOf(evaluating("beside"), 0, 0.5, {.each = 7, .once = 30})}) {
    EXPECT_EQ(none.due, 0);
    EXPECT_EQ(none.seconds + none.waiting, 0);
  }
}

TEST(Cost, IsHoursTimesDevicesTimesPrice) {
  EXPECT_DOUBLE_EQ(costOf(2 * 3600, 4, 2.5), 20);
  EXPECT_DOUBLE_EQ(costOf(1800, 1, 1), 0.5);
}

}  // namespace
}  // namespace gan
