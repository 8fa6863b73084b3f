#include "run/current_series.h"

#include <algorithm>
#include <vector>

namespace gan {

void CurrentSeries::open(const MetricsBlock& block) {
  segment_ = block.segment;
  first_step_ = block.first_step;
  for (auto& [name, series] : series_) series.truncate(first_step_);
  for (const std::string& name : block.columns) series_.try_emplace(name);
  const std::size_t kept = steps_.countUpTo(first_step_);
  steps_.truncate(kept);
  epochs_.truncate(kept);
  unix_seconds_.truncate(kept);
}

void CurrentSeries::add(const MetricsBlock& block) {
  if (block.opens_segment) open(block);
  if (block.steps.empty()) return;
  for (const std::int64_t step : block.steps) steps_.append(step);
  epochs_.append(block.epochs);
  unix_seconds_.append(block.unix_seconds);

  std::vector<std::int64_t> steps;
  std::vector<float> values;
  for (std::size_t column = 0; column < block.columns.size(); ++column) {
    Series& series = series_[block.columns[column]];
    const std::vector<float>& all = block.values[column];
    if (std::ranges::none_of(all, isMissing)) {
      series.append(block.steps, all);
      continue;
    }
    steps.clear();
    values.clear();
    for (std::size_t row = 0; row < all.size(); ++row) {
      if (isMissing(all[row])) continue;
      steps.push_back(block.steps[row]);
      values.push_back(all[row]);
    }
    series.append(steps, values);
  }
}

RunReader::Positions CurrentSeries::positions(std::span<const std::int64_t> steps) const {
  RunReader::Positions result;
  result.epochs.reserve(steps.size());
  result.unix_seconds.reserve(steps.size());
  for (const std::int64_t step : steps) {
    const std::size_t row = std::max<std::size_t>(steps_.countUpTo(step), 1) - 1;
    result.epochs.push_back(steps_.size() == 0 ? 0 : epochs_[row]);
    result.unix_seconds.push_back(steps_.size() == 0 ? 0 : unix_seconds_[row]);
  }
  return result;
}

void CurrentSeries::complete(RunSummary& summary) const {
  if (segment_ < summary.segment) return;  // The events are ahead: of this segment no row is known yet.
  const bool ahead = segment_ > summary.segment;
  const std::int64_t newest = std::max(first_step_, steps_.size() == 0 ? 0 : steps_.last());
  summary.segment = segment_;
  summary.step = ahead ? newest : std::max(summary.step, newest);
  if (steps_.size() == 0) return;
  summary.epoch = epochs_.back();
  summary.last_change_unix_seconds = std::max(summary.last_change_unix_seconds, unix_seconds_.back());
}

}  // namespace gan
