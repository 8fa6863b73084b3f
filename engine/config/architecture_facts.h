#pragma once

#include <cstdint>
#include <string_view>

#include "config/recipe_kind.h"

namespace gan {

/// What is known of an architecture without its layers.
struct ArchitectureFacts {
  std::string_view name;  ///< As model.architecture has it.
  RecipeKind recipe;
  /// Of the smallest map that is normalised by the batch: the values that each image has of a channel there. At
  /// least 1.
  std::int64_t (*least_normalised_pixels)(const RunConfig& config);
};

/// Of the architecture that the configuration chooses.
const ArchitectureFacts& architectureFacts(const RunConfig& config);

}  // namespace gan
