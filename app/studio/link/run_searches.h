#pragma once

#include <filesystem>
#include <memory>

#include "link/latent_search.h"

namespace gan {

/// By the engine that trains or serves the run of a folder.
std::unique_ptr<LatentSearch> openRunSearches(const std::filesystem::path& folder);

}  // namespace gan
