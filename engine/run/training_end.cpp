#include "run/training_end.h"

#include <algorithm>
#include <variant>

#include "config/training_length.h"

namespace gan {

std::int64_t trainingEnd(RunConfig config, const CheckpointState& from, int processes) {
  if (from.images_per_epoch == 0) config.set("training.epochs", std::int64_t{0});
  const double images = static_cast<double>(std::max<std::int64_t>(1, from.images_per_epoch));
  return totalSteps(config, from.images_per_epoch, processes,
                    {.steps = from.step, .epochs = static_cast<double>(from.data_position) / images});
}

bool isAtTrainingEnd(const RunConfig& config, const CheckpointState& from) {
  const std::int64_t end = trainingEnd(config, from, 1);
  return end > 0 && end <= from.step;
}

std::int64_t newestTrainingEnd(std::span<const Event> events) {
  std::int64_t end = 0;
  for (const Event& event : events) {
    if (const auto* started = std::get_if<SegmentStarted>(&event.what)) end = started->total_steps;
  }
  return end;
}

}  // namespace gan
