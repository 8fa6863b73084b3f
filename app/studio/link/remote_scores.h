#pragma once

#include <cstddef>
#include <stop_token>

#include "link/run_scores.h"
#include "protocol/run_client.h"

namespace gan {

/// Of what an engine tells of a run's scores.
inline constexpr std::size_t kMostScoreBytes = std::size_t{64} << 20U;

/// The scores of a run as its engine tells them; over ssh somebody is made to answer for a run that nobody serves, as
/// for openRemoteRun(). Waits for its whole history as long as that comes, until told to stop, and keeps of it what
/// scores need, most_bytes as they came at most. Nobody counts as steering the run for that. Throws what RunClient's
/// calls, watching and HostClient::serveRun() throw, Error(kUnavailable, "history_broke_off" | "history_fell_silent"),
/// Error(kResourceExhausted, "history_too_long"), and errors of what the engine says of the run.
RunScores remoteScores(const Target& target, const std::stop_token& stop = {},
                       std::size_t most_bytes = kMostScoreBytes);

}  // namespace gan
