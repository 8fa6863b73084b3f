#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run/event.h"

namespace gan::app {

/// What each process of a training did with an iteration, for people: a line for each, milliseconds a column, then what
/// follows from them. What their GPUs do stands in two more columns, when there are any.
std::string phasesTable(const RanksMeasured& measured);
/// The same for programs.
nlohmann::json phasesJson(const RanksMeasured& measured);

/// What a GPU does, for programs.
nlohmann::json deviceJson(const DeviceLoad& load);

}  // namespace gan::app
