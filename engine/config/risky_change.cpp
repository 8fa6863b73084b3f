#include "config/risky_change.h"

#include <string_view>

#include "core/units.h"

namespace gan {
namespace {

bool isStrength(std::string_view path) {
  return path.ends_with(".learning_rate") || (path.starts_with("regulariser.") && path.ends_with(".weight"));
}

bool isExchanged(const RunConfig& config) {
  return config.real("objective.real_label") < config.real("objective.fake_label");
}

}  // namespace

std::optional<Message> riskOf(const RunConfig& before, const RunConfig& after, std::int64_t step) {
  const double factor = before.real("health.risky_factor");
  if (factor == 0) return std::nullopt;
  for (const Field& field : before.schema().fields()) {
    if (field.change != Change::kLive || !isStrength(field.path)) continue;
    const double was = before.real(field.path);
    const double is = after.real(field.path);
    if (was > 0 && is > was && is >= factor * was) {
      return Message{"risky_factor",
                     "{field} goes from {before} to {after}: the checkpoint of step {step} stays as the way back.",
                     {{"field", field.path},
                      {"before", formatValue(was)},
                      {"after", formatValue(is)},
                      {"step", formatCount(step)}}};
    }
  }
  if (isExchanged(after) && !isExchanged(before)) {
    return Message{"risky_labels",
                   "The labels of real and generated images are exchanged: the checkpoint of step {step} stays as the "
                   "way back.",
                   {{"step", formatCount(step)}}};
  }
  return std::nullopt;
}

}  // namespace gan
