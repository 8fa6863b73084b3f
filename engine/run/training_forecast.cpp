#include "run/training_forecast.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "config/recipe_kind.h"

namespace gan {

std::uint64_t memoryOfBatch(std::int64_t count, const MeasuredMemory& a, const MeasuredMemory& b) {
  const double each =
      (static_cast<double>(b.bytes) - static_cast<double>(a.bytes)) / static_cast<double>(b.images - a.images);
  const double all = static_cast<double>(b.bytes) + each * static_cast<double>(count - b.images);
  return all > 0 ? static_cast<std::uint64_t>(all) : 0;
}

bool batchFits(std::int64_t count, std::uint64_t limit_bytes, const MeasuredMemory& a, const MeasuredMemory& b) {
  const double usable = static_cast<double>(limit_bytes) * (1 - kMemoryMargin);
  return limit_bytes == 0 || static_cast<double>(memoryOfBatch(count, a, b)) <= usable;
}

std::int64_t largestBatch(std::uint64_t limit_bytes, const MeasuredMemory& a, const MeasuredMemory& b) {
  if (batchFits(kLargestBatch, limit_bytes, a, b)) return kLargestBatch;
  std::int64_t fits = 0;
  std::int64_t does_not = kLargestBatch;
  while (does_not - fits > 1) {
    const std::int64_t middle = std::midpoint(fits, does_not);
    (batchFits(middle, limit_bytes, a, b) ? fits : does_not) = middle;
  }
  return fits;
}

std::vector<std::int64_t> batchesToTry(std::int64_t batch) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = batch; size >= 2; size /= 2) sizes.push_back(size);
  if (sizes.empty()) sizes.push_back(batch);
  std::ranges::reverse(sizes);
  if (sizes.size() == 1) sizes.push_back(2 * batch);
  return sizes;
}

std::optional<Accumulation> accumulationFor(std::int64_t images_of_process, std::int64_t largest) {
  constexpr std::int64_t kLeastBatch = 2;  // of one image a batch has no variance
  if (images_of_process <= largest) return Accumulation{images_of_process, 1};
  if (largest < kLeastBatch) return std::nullopt;
  for (std::int64_t batches = (images_of_process + largest - 1) / largest; batches <= images_of_process / kLeastBatch;
       ++batches) {
    if (images_of_process % batches == 0) return Accumulation{images_of_process / batches, batches};
  }
  return std::nullopt;
}

DurationRange rangeOf(std::vector<double> seconds) {
  std::ranges::sort(seconds);
  const auto count = static_cast<double>(seconds.size());
  const double mean = std::accumulate(seconds.begin(), seconds.end(), 0.0) / count;
  const auto quantile = [&](double share) {
    const double place = share * (count - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, seconds.size() - 1);
    return std::lerp(seconds[below], seconds[above], place - std::floor(place));
  };
  return {mean, std::min(mean, quantile(0.25)), std::max(mean, quantile(0.75))};
}

double TrainingLength::epochs() const {
  return static_cast<double>(steps) * static_cast<double>(images_per_iteration) / static_cast<double>(images_per_epoch);
}

namespace {

std::int64_t timesIn(std::int64_t steps, std::int64_t interval) { return interval > 0 ? steps / interval : 0; }

/// Iterations that end an epoch, or several, other than those at an interval, which may be 0.
std::int64_t epochEndsBesides(std::int64_t interval, const TrainingLength& length) {
  // So many are looked at one by one; where there are more, nobody minds one or another that counts twice.
  constexpr std::int64_t kMostEpochs = 1'000'000;
  const std::int64_t of_epoch = length.images_per_epoch;
  const std::int64_t of_step = length.images_per_iteration;
  const auto epochs = static_cast<std::int64_t>(length.epochs());
  if (epochs > kMostEpochs) return std::min(epochs, length.steps);
  std::int64_t count = 0;
  std::int64_t last = 0;
  for (std::int64_t epoch = 1; epoch <= epochs; ++epoch) {
    const std::int64_t step = (epoch * of_epoch + of_step - 1) / of_step;
    if (step > length.steps) break;
    if (step != last && (interval == 0 || step % interval != 0)) ++count;
    last = step;
  }
  return count;
}

std::int64_t picturesOf(const RunConfig& config, const TrainingLength& length) {
  const std::int64_t interval = config.integer("sampling.interval_steps");
  const bool each_epoch = config.flag("sampling.each_epoch");
  const std::int64_t of_step = length.images_per_iteration;
  const std::int64_t by_steps = timesIn(length.steps, interval);
  const std::int64_t by_epochs = each_epoch ? epochEndsBesides(interval, length) : 0;
  const bool at_interval = interval > 0 && length.steps % interval == 0;
  const auto epochs_by = [&](std::int64_t step) { return step * of_step / length.images_per_epoch; };
  const bool at_epoch = each_epoch && epochs_by(length.steps) > epochs_by(length.steps - 1);
  constexpr std::int64_t kUntrained = 1;
  return kUntrained + by_steps + by_epochs + (at_interval || at_epoch ? 0 : 1);
}

bool isJudged(const RunConfig& config) {
  if (recipeKind(config) == RecipeKind::kClassifier) return config.text("data.validation") != "none";
  return config.integer("evaluation.every_steps") > 0;
}

std::int64_t checkpointsOf(const RunConfig& config, const TrainingLength& length) {
  const std::int64_t interval = config.integer("checkpoint.interval_steps");
  const std::int64_t last = interval > 0 && length.steps % interval == 0 ? 0 : 1;
  std::int64_t judged = 0;
  if (isJudged(config)) {
    judged = recipeKind(config) == RecipeKind::kClassifier
                 ? static_cast<std::int64_t>(length.epochs())
                 : timesIn(length.steps, config.integer("evaluation.every_steps"));
  }
  return std::min(timesIn(length.steps, interval) + last + judged, std::max<std::int64_t>(length.steps, 1));
}

}  // namespace

WrittenCounts countsOf(const RunConfig& config, const TrainingLength& length) {
  WrittenCounts counts{.checkpoints = checkpointsOf(config, length),
                       .rows = timesIn(length.steps, config.integer("recording.scalars_interval_steps")),
                       .layer_rows = timesIn(length.steps, config.integer("recording.layers_interval_steps"))};
  if (recipeKind(config) == RecipeKind::kGan) counts.pictures = picturesOf(config, length);
  return counts;
}

std::int64_t checkpointsAtOnce(const RunConfig& config, std::int64_t written) {
  const std::int64_t best = isJudged(config) ? config.integer("checkpoint.keep_best") : 0;
  return std::min(written, config.integer("checkpoint.keep_newest") + best + 1);
}

std::uint64_t rowBytes(const RunConfig& config, std::span<const std::string> series) {
  constexpr std::uint64_t kPosition = 2 * sizeof(double);  // the time and the epoch; see metrics_format.h
  constexpr std::uint64_t kEvent = 35;                     // a frame, the time and the step, as TensorBoard has them
  constexpr std::uint64_t kScalar = 9;                     // and beside a series' name the lengths, and its value
  std::uint64_t bytes = kPosition + series.size() * sizeof(float);
  if (!config.flag("recording.tensorboard")) return bytes;
  bytes += kEvent;
  for (const std::string& name : series) bytes += kScalar + name.size();
  return bytes;
}

DiskForecast diskOf(const RunConfig& config, const WrittenCounts& counts, const WrittenSizes& sizes) {
  const auto times = [](std::int64_t count, std::uint64_t bytes) { return static_cast<std::uint64_t>(count) * bytes; };
  DiskForecast disk{.pictures = counts.pictures, .checkpoints = checkpointsAtOnce(config, counts.checkpoints)};
  disk.picture_bytes = times(disk.pictures, sizes.picture);
  disk.checkpoint_bytes = times(disk.checkpoints, sizes.checkpoint);
  disk.series_bytes = times(counts.rows, sizes.row) + times(counts.layer_rows, sizes.layer_row);
  return disk;
}

DurationRange timeOf(std::int64_t steps, const DurationRange& iteration, const WrittenCounts& counts,
                     const DutySeconds& duties) {
  const double between = static_cast<double>(counts.pictures) * duties.picture +
                         static_cast<double>(counts.checkpoints) * duties.checkpoint;
  const auto all = [&](double one) { return static_cast<double>(steps) * one + between; };
  return {all(iteration.seconds), all(iteration.low), all(iteration.high)};
}

EvaluationsForecast evaluationsOf(const RunConfig& config, std::int64_t steps, double iteration_seconds,
                                  const EvaluationSeconds& evaluation) {
  const std::int64_t every = config.integer("evaluation.every_steps");
  if (every == 0 || steps < every) return {};
  EvaluationsForecast forecast{.due = steps / every};
  const double first = evaluation.once + evaluation.each;
  if (config.text("evaluation.while") == "paused") {
    forecast.seconds = forecast.waiting = evaluation.once + static_cast<double>(forecast.due) * evaluation.each;
    return forecast;
  }
  // The next one begins at the first interval that finds none running.
  const double interval = static_cast<double>(every) * iteration_seconds;
  const auto most = static_cast<double>(forecast.due);
  const auto intervals = [&](double seconds) {
    return static_cast<std::int64_t>(std::clamp(std::ceil(seconds / std::max(interval, 1e-9)), 1.0, most));
  };
  const std::int64_t of_first = intervals(first);
  const std::int64_t of_each = intervals(evaluation.each);
  const std::int64_t others = (forecast.due - of_first + of_each - 1) / of_each;
  forecast.left_out = forecast.due - 1 - others;
  forecast.seconds = first + static_cast<double>(others) * evaluation.each;
  const std::int64_t last = others == 0 ? 1 : 1 + of_first + (others - 1) * of_each;
  const double end = static_cast<double>(last) * interval + (others == 0 ? first : evaluation.each);
  forecast.waiting = std::max(0.0, end - static_cast<double>(steps) * iteration_seconds);
  return forecast;
}

double costOf(double seconds, int devices, double price_per_device_hour) {
  constexpr double kSecondsOfHour = 3600;
  return seconds / kSecondsOfHour * devices * price_per_device_hour;
}

}  // namespace gan
