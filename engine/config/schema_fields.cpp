#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/architecture_facts.h"
#include "config/field_lists.h"
#include "config/field_makers.h"
#include "config/recipe_kind.h"
#include "config/schema.h"

namespace gan {
namespace {

/// By the shorter of two lists: of the recipe's architectures, or of those of others.
Field ofRecipe(RecipeKind kind, Field field) {
  const auto is_own = [kind](const ArchitectureFacts& facts) { return facts.recipe == kind; };
  std::vector<std::string> own = architectureNames(is_own);
  std::vector<std::string> others = architectureNames(std::not_fn(is_own));
  if (own.size() <= others.size()) return fields::needs("model.architecture", std::move(own), std::move(field));
  return fields::needsOther("model.architecture", std::move(others), std::move(field));
}

void divideByRecipe(std::vector<Field>& fields) {
  for (Field& field : fields) {
    const auto begins = [&field](std::string_view path) { return field.path.starts_with(path); };
    for (const RecipeFacts& recipe : recipeFacts()) {
      if (std::ranges::any_of(recipe.settings, begins)) field = ofRecipe(recipe.kind, std::move(field));
    }
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
