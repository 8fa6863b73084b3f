#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/recipe_kind.h"

namespace gan {

/// What is known of an architecture without its layers. The choices of model.architecture, which settings mean
/// something beside it and which sizes are refused follow from this.
struct ArchitectureFacts {
  std::string_view name;  ///< As model.architecture has it.
  RecipeKind recipe;
  /// Of the smallest map that is normalised by the batch: the values that each image has of a channel there. At
  /// least 1.
  std::int64_t (*least_normalised_pixels)(const RunConfig& config);
  std::span<const std::int64_t> sizes = {};  ///< Of the images that it makes, in pixels; empty: any.
  bool takes_classes = false;                ///< Whether it can be told of classes.
  bool residual = false;                     ///< BigGAN-PyTorch's blocks, and so all settings of these.
  bool attends = false;                      ///< Whether self-attention can be added to its maps.
};

/// Those of which this is true, in the order in which they are offered; of all of them, the first is the default.
std::vector<std::string> architectureNames(const std::function<bool(const ArchitectureFacts&)>& is_true);

/// Of the architecture that the configuration chooses.
const ArchitectureFacts& architectureFacts(const RunConfig& config);

}  // namespace gan
