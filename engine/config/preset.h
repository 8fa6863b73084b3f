#pragma once

#include <span>
#include <string>
#include <string_view>

#include "config/run_config.h"

namespace gan {

/// A named starting point that comes with the program (resources/presets/NAME.yaml, built in).
struct Preset {
  std::string_view name;
  std::string_view summary;  ///< First comment line of the file: what it trains and where it comes from.
  std::string_view yaml;
};

/// In alphabetical order.
std::span<const Preset> presets();

/// Throws Error(kNotFound, "preset_not_found") that lists the presets and suggests the nearest.
const Preset& findPreset(std::string_view name);

/// Defaults with the preset's values on top.
RunConfig configFromPreset(std::string_view name);

}  // namespace gan
