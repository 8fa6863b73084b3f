#include "remote.h"

#include <variant>

#include "protocol/target.h"

namespace gan::app {

bool isRemote(const std::string& run) { return !std::holds_alternative<FolderTarget>(parseTarget(Target{run})); }

}  // namespace gan::app
