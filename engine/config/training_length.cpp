#include "config/training_length.h"

#include <algorithm>
#include <cmath>

#include "config/images_per_iteration.h"

namespace gan {

std::int64_t totalSteps(const RunConfig& config, std::int64_t images_per_epoch, int processes,
                        const TrainedSoFar& so_far) {
  const std::int64_t steps = config.integer("training.steps");
  const std::int64_t epochs = config.integer("training.epochs");
  if (epochs == 0) return steps;
  // Counted from here: the images of an iteration, and with them what an epoch takes, may have changed on the way.
  constexpr double kRounding = 1e-6;
  const double images = (static_cast<double>(epochs) - so_far.epochs) * static_cast<double>(images_per_epoch);
  const double left = std::ceil(images / static_cast<double>(imagesPerIteration(config) * processes) - kRounding);
  const std::int64_t by_epochs = so_far.steps + static_cast<std::int64_t>(std::max(left, 0.0));
  return steps > 0 ? std::min(steps, by_epochs) : by_epochs;
}

}  // namespace gan
