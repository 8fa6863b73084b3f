#pragma once

#include <optional>

#include "processes/processes_model.h"
#include "run/event.h"

namespace gan {

/// What the processes panel shows of a measurement; nothing of none.
ProcessFacts processFacts(const std::optional<RanksMeasured>& measured);

}  // namespace gan
