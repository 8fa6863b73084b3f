#pragma once

#include <string>

namespace gan::app {

/// Whether RUN names an engine ("ssh://HOST/PATH", "unix:/PATH", "tcp:HOST:PORT") and not a folder of this machine.
/// Throws Error(kInvalidArgument, "target_invalid").
bool isRemote(const std::string& run);

}  // namespace gan::app
