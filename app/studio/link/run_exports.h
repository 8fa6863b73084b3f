#pragma once

#include <memory>

#include "link/export_supplier.h"
#include "run_list/run_place.h"

namespace gan {

class EngineAccess;

/// Those of the run of a place, by the engine that trains or serves it. Throws gan::Error.
std::unique_ptr<ExportSupplier> openRunExports(const RunPlace& place, EngineAccess& access);

}  // namespace gan
