#pragma once

#include <string>

#include "protocol/run_client.h"

namespace gan::app {

/// Whether RUN names an engine ("ssh://HOST/PATH", "unix:/PATH", "tcp:HOST:PORT") and not a folder of this machine.
/// Throws Error(kInvalidArgument, "target_invalid").
bool isRemote(const std::string& run);

/// Where clients of a remote RUN connect. Over ssh they share one login, and somebody answers for the run as long as it
/// lasts, even where it is finished. Throws what HostClient::serveRun() does.
Target answeringTarget(const std::string& run);

/// For --help, of what takes a remote RUN.
inline constexpr const char* kRunOrRemote = "Run folder, or ssh://[USER@]HOST[:PORT]/PATH of one on another machine";

}  // namespace gan::app
