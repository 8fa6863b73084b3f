#pragma once

#include <filesystem>
#include <memory>

#include "link/export_supplier.h"

namespace gan {

/// Those of the run of a folder, by the engine that trains or serves it. Throws gan::Error.
std::unique_ptr<ExportSupplier> openRunExports(const std::filesystem::path& folder);

}  // namespace gan
