#pragma once

namespace gan {

class RunConfig;

/// What a run trains.
enum class RecipeKind {
  kGan,         ///< A generator against a discriminator.
  kClassifier,  ///< One network that names the class of an image.
};

/// As model.architecture has it.
RecipeKind recipeKind(const RunConfig& config);

}  // namespace gan
