#include "config/images_per_iteration.h"

namespace gan {

std::int64_t imagesPerIteration(const RunConfig& config) {
  const bool alternating = config.text("training.schedule") == "alternating";
  return config.integer("data.batch_size") * (alternating ? 2 : config.integer("training.discriminator_steps"));
}

}  // namespace gan
