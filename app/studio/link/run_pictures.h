#pragma once

#include <filesystem>
#include <memory>

#include "link/picture_supplier.h"

namespace gan {

/// Those of the engine that trains or serves the run of a folder.
std::unique_ptr<PictureSupplier> openRunPictures(const std::filesystem::path& folder);

}  // namespace gan
