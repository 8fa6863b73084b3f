#include "run/step_after.h"

#include <algorithm>

namespace gan {

std::int64_t stepAfter(std::int64_t before, const Event& event) {
  const auto* started = std::get_if<SegmentStarted>(&event.what);
  return started != nullptr ? started->first_step : std::max(before, event.step);
}

}  // namespace gan
