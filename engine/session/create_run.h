#pragma once

#include <filesystem>
#include <string>

#include "run/run_folder.h"
#include "session/ranks.h"

namespace gan {

/// Makes the folder of a new run: checks the configuration and opens the data, so that nothing is created for a run
/// that could not start. preset names where the configuration came from; may be empty. ranks: the processes that will
/// train it, and that share the cores of each host.
RunFolder createRun(const std::filesystem::path& path, const RunConfig& config, const std::string& preset,
                    const Ranks& ranks = Ranks());

/// The manifest of a run made on this machine now, for data with this fingerprint.
RunManifest describeRun(const RunConfig& config, const std::string& preset, const std::string& data_fingerprint,
                        const Ranks& ranks = Ranks());

}  // namespace gan
