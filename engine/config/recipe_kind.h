#pragma once

#include <span>
#include <string>
#include <string_view>

namespace gan {

class RunConfig;

/// What a run trains.
enum class RecipeKind {
  kGan,         ///< A generator against a discriminator.
  kClassifier,  ///< One network that names the class of an image.
};

/// What is known of a recipe without its networks.
struct RecipeFacts {
  RecipeKind kind;
  std::span<const std::string_view> settings;  ///< How the paths begin of those that mean something for it alone.
};
std::span<const RecipeFacts> recipeFacts();

/// As model.architecture has it.
RecipeKind recipeKind(const RunConfig& config);
/// Where pictures are asked for. Throws Error(kFailedPrecondition, "run_no_generator") for a classifier's run; run
/// names it in the message.
void requireGenerator(const RunConfig& config, const std::string& run);

}  // namespace gan
