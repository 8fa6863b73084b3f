#pragma once

#include "run/command.h"

namespace ganstudio::v1 {
class CommandRequest;
}

namespace gan {

/// A command as an engine is asked for it; one without an id gets one.
ganstudio::v1::CommandRequest toRequest(const Command& command);

}  // namespace gan
