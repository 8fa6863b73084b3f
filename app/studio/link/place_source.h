#pragma once

#include <memory>

#include "link/run_source.h"
#include "protocol/run_client.h"
#include "run_list/run_place.h"

namespace gan {

/// Where an engine answers for the run of a place.
Target targetOf(const RunPlace& place);

/// Why no engine can be at a remote place, whoever answers; empty: it may be.
Message wrongIn(const RunPlace& place);

/// The run of a place: a local one from its folder, any other from its engine. Throws what openFolderRun() and
/// openRemoteRun() throw.
std::unique_ptr<RunSource> openPlace(const RunPlace& place);

}  // namespace gan
