#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "run/event.h"

namespace gan::app {

/// What each process of a training did with an iteration, for people: a line for each, milliseconds a column, then what
/// follows from them.
std::string phasesTable(const RanksMeasured& measured);
/// The same for programs.
nlohmann::json phasesJson(const RanksMeasured& measured);

}  // namespace gan::app
