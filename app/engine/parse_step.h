#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace gan::app {

/// "latest" -> nothing; "1500" or "1,500" -> 1500. Throws Error(kInvalidArgument, "step_invalid").
std::optional<std::int64_t> parseStep(const std::string& text);

}  // namespace gan::app
