#pragma once

#include <memory>
#include <stop_token>

#include "link/engine_access.h"
#include "link/run_connection.h"
#include "link/run_scores.h"
#include "link/run_source.h"
#include "run_list/run_place.h"

namespace gan {

/// Why no engine can be at a remote place, whoever answers; empty: it may be.
Message wrongIn(const RunPlace& place);

/// The run of a place: a local one from its folder, any other from its engine, for which a person is asked what access
/// needs. Waits for both. Throws what openFolderRun() and openRemoteRun() throw, and what KnownEngines does.
std::unique_ptr<RunSource> openPlace(RunConnection& connection, const std::stop_token& stop);
/// Over a connection of its own.
std::unique_ptr<RunSource> openPlace(const RunPlace& place, EngineAccess& access, const std::stop_token& stop);

/// The same, its scores. Throws what readRunScores() and remoteScores() throw, and what KnownEngines does.
RunScores scoresAt(const RunPlace& place, EngineAccess& access, const std::stop_token& stop);

}  // namespace gan
