#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "config/run_config.h"

namespace gan {

/// What is compared of one run. Both must outlive the comparison.
struct ComparedConfig {
  const RunConfig* config = nullptr;                   ///< Null: nobody can read it.
  const std::map<std::string, Value>* live = nullptr;  ///< What live fields are now; null: as they began.
};

/// What a run says of a field, as formatValue() writes it.
struct ComparedSetting {
  std::string began;
  std::string now;  ///< Another where somebody changed it meanwhile.

  friend bool operator==(const ComparedSetting&, const ComparedSetting&) = default;
};

struct ComparedField {
  std::string path;
  /// One for each run; nothing where the field means nothing in it, or where it has no such field.
  std::vector<std::optional<ComparedSetting>> values;
  bool differs = false;  ///< Among the runs whose configuration can be read.
};

/// All fields that mean something in any of the runs, in the order of their schemas, which need not be of one build.
std::vector<ComparedField> comparedFields(std::span<const ComparedConfig> runs);

}  // namespace gan
