#include "config/recipe_kind.h"

#include "config/architecture_facts.h"
#include "config/run_config.h"
#include "core/error.h"

namespace gan {

RecipeKind recipeKind(const RunConfig& config) { return architectureFacts(config).recipe; }

void requireGenerator(const RunConfig& config, const std::string& run) {
  if (recipeKind(config) == RecipeKind::kGan) return;
  throw Error(ErrorCode::kFailedPrecondition, "run_no_generator",
              "{run} trains the classifier {architecture}, which makes no pictures. Give the run of a GAN.",
              {{"run", run}, {"architecture", config.text("model.architecture")}});
}

}  // namespace gan
