#pragma once

#include <filesystem>

#include "run/run_folder.h"

namespace gan {

/// Where a manifest says which data a run was trained on, and nobody knows.
inline constexpr const char* kWeightsAlone = "weights alone";

/// Makes the folder of a finished run around a generator's weights alone, so that whoever answers for runs answers for
/// them: the configuration is the one that the file carries, and the file is its only checkpoint.
/// Throws what weightsConfig(), requireGenerator(), readGenerator() and RunFolder::create() do, and
/// Error(kInvalidArgument, "weights_no_generator") for a file of something else.
RunFolder makeWeightsRun(const std::filesystem::path& folder, const std::filesystem::path& weights);

}  // namespace gan
