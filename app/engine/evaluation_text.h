#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "session/judge_run.h"

namespace gan::app {

/// What `evaluate` prints of one evaluation, or, of several that differ in step or truncation, a row for each.
std::string textOf(const std::vector<RunEvaluation>& found, const RunJudging& request);

/// The same for --json: one object; of several {"evaluations": [...]}.
nlohmann::json factsOf(const std::vector<RunEvaluation>& found, const RunJudging& request);

}  // namespace gan::app
