#pragma once

#include <memory>

#include "link/latent_search.h"

namespace gan {

class PictureConnection;

/// By the engine that trains or serves the run. Throws gan::Error.
std::unique_ptr<LatentSearch> openRunSearches(PictureConnection& connection);

}  // namespace gan
