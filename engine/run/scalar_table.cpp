#include "run/scalar_table.h"

#include <algorithm>
#include <vector>

namespace gan {

void ScalarTable::addColumns(std::span<const std::string> names) {
  for (const std::string& name : names) series_.try_emplace(name);
}

void ScalarTable::append(const MetricsBlock& block) {
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

void ScalarTable::truncate(std::int64_t step) {
  for (auto& [name, series] : series_) series.truncate(step);
  const std::size_t kept = steps_.countUpTo(step);
  steps_.truncate(kept);
  epochs_.truncate(kept);
  unix_seconds_.truncate(kept);
}

ScalarTable ScalarTable::copy(StepRange range) const {
  ScalarTable result;
  const std::size_t end = steps_.countUpTo(range.last);
  for (std::size_t row = steps_.countBelow(range.first); row < end; ++row) {
    result.steps_.append(steps_.at(row));
    result.epochs_.push_back(epochs_[row]);
    result.unix_seconds_.push_back(unix_seconds_[row]);
  }
  for (const auto& [name, series] : series_) {
    const Series::Values found = series.values(range, series.size());
    if (!found.steps.empty()) result.series_[name].append(found.steps, found.values);
  }
  return result;
}

RunReader::Positions ScalarTable::positions(std::span<const std::int64_t> steps) const {
  RunReader::Positions result;
  result.epochs.reserve(steps.size());
  result.unix_seconds.reserve(steps.size());
  for (const std::int64_t step : steps) {
    const std::size_t row = std::max<std::size_t>(steps_.countUpTo(step), 1) - 1;
    result.epochs.push_back(empty() ? 0 : epochs_[row]);
    result.unix_seconds.push_back(empty() ? 0 : unix_seconds_[row]);
  }
  return result;
}

double ScalarTable::stepsPerSecond(std::int64_t step, double seconds) const {
  std::size_t first = steps_.countUpTo(step);
  if (first >= steps_.size()) return 0;
  const std::size_t last = steps_.size() - 1;
  for (std::size_t end = last; first < end;) {  // the first row that is recent enough; times increase
    const std::size_t middle = first + (end - first) / 2;
    if (lastTime() - unix_seconds_[middle] <= seconds) {
      end = middle;
    } else {
      first = middle + 1;
    }
  }
  const double elapsed = lastTime() - unix_seconds_[first];
  return elapsed > 0 ? static_cast<double>(steps_.at(last) - steps_.at(first)) / elapsed : 0;
}

}  // namespace gan
