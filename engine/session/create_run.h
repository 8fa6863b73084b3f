#pragma once

#include <filesystem>
#include <string>

#include "config/run_config.h"
#include "run/run_folder.h"
#include "session/ranks.h"

namespace gan {

struct DatasetInfo;

/// Makes the folder of a new run: checks the configuration and opens the data, so that nothing is created for a run
/// that could not start. preset names where the configuration came from; may be empty. ranks: the processes that will
/// train it, and that share the cores of each host. placement: as SessionOptions has it.
RunFolder createRun(const std::filesystem::path& path, const RunConfig& config, const std::string& preset,
                    const Ranks& ranks = Ranks(), const std::string& placement = {});

/// Makes "as many classes as the data have" a number, which is the run's from then on. Throws
/// Error(kFailedPrecondition, "data_without_classes" | "data_more_classes").
void resolveClasses(RunConfig& config, const DatasetInfo& data);

/// The manifest of a run made on this machine now, for data with this fingerprint.
RunManifest describeRun(const RunConfig& config, const std::string& preset, const std::string& data_fingerprint,
                        const Ranks& ranks = Ranks());

}  // namespace gan
