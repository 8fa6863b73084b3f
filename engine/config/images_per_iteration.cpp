#include "config/images_per_iteration.h"

#include "config/recipe_kind.h"

namespace gan {

std::int64_t imagesPerIteration(const RunConfig& config) {
  if (recipeKind(config) == RecipeKind::kClassifier) {
    return config.integer("data.batch_size") * config.integer("accumulation.classifier");
  }
  const std::int64_t for_discriminator = config.integer("accumulation.discriminator");
  const bool alternating = config.text("training.schedule") == "alternating";
  const std::int64_t batches = alternating ? for_discriminator + config.integer("accumulation.generator")
                                           : for_discriminator * config.integer("training.discriminator_steps");
  return config.integer("data.batch_size") * batches;
}

}  // namespace gan
