#include "config/recipe_kind.h"

#include <array>

#include "config/architecture_facts.h"
#include "config/run_config.h"
#include "core/error.h"

namespace gan {
namespace {

constexpr std::array<std::string_view, 33> kOfGans = {"model.latent_size",
                                                      "model.generator_width",
                                                      "model.discriminator_width",
                                                      "objective.",
                                                      "regulariser.",
                                                      "training.discriminator_pass",
                                                      "training.generator_images",
                                                      "training.schedule",
                                                      "training.discriminator_steps",
                                                      "training.cuda_graph",
                                                      "optimizer.generator.",
                                                      "optimizer.discriminator.",
                                                      "accumulation.generator",
                                                      "accumulation.discriminator",
                                                      "distributed.placement",
                                                      "distributed.stages",
                                                      "distributed.pipeline",
                                                      "ema.",
                                                      "sampling.interval_steps",
                                                      "sampling.each_epoch",
                                                      "sampling.truncation",
                                                      "sampling.classes",
                                                      "sampling.weights",
                                                      "sampling.statistics",
                                                      "sampling.with_checkpoint",
                                                      "sampler.",
                                                      "evaluation.",
                                                      "health.d_",
                                                      "health.loss_limit",
                                                      "health.variety_share",
                                                      "health.equal_share",
                                                      "health.young_steps",
                                                      "health.blank_grids"};
constexpr std::array<std::string_view, 6> kOfClassifiers = {"model.stem",
                                                            "data.mean",
                                                            "data.deviation",
                                                            "data.validation_centre",
                                                            "optimizer.classifier.",
                                                            "accumulation.classifier"};

constexpr std::array<RecipeFacts, 2> kRecipes = {
    {{.kind = RecipeKind::kGan, .settings = kOfGans}, {.kind = RecipeKind::kClassifier, .settings = kOfClassifiers}}};

}  // namespace

std::span<const RecipeFacts> recipeFacts() { return kRecipes; }

RecipeKind recipeKind(const RunConfig& config) { return architectureFacts(config).recipe; }

void requireGenerator(const RunConfig& config, const std::string& run) {
  if (recipeKind(config) == RecipeKind::kGan) return;
  throw Error(ErrorCode::kFailedPrecondition, "run_no_generator",
              "{run} trains the classifier {architecture}, which makes no pictures. Give the run of a GAN.",
              {{"run", run}, {"architecture", config.text("model.architecture")}});
}

}  // namespace gan
