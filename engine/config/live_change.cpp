#include "config/live_change.h"

#include "core/error.h"

namespace gan {

Value checkLiveChange(const Schema& schema, std::string_view path, const Value& value) {
  const Field& field = schema.at(path);
  Value checked = checkValue(field, value);
  if (field.change != Change::kLive) {
    throw Error(ErrorCode::kFailedPrecondition, "config_needs_restart",
                "{key} cannot change while a run trains: it needs a restart. Branch off with {key}={value}, or start a "
                "new run.",
                {{"key", field.path}, {"value", formatValue(checked)}});
  }
  return checked;
}

}  // namespace gan
