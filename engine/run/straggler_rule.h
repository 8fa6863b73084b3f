#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "run/event.h"

namespace gan {

/// Says once that a rank keeps the others waiting, and again only after it had recovered. Not thread-safe.
class StragglerRule {
 public:
  /// Windows in a row in which a rank must be a straggler; a single one may be a neighbour's short visit.
  static constexpr int kWindows = 3;

  /// Windows come in order, all of the same ranks. Returns a warning of the rule "straggler" that names the slowest of
  /// those ranks that were not told of yet.
  std::optional<Alert> check(const RanksMeasured& measured);

 private:
  struct Standing {
    int windows = 0;  // in a row
    bool told = false;
  };
  std::vector<Standing> ranks_;
};

}  // namespace gan
