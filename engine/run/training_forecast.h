#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "config/run_config.h"

namespace gan {

// What a whole training takes, from what a little of it took. Arithmetic only: nothing is measured here.

struct MeasuredMemory {
  std::int64_t images = 1;  ///< Of a batch.
  std::uint64_t bytes = 0;  ///< The most while training on such batches.
};
/// What batches of `count` images take, from what those of two other sizes took: each image adds the same to what the
/// networks take in any case.
std::uint64_t memoryOfBatch(std::int64_t count, const MeasuredMemory& a, const MeasuredMemory& b);

/// What fits leaves this share of the memory free: for pictures, and for what an allocator cannot use of its pieces.
inline constexpr double kMemoryMargin = 0.1;
/// As data.batch_size.
inline constexpr std::int64_t kLargestBatch = 65536;
/// Whether batches of `count` images fit; a limit of 0 is none.
bool batchFits(std::int64_t count, std::uint64_t limit_bytes, const MeasuredMemory& a, const MeasuredMemory& b);
/// The largest batch that fits, up to kLargestBatch; 0: none does.
std::int64_t largestBatch(std::uint64_t limit_bytes, const MeasuredMemory& a, const MeasuredMemory& b);

/// Sizes of batches to try one after the other, each about half of the next one: at least two, up to `batch`, or beyond
/// it where there are not two from 2 images on.
std::vector<std::int64_t> batchesToTry(std::int64_t batch);

/// How the images of one update are taken in turn.
struct Accumulation {
  std::int64_t batch = 0;    ///< Images of a process at a time.
  std::int64_t batches = 1;  ///< So many, one after the other.

  friend bool operator==(const Accumulation& a, const Accumulation& b) = default;
};
/// As few equal batches as fit, when each process takes so many images for an update; `largest` images fit at a time.
/// Nothing where even batches of 2 do not.
std::optional<Accumulation> accumulationFor(std::int64_t images_of_process, std::int64_t largest);

/// A duration, and between which it may well lie.
struct DurationRange {
  double seconds = 0;
  double low = 0;
  double high = 0;

  friend bool operator==(const DurationRange& a, const DurationRange& b) = default;
};
/// The mean of at least one measurement, and its quartiles; not narrower than the mean.
DurationRange rangeOf(std::vector<double> seconds);

/// How long a training is.
struct TrainingLength {
  std::int64_t steps = 0;                 ///< 0: without end.
  std::int64_t images_per_iteration = 1;  ///< Of all processes.
  std::int64_t images_per_epoch = 1;      ///< Likewise.

  double epochs() const;
};

/// How often a run with an end writes what.
struct WrittenCounts {
  std::int64_t pictures = 0;     ///< Of samples, that of the untrained generator included.
  std::int64_t checkpoints = 0;  ///< At most: of weights that are judged not all are written.
  std::int64_t rows = 0;         ///< Of series.
  std::int64_t layer_rows = 0;   ///< Of the series that are measured every recording.layers_interval_steps.
};
WrittenCounts countsOf(const RunConfig& config, const TrainingLength& length);

/// So many checkpoints lie there at the same time at most: those that retention keeps, and one that is being written.
std::int64_t checkpointsAtOnce(const RunConfig& config, std::int64_t written);

/// What a row of these series takes: in the run's metrics, and where wanted in TensorBoard's file.
std::uint64_t rowBytes(const RunConfig& config, std::span<const std::string> series);

/// What one of each takes.
struct WrittenSizes {
  std::uint64_t picture = 0;  ///< 0: there are none.
  std::uint64_t checkpoint = 0;
  std::uint64_t row = 0;
  std::uint64_t layer_row = 0;
};
struct DiskForecast {
  std::int64_t pictures = 0;
  std::int64_t checkpoints = 0;  ///< At once.
  std::uint64_t picture_bytes = 0;
  std::uint64_t checkpoint_bytes = 0;
  std::uint64_t series_bytes = 0;

  std::uint64_t bytes() const { return picture_bytes + checkpoint_bytes + series_bytes; }
};
DiskForecast diskOf(const RunConfig& config, const WrittenCounts& counts, const WrittenSizes& sizes);

/// For how long training waits while one is made.
struct DutySeconds {
  double picture = 0;
  double checkpoint = 0;
};
/// Of `steps` iterations, and what is done between them.
DurationRange timeOf(std::int64_t steps, const DurationRange& iteration, const WrittenCounts& counts,
                     const DutySeconds& duties);

/// What evaluation.* ask for.
struct EvaluationSeconds {
  double each = 0;
  double once = 0;  ///< What the first one takes besides, for what is kept for the others.
};
struct EvaluationsForecast {
  std::int64_t due = 0;       ///< Steps that are to be evaluated.
  std::int64_t left_out = 0;  ///< Of these, because the one before would still run.
  double seconds = 0;         ///< Of all that are made.
  double waiting = 0;         ///< For which the training, or its end, waits.
};
/// Of `steps` iterations. Beside a training evaluations are taken to be as fast as alone.
EvaluationsForecast evaluationsOf(const RunConfig& config, std::int64_t steps, double iteration_seconds,
                                  const EvaluationSeconds& evaluation);

/// What the time costs, at a price of an hour on a device.
double costOf(double seconds, int devices, double price_per_device_hour);

}  // namespace gan
