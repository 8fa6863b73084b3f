#pragma once

#include <memory>

#include "link/run_source.h"
#include "protocol/run_client.h"

namespace gan {

/// A run of which everything comes from the engine that trains or serves it: its history, too. While nobody can be
/// reached, what was told stays. Curves of the runs it descends from are not to be had. Waits for the engine; throws
/// what RunClient::run() throws, and errors of what the engine says of the run.
std::unique_ptr<RunSource> openRemoteRun(const Target& target);

}  // namespace gan
