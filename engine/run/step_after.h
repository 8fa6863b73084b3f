#pragma once

#include <cstdint>

#include "run/event.h"

namespace gan {

/// Where a run stands after an entry of its journal, when it stood at `before` until then. An entry about a checkpoint
/// or a picture comes when that is written, and the run may have gone on meanwhile.
std::int64_t stepAfter(std::int64_t before, const Event& event);

}  // namespace gan
