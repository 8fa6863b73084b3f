#include "config/preset.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "config/text.h"
#include "config/yaml.h"
#include "core/error.h"

namespace gan {
namespace {

constexpr std::pair<std::string_view, std::string_view> kFiles[] = {
#include "preset_table.inc"
};

std::string_view firstComment(std::string_view yaml) {
  std::string_view line = yaml.substr(0, yaml.find('\n'));
  line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
  return line;
}

std::vector<Preset> readPresets() {
  std::vector<Preset> result;
  for (const auto& [name, yaml] : kFiles) {
    result.push_back({name, firstComment(yaml), yaml});
  }
  std::ranges::sort(result, {}, &Preset::name);
  return result;
}

}  // namespace

std::span<const Preset> presets() {
  static const std::vector<Preset> all = readPresets();
  return all;
}

const Preset& findPreset(std::string_view name) {
  const auto found = std::ranges::find(presets(), name, &Preset::name);
  if (found != presets().end()) {
    return *found;
  }
  std::vector<std::string> names;
  for (const Preset& preset : presets()) {
    names.emplace_back(preset.name);
  }
  std::vector<ErrorArgument> arguments = {{"name", excerpt(name)}, {"known", joinChoices(names)}};
  if (const auto nearest = nearestWord(name, names)) {
    arguments.push_back({"suggestion", *nearest});
    throw Error(ErrorCode::kNotFound, "preset_not_found",
                "There is no preset {name}. Did you mean \"{suggestion}\"? There are {known}.", std::move(arguments));
  }
  throw Error(ErrorCode::kNotFound, "preset_not_found", "There is no preset {name}. Use {known}.",
              std::move(arguments));
}

RunConfig configFromPreset(std::string_view name) {
  const Preset& preset = findPreset(name);
  RunConfig config;
  applyYaml(config, preset.yaml, "preset " + std::string(preset.name));
  return config;
}

}  // namespace gan
