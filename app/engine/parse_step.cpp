#include "parse_step.h"

#include <algorithm>
#include <charconv>

#include "core/error.h"

namespace gan::app {

std::optional<std::int64_t> parseStep(const std::string& text) {
  if (text == "latest") return std::nullopt;
  std::string digits = text;
  std::erase(digits, ',');
  std::int64_t step = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), step);
  if (error != std::errc() || end != digits.data() + digits.size() || step < 0) {
    throw Error(
        ErrorCode::kInvalidArgument, "step_invalid",
        "'{text}' is no step: expected 'latest' or the step of a checkpoint such as 1500. `gan-engine status RUN` "
        "lists the checkpoints.",
        {{"text", text}});
  }
  return step;
}

}  // namespace gan::app
