#include "run/scalar_table.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace gan {
namespace {

/// Steps that are at least so many rows apart have about the epoch and time of their rows: exactly that would cost
/// reading a block for each.
constexpr std::size_t kWideRows = 256;
/// A block or two of the metrics files: all series take their values out of it before the next is read.
constexpr std::size_t kSmoothedRows = 4096;

}  // namespace

Series& ScalarTable::seriesOf(const std::string& name) {
  const auto found = series_.find(name);
  if (found != series_.end()) return found->second;
  auto read = [rows = rows_.get(), name](StepRange range, std::span<float> values) { rows->read(name, range, values); };
  return series_.try_emplace(name, std::move(read), *sums_).first->second;
}

void ScalarTable::append(const MetricsBlock& block, std::size_t begin, std::size_t end) {
  rows_->append(block, begin, end);
  std::vector<std::int64_t> steps;
  std::vector<float> values;
  for (std::size_t column = 0; column < block.columns.size(); ++column) {
    const auto all = std::span(block.values[column]).subspan(begin, end - begin);
    if (std::ranges::none_of(all, isMissing)) {
      seriesOf(block.columns[column]).append(std::span(block.steps).subspan(begin, end - begin), all);
      continue;
    }
    steps.clear();
    values.clear();
    for (std::size_t row = 0; row < all.size(); ++row) {
      if (isMissing(all[row])) continue;
      steps.push_back(block.steps[begin + row]);
      values.push_back(all[row]);
    }
    if (!steps.empty()) seriesOf(block.columns[column]).append(steps, values);
  }
}

void ScalarTable::truncate(std::int64_t step) {
  for (auto& [name, series] : series_) series.truncate(step);
  rows_->truncate(rows_->steps().countUpTo(step));
}

ScalarTable ScalarTable::copy(StepRange range) const {
  ScalarTable result(*archive_, *sums_);
  const StepIndex& steps = rows_->steps();
  rows_->visit(
      steps.countBelow(range.first), steps.countUpTo(range.last),
      [&result](const MetricsBlock& block, std::size_t begin, std::size_t end) { result.append(block, begin, end); });
  return result;
}

std::optional<std::size_t> ScalarTable::smooth(std::span<const std::string> names, Smoothing smoothing,
                                               std::size_t row) const {
  const std::size_t next = row + kSmoothedRows;
  const bool ends = next >= rows_->steps().size();
  if (empty()) return std::nullopt;
  for (const std::string& name : names) {
    const auto found = series_.find(name);
    if (found != series_.end()) found->second.smooth(smoothing, ends ? lastStep() : rows_->steps().at(next - 1));
  }
  return ends ? std::nullopt : std::optional(next);
}

RunReader::Positions ScalarTable::positions(std::span<const std::int64_t> steps) const {
  RunReader::Positions result;
  result.epochs.reserve(steps.size());
  result.unix_seconds.reserve(steps.size());
  const auto rowOf = [this](std::int64_t step) { return std::max<std::size_t>(rows_->steps().countUpTo(step), 1) - 1; };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::size_t row = rowOf(steps[i]);
    const bool wide = i + 1 < steps.size() && rowOf(steps[i + 1]) >= row + kWideRows;
    const ArchivedRows::Position position =
        empty() ? ArchivedRows::Position{} : (wide ? rows_->positionAbout(row) : rows_->position(row));
    result.epochs.push_back(position.epoch);
    result.unix_seconds.push_back(position.unix_seconds);
  }
  return result;
}

double ScalarTable::stepsPerSecond(std::int64_t step, double seconds) const {
  const StepIndex& steps = rows_->steps();
  const std::size_t begin = steps.countUpTo(step);
  if (begin >= steps.size()) return 0;
  const std::size_t first = std::min(rows_->firstSince(begin, lastTime() - seconds), steps.size() - 1);
  const double elapsed = lastTime() - rows_->position(first).unix_seconds;
  return elapsed > 0 ? static_cast<double>(steps.last() - steps.at(first)) / elapsed : 0;
}

}  // namespace gan
