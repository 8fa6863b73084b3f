#pragma once

#include <stop_token>

#include "link/run_scores.h"
#include "protocol/run_client.h"

namespace gan {

/// The scores of a run as its engine tells them; over ssh somebody is made to answer for a run that nobody serves, as
/// for openRemoteRun(). Waits for its whole history as long as that comes, until told to stop. Nobody counts as
/// steering the run for that. Throws what RunClient's calls, watching and HostClient::serveRun() throw,
/// Error(kUnavailable, "history_broke_off" | "history_fell_silent"), and errors of what the engine says of the run.
RunScores remoteScores(const Target& target, const std::stop_token& stop = {});

}  // namespace gan
