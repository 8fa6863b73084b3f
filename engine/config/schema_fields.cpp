#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "config/architecture_facts.h"
#include "config/field_lists.h"
#include "config/field_makers.h"
#include "config/schema.h"

namespace gan {
namespace {

/// Settings that mean something for one kind of training only, by how their paths begin.
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

void divideByRecipe(std::vector<Field>& fields) {
  const std::vector<std::string> classifiers =
      architectureNames([](const ArchitectureFacts& facts) { return facts.recipe == RecipeKind::kClassifier; });
  for (Field& field : fields) {
    const auto begins = [&field](std::string_view path) { return field.path.starts_with(path); };
    if (std::ranges::any_of(kOfGans, begins))
      field = fields::needsOther("model.architecture", classifiers, std::move(field));
    if (std::ranges::any_of(kOfClassifiers, begins))
      field = fields::needs("model.architecture", classifiers, std::move(field));
  }
}

std::vector<Field> builtinFields() {
  std::vector<Field> result = fields::dataFields();
  const auto append = [&](std::vector<Field> more) { std::ranges::move(more, std::back_inserter(result)); };
  append(fields::modelFields());
  append(fields::trainingFields());
  append(fields::regulariserFields());
  append(fields::optimizerFields());
  append(fields::classifierFields());
  append(fields::accumulationFields());
  append(fields::emaFields());
  append(fields::samplingFields());
  append(fields::samplerFields());
  append(fields::evaluationFields());
  append(fields::recordingFields());
  append(fields::healthFields());
  divideByRecipe(result);
  return result;
}

}  // namespace

const Schema& Schema::builtin() {
  static const Schema schema(builtinFields());
  return schema;
}

}  // namespace gan
