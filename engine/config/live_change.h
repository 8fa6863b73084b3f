#pragma once

#include <string_view>

#include "config/schema.h"

namespace gan {

/// Checks a wish to change one setting of a running training, and returns the value as the field stores it.
/// Throws Error(kFailedPrecondition, "config_needs_restart") for a good value of a field that is not live, and the
/// errors of Schema::at() and checkValue(). Whoever changes several settings sets them in a copy of the configuration
/// and calls checkChanges() and checkHaveEffect() before any of them takes effect.
Value checkLiveChange(const Schema& schema, std::string_view path, const Value& value);

}  // namespace gan
