#pragma once

#include <filesystem>

#include "link/run_source.h"

namespace gan {

/// A run whose folder this machine can read: history comes from its files, live or finished; commands go to the engine
/// that its endpoint names. Throws what RunFolder::openForDisplay() throws.
std::unique_ptr<RunSource> openFolderRun(const std::filesystem::path& folder);

}  // namespace gan
