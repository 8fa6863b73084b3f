#pragma once

#include <cstdint>
#include <optional>

#include "config/run_config.h"
#include "core/message.h"

namespace gan {

/// Says that a checkpoint of `step` is written before a change of live settings that is a risk, as health.risky_factor
/// of `before` has it; nothing: it is none. A learning rate or a regulariser's weight that becomes many times as large
/// is one, and labels that are exchanged are.
std::optional<Message> riskOf(const RunConfig& before, const RunConfig& after, std::int64_t step);

}  // namespace gan
