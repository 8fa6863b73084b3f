#include "config/recipe_kind.h"

#include "config/run_config.h"

namespace gan {

RecipeKind recipeKind(const RunConfig& config) {
  return config.text("model.architecture").starts_with("resnet-") ? RecipeKind::kClassifier : RecipeKind::kGan;
}

}  // namespace gan
