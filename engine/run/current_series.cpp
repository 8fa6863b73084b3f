#include "run/current_series.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gan {
namespace {

constexpr double kRateSeconds = 20;

StepRange intersection(StepRange a, StepRange b) { return {std::max(a.first, b.first), std::min(a.last, b.last)}; }

double width(StepRange range) { return static_cast<double>(range.last) - static_cast<double>(range.first) + 1; }

}  // namespace

void CurrentSeries::open(const MetricsBlock& block) {
  supersede(block.first_step);
  segments_.push_back({block.segment, block.first_step});
}

void CurrentSeries::supersede(std::int64_t step) {
  std::vector<Piece> cut;
  while (!segments_.empty() && !current_.empty()) {
    const Segment& newest = segments_.back();
    const StepRange range{std::max(step, newest.first_step) + 1, current_.lastStep()};
    if (range.first <= range.last) {
      cut.push_back({newest.number, current_.copy(range)});
      current_.truncate(range.first - 1);
    }
    if (newest.first_step < step) break;  // it keeps what it did up to there
    segments_.pop_back();
  }
  current_.truncate(step);
  superseded_.insert(superseded_.end(), std::move_iterator(cut.rbegin()), std::move_iterator(cut.rend()));
}

void CurrentSeries::add(const MetricsBlock& block) {
  if (block.opens_segment) open(block);
  if (!block.steps.empty()) current_.append(block);
}

/// The part of a range in which there is any row.
StepRange CurrentSeries::extent(StepRange range) const {
  StepRange all{range.last, range.first};
  const auto include = [&all](const ScalarTable& rows) {
    if (rows.empty()) return;
    all = {std::min(all.first, rows.firstStep()), std::max(all.last, rows.lastStep())};
  };
  include(current_);
  for (const Piece& piece : superseded_) include(piece.rows);
  return intersection(all, range);
}

std::vector<RunReader::SupersededPiece> CurrentSeries::superseded(std::string_view name, StepRange range,
                                                                  std::size_t columns) const {
  std::vector<RunReader::SupersededPiece> result;
  const double all = width(extent(range));
  for (const Piece& piece : superseded_) {
    const auto series = piece.rows.series().find(name);
    if (series == piece.rows.series().end() || columns == 0) continue;
    const StepRange own = intersection(range, {*series->second.firstStep(), *series->second.lastStep()});
    if (own.first > own.last) continue;
    // Its share of the width, so that a chart with many pieces does not grow.
    const double share = std::ceil(static_cast<double>(columns) * width(own) / all);
    RunReader::SupersededPiece found{.segment = piece.segment, .range = own, .columns = {}, .positions = {}};
    found.columns = series->second.query(own, static_cast<std::size_t>(share));
    if (found.columns.empty()) continue;  // no value between the asked steps
    std::vector<std::int64_t> steps;
    for (const Column& column : found.columns) steps.push_back(column.first_step);
    found.positions = piece.rows.positions(steps);
    result.push_back(std::move(found));
  }
  return result;
}

void CurrentSeries::complete(RunSummary& summary) const {
  if (segments_.empty() || segments_.back().number < summary.segment) return;  // Of this segment no row is known yet.
  const Segment& newest = segments_.back();
  const bool ahead = newest.number > summary.segment;
  const std::int64_t step = std::max(newest.first_step, current_.empty() ? 0 : current_.lastStep());
  summary.segment = newest.number;
  summary.step = ahead ? step : std::max(summary.step, step);
  if (current_.empty()) return;
  summary.epoch = current_.lastEpoch();
  summary.last_change_unix_seconds = std::max(summary.last_change_unix_seconds, current_.lastTime());
  summary.iterations_per_second = current_.stepsPerSecond(newest.first_step, kRateSeconds);
}

}  // namespace gan
