#pragma once

#include <functional>
#include <string>

#include "run/event.h"

namespace gan {
class RunClient;
}

namespace gan::app {

/// Whether RUN names an engine ("ssh://HOST/PATH", "unix:/PATH", "tcp:HOST:PORT") and not a folder of this machine.
/// Throws Error(kInvalidArgument, "target_invalid").
bool isRemote(const std::string& run);

/// Hands on what happened in a run that an engine answers for, oldest first, and what happens meanwhile, for as long as
/// goes_on is true. It is asked now and then whether to go on, and told whether all has come that had happened when
/// this was called. take is called by a thread of the client's; neither throws. Throws what RunClient::run() throws,
/// and Error(kUnavailable, "log_ended") when the engine breaks off.
void readEvents(RunClient& client, const std::string& run, const std::function<void(const Event&)>& take,
                const std::function<bool(bool all_has_come)>& goes_on);

}  // namespace gan::app
