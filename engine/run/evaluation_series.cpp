#include "run/evaluation_series.h"

#include <array>
#include <limits>

namespace gan {

bool EvaluationSeries::takes(const Event& event) {
  return std::holds_alternative<Evaluated>(event.what) || std::holds_alternative<SegmentStarted>(event.what);
}

void EvaluationSeries::add(const Event& event) {
  if (const auto* started = std::get_if<SegmentStarted>(&event.what)) {
    for (auto& [name, series] : series_) series.truncate(started->first_step);
  } else if (const auto* evaluated = std::get_if<Evaluated>(&event.what)) {
    for (const EvaluatedScore& score : evaluated->scores) {
      put(seriesName(*evaluated, score.name), event.step, static_cast<float>(score.value));
    }
  }
}

/// What was evaluated again counts as evaluated last.
void EvaluationSeries::put(const std::string& name, std::int64_t step, float value) {
  Series& series = series_[name];
  Series::Values later;
  if (series.lastStep() && *series.lastStep() >= step) {
    later = series.values({step + 1, std::numeric_limits<std::int64_t>::max()}, series.size());
    series.truncate(step - 1);
  }
  series.append(std::array{step}, std::array{value});
  series.append(later.steps, later.values);
}

}  // namespace gan
