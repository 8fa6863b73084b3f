#pragma once

#include <filesystem>

#include "run/run_folder.h"

namespace gan {

/// Makes the folder of a finished run around a generator's weights alone, so that whoever answers for runs answers for
/// them: the configuration is the one that the file carries, and the file is its only checkpoint.
/// Throws what weightsConfig(), requireGenerator() and RunFolder::create() do.
RunFolder makeWeightsRun(const std::filesystem::path& folder, const std::filesystem::path& weights);

}  // namespace gan
