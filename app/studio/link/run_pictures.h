#pragma once

#include <memory>

#include "link/picture_supplier.h"

namespace gan {

class PictureConnection;

/// Those of the engine that trains or serves the run. Throws gan::Error.
std::unique_ptr<PictureSupplier> openRunPictures(PictureConnection& connection);

}  // namespace gan
