#pragma once

#include <memory>

#include "link/export_supplier.h"

namespace gan {

class RunConnection;

/// By the engine that trains or serves the run. Throws gan::Error.
std::unique_ptr<ExportSupplier> openRunExports(RunConnection& connection);

}  // namespace gan
