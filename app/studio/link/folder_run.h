#pragma once

#include <filesystem>
#include <memory>

#include "link/run_source.h"

namespace gan {

class SharedConnection;

/// A run whose folder this machine can read: history comes from its files, live or finished; commands go to the engine
/// that its endpoint names. Throws what RunFolder::openForDisplay() throws.
std::unique_ptr<RunSource> openFolderRun(const std::filesystem::path& folder,
                                         std::shared_ptr<SharedConnection> connection);
/// Over a connection of its own.
std::unique_ptr<RunSource> openFolderRun(const std::filesystem::path& folder);

}  // namespace gan
