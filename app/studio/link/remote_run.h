#pragma once

#include <memory>
#include <stop_token>

#include "link/run_source.h"
#include "protocol/run_client.h"

namespace gan {

class SharedConnection;

/// A run of which everything comes from the engine that trains or serves it: its history, too, of which only what has
/// not been taken yet is held, and no measurements (see isMeasurement()): the summary has the newest. While nobody can
/// be reached, what was told stays. Over ssh somebody is made to answer for a run that nobody serves, for as long as
/// the login lasts. connection: to the target. Waits for the engine, until told to stop; throws what RunClient::run()
/// and HostClient::serveRun() throw, and errors of what the engine says of the run.
std::unique_ptr<RunSource> openRemoteRun(const Target& target, std::shared_ptr<SharedConnection> connection,
                                         const std::stop_token& stop = {});

}  // namespace gan
