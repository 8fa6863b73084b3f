#pragma once

#include <vector>

#include "config/run_config.h"
#include "run/command.h"

namespace gan {

/// What the settings that can change while a run trains stand at.
inline std::vector<Assignment> liveAssignments(const RunConfig& config) {
  std::vector<Assignment> values;
  for (const Field& field : config.schema().fields()) {
    if (field.change == Change::kLive && applies(field, config))
      values.push_back({field.path, config.value(field.path)});
  }
  return values;
}

}  // namespace gan
