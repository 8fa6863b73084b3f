#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "run/run_folder.h"

namespace gan::app {

/// "latest" -> nothing; "1500" or "1,500" -> 1500. Throws Error(kInvalidArgument, "step_invalid").
std::optional<std::int64_t> parseStep(const std::string& text);

/// The same of a run's checkpoints, among which "best" is the step of the one with the best score. Throws
/// Error(kNotFound, "checkpoint_no_score") where none has a score.
std::optional<std::int64_t> chooseStep(const RunFolder& folder, const std::string& text);

}  // namespace gan::app
