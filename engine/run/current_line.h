#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "run/event.h"

namespace gan {

/// Which part of a run's history counts. Every start, resume and roll back opens a segment; what earlier segments wrote
/// after its first step is superseded. Without segments everything counts. A plain value type. (The scalars on this
/// line are held by CurrentSeries.)
class CurrentLine {
 public:
  CurrentLine() = default;
  explicit CurrentLine(std::span<const Event> events);

  /// A segment begins in the state after first_step iterations.
  void add(std::int32_t segment, std::int64_t first_step);

  /// True when no later segment began before this step. What a segment made at a step is on the line also when a later
  /// segment starts from exactly there.
  bool contains(std::int64_t step, std::int32_t segment) const;

 private:
  std::map<std::int32_t, std::int64_t> first_steps_;
};

}  // namespace gan
