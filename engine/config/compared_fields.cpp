#include "config/compared_fields.h"

#include <algorithm>

namespace gan {
namespace {

std::optional<ComparedSetting> settingOf(const ComparedConfig& run, const std::string& path) {
  if (run.config == nullptr) return std::nullopt;
  const Field* field = run.config->schema().find(path);
  if (field == nullptr || !applies(*field, *run.config)) return std::nullopt;
  ComparedSetting setting;
  setting.began = setting.now = formatValue(run.config->value(path));
  if (run.live == nullptr) return setting;
  if (const auto now = run.live->find(path); now != run.live->end()) setting.now = formatValue(now->second);
  return setting;
}

}  // namespace

std::vector<ComparedField> comparedFields(std::span<const ComparedConfig> runs) {
  std::vector<ComparedField> fields;
  for (const ComparedConfig& run : runs) {
    if (run.config == nullptr) continue;
    for (const Field& field : run.config->schema().fields()) {
      if (std::ranges::find(fields, field.path, &ComparedField::path) != fields.end()) continue;
      ComparedField compared{.path = field.path, .values = {}};
      for (const ComparedConfig& other : runs) compared.values.push_back(settingOf(other, field.path));
      const auto has_value = [](const std::optional<ComparedSetting>& setting) { return setting.has_value(); };
      if (std::ranges::none_of(compared.values, has_value)) continue;
      for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i].config != nullptr) compared.differs |= compared.values[i] != settingOf(run, field.path);
      }
      fields.push_back(std::move(compared));
    }
  }
  return fields;
}

}  // namespace gan
